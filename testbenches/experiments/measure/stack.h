/// What software stacks have in common, whatever card they drive: what the nodes do in the time
/// that counts, and the tables and the limit of a run. A stack adds its drivers and what it calls
/// them; one whose cards run firmware is a FirmwareStack.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "testbenches/experiments/measure/node_use.h"
#include "testbenches/experiments/measure/testbed.h"

namespace flybar::experiments {

class Stack {
 public:
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  virtual ~Stack() = default;

  /// On card number `card` of each node.
  explicit Stack(Testbed& testbed, std::size_t card = 0) : testbed_(testbed), card_(card) {}

  /// Runs on node `n`, at most one on each, once the stack is up there.
  void run_on(std::size_t n, Testbed::Software software);

  Testbed& testbed() { return testbed_; }

  /// What the parts of node `n` do counts from here, or to here: called by its software. Else all
  /// counts from when that starts until it returns; if that is at once, because handlers do the
  /// work, until the last one has_handled().
  void count_from(std::size_t n);
  void count_to(std::size_t n) { spans_[n].end = use(n); }
  /// The time that counts, after the run.
  Time counted(std::size_t n) const { return counted_to(n) - counted_from(n); }
  Time counted_from(std::size_t n) const { return spans_.at(n).begin.at; }
  Time counted_to(std::size_t n) const { return spans_.at(n).end->at; }
  /// Messages that cards dropped, likewise, on all nodes.
  struct Dropped {
    std::uint64_t no_room = 0, damaged = 0;
    std::uint64_t all() const { return no_room + damaged; }
  };
  Dropped dropped() const;
  /// What the test bed accounts for, and what the nodes did in the time that counts, after the run.
  void account(Results& results);

 protected:
  /// A table of more would not fit on a screen.
  static constexpr std::size_t kShownNodes = 16;

  /// Brings node `n` up: called by its process before the software.
  virtual void start(std::size_t) {}
  /// And when the software has returned and nothing counts any more.
  virtual void end(std::size_t) {}
  /// Messages and packets of node `n` so far. Nothing if the stack does not count them.
  virtual std::optional<MessageCounts> counts(std::size_t) const { return std::nullopt; }
  /// Resources that are the software's: messages wait for them, and they are busy with nothing.
  virtual std::vector<const Resource*> resources() const { return {}; }
  /// See find_limit().
  virtual bool queues_hide() const { return false; }
  /// Tables of the stack's own.
  virtual void account_own(Results&) {}
  /// A handler of node `n` has done something.
  void has_handled(std::size_t n);

  std::size_t nodes() const { return testbed_.hardware().nodes(); }
  cluster::Node& node(std::size_t n) const { return testbed_.hardware().node(n); }
  const LayerParams& params(std::size_t n) const { return testbed_.context().system.node(n); }
  const cluster::Node::Seat& seat(std::size_t n) const { return node(n).seat(card_); }
  std::vector<std::uint8_t> route(std::size_t from, std::size_t to) const {
    return testbed_.hardware().route(from, to, card_);
  }

 private:
  struct Span {
    NodeUse begin;
    std::optional<NodeUse> end;
    bool handlers = false;  ///< do the work: the software has returned at once
  };
  NodeUse use(std::size_t n) const;
  std::vector<NodeSpan> counted() const;
  void begin_span(std::size_t n) { spans_[n] = {use(n), std::nullopt}; }

  Testbed& testbed_;
  const std::size_t card_;
  std::map<std::size_t, Span> spans_;  ///< by node
};

}  // namespace flybar::experiments
