#include "testbenches/experiments/measure/stack.h"

#include "testbenches/experiments/measure/cut_packets.h"
#include "testbenches/experiments/measure/possible.h"

namespace flybar::experiments {

NodeUse Stack::use(std::size_t n) const {
  NodeUse use = NodeUse::of(testbed_.hardware(), n, card_);
  use.messages = counts(n);
  return use;
}

void Stack::run_on(std::size_t n, Testbed::Software software) {
  testbed_.run_on(n, [this, n, software = std::move(software)](cluster::Node& node) {
    start(n);
    begin_span(n);
    testbed_.starts(spans_[n].begin.at);
    software(node);
    node.cpu.sync();
    Span& span = spans_[n];
    if (!span.end) count_to(n);
    span.handlers = span.end->at == span.begin.at;
    end(n);
  });
}

void Stack::count_from(std::size_t n) {
  begin_span(n);
  testbed_.measures(spans_[n].begin.at);
}

/// Only at an instant of its own software is it known what a node has done: when another node ends
/// the run, this one may be ahead of it, and how far depends on the stepping.
void Stack::has_handled(std::size_t n) {
  const auto span = spans_.find(n);
  if (span != spans_.end() && span->second.handlers) count_to(n);
}

std::vector<NodeSpan> Stack::counted() const {
  std::vector<NodeSpan> all;
  for (const auto& [n, span] : spans_)
    if (span.end && span.end->at > span.begin.at) all.push_back({n, span.begin, *span.end});
  return all;
}

Stack::Dropped Stack::dropped() const {
  Dropped sum;
  for (const NodeSpan& span : counted()) {
    if (!span.end.messages) continue;
    sum.no_room += span.end.messages->dropped - span.begin.messages->dropped;
    sum.damaged += span.end.messages->damaged - span.begin.messages->damaged;
  }
  return sum;
}

void Stack::account(Results& results) {
  testbed_.account(results);
  const std::vector<NodeSpan> spans = counted();
  results.tables.push_back(use_table(testbed_, spans));
  results.tables.back().shown = kShownNodes;
  account_own(results);
  Loads loads = loads_of(testbed_, spans, card_);
  for (const Resource* kind : resources()) loads.kinds.push_back(kind);
  results.reliefs = reliefs_of(loads);
  results.limit = find_limit(loads, results, queues_hide());
  results.tables.push_back(resources_table(loads));
  CutPackets(testbed_.hardware(), testbed_.context().system).account(results);
  require_possible(results, most_received(testbed_));
}

}  // namespace flybar::experiments
