#include "testbenches/experiments/measure/messages/message_summary.h"

#include <utility>

#include <fmt/format.h>

#include "testbenches/experiments/measure/messages/stages.h"

namespace flybar::experiments {

namespace {

/// How far the message that stands for the median may be from it: 1.6 %.
constexpr unsigned kRecordBits = 6;

void note(Results& results, const std::string& which, const MessageRecord& message) {
  results.messages.push_back({which, message.sent.id, message.sent.begin, message.latency()});
  Table table = stages_table("stages of the " + which + " message", message, message.sent.begin);
  table.note = message_name(message.sent.id);
  results.tables.push_back(std::move(table));
}

/// Orders messages that are equal otherwise by arrival, whatever the order in which nodes that run
/// ahead of each other report them.
bool arrived_before(const MessageRecord& a, const MessageRecord& b) {
  return std::pair(a.receive_end, a.sent.id) < std::pair(b.receive_end, b.sent.id);
}

bool is_slower(const MessageRecord& a, const MessageRecord& b) {
  return a.latency() > b.latency() || (a.latency() == b.latency() && arrived_before(a, b));
}

}  // namespace

void MessageSummary::Ends::add(std::size_t other) {
  several |= node && *node != other;
  node = other;
}

std::string MessageSummary::Ends::text(const char* word) const {
  return several || !node ? "" : fmt::format("{} node{}", word, *node);
}

void MessageSummary::add(const MessageRecord& message) {
  if (!message.measured) return;
  Kind& kind = message.sent.payload > Bytes() ? payload_ : control_;
  kind.latencies.add(message.latency());
  kind.arrivals.add(message.receive_end);
  kind.from.add(message.sent.source);
  kind.to.add(message.sent.destination);
  if (records_) keep(kind, message);
}

void MessageSummary::keep(Kind& kind, const MessageRecord& message) const {
  const auto [at, first] =
      kind.of_bucket.try_emplace(Histogram::bucket(message.latency(), kRecordBits), message);
  if (!first && arrived_before(message, at->second)) at->second = message;
  const CriticalPath waits = critical_path(message, byte_time_);
  for (std::size_t i = 0; i < kWaits; ++i) kind.waits[i] += waits[i];
  if (!kind.slowest || is_slower(message, *kind.slowest)) kind.slowest = message;
}

const MessageRecord* MessageSummary::median(const Kind& kind) {
  const auto at = kind.of_bucket.find(Histogram::bucket(kind.latencies.quantile(0.5), kRecordBits));
  return at == kind.of_bucket.end() ? nullptr : &at->second;
}

CriticalPath MessageSummary::all_waits() const {
  CriticalPath sum = payload_.waits;
  for (std::size_t i = 0; i < kWaits; ++i) sum[i] += control_.waits[i];
  return sum;
}

void MessageSummary::account(Results& results, const std::string& prefix) const {
  const Kind& kind = main();
  const Histogram& all = kind.latencies;
  if (all.count() == 0) return;
  results.numbers.insert(results.numbers.end(), {{prefix + "mean", all.mean_us(), "us"},
                                                 {prefix + "min", all.min().us(), "us"},
                                                 {prefix + "p50", all.quantile(0.5).us(), "us"},
                                                 {prefix + "p99", all.quantile(0.99).us(), "us"},
                                                 {prefix + "max", all.max().us(), "us"}});
  results.histograms.push_back({"message latency", all});
  Table table = latencies_table("message latency", "messages");
  if (payload_.latencies.count() > 0)
    table.rows.push_back(latency_row("with payload", payload_.latencies));
  if (control_.latencies.count() > 0)
    table.rows.push_back(latency_row("without payload", control_.latencies));
  results.tables.push_back(std::move(table));
  if (const MessageRecord* record = median(kind)) note(results, "median", *record);
  if (!kind.slowest) return;
  note(results, "slowest", *kind.slowest);
  Table waits = critical_path_table(kind.waits, static_cast<double>(all.count()),
                                    critical_path(*kind.slowest, byte_time_));
  const std::string from = kind.from.text("from"), to = kind.to.text("to");
  waits.note = from + (from.empty() || to.empty() ? "" : " ") + to;
  results.tables.push_back(std::move(waits));
  if (!results.waits) results.waits = shares(all_waits());
}

Table latencies_table(const std::string& name, const std::string& row_title) {
  return {name, row_title, {"count", "mean us", "min us", "p50 us", "p99 us", "max us"}, {}};
}

Table::Row latency_row(const std::string& name, const Histogram& latencies) {
  return {name,
          {static_cast<double>(latencies.count()), latencies.mean_us(), latencies.min().us(),
           latencies.quantile(0.5).us(), latencies.quantile(0.99).us(), latencies.max().us()}};
}

}  // namespace flybar::experiments
