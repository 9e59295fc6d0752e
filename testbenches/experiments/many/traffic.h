/// Messages between many nodes at once, none of which a receive ring ever drops.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/experiments/many/members.h"
#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

/// Best effort drops what finds the receive ring of 32 entries full. So a node never has more than
/// kDataEntries messages under way to it: each sender has its share of them, and sends on when the
/// receiver has acknowledged. Of more senders than that, the receiver lets the one go on that has
/// waited longest. Acknowledgements to one sender take at most kAckEntries. Between two
/// phases all nodes meet: in step s each tells the node 2^s further on, which takes up to 6
/// entries.
class Traffic {
 public:
  static constexpr std::size_t kDataEntries = 24, kAckEntries = 7;
  /// Senders to one node in a phase of several.
  static constexpr std::size_t kPhaseEntries = 16;

  struct Plan {
    std::vector<Flow> flows;    ///< a sender serves its own in turn, in this order
    std::int64_t messages = 0;  ///< of each flow
    Bytes payload;              ///< at least a word
    Bytes control;
  };

  /// Before the test bed runs. Nodes that have flows must have software of none other.
  Traffic(TrapezeStack& stack, const Plan& plan);

  /// After the run: from the first call of a sender to the last message received.
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  /// For people: how many messages are under way at most, if that depends on how many nodes send to
  /// one.
  std::optional<std::string> bound() const;

 private:
  struct Outgoing {
    std::size_t to;
    std::size_t phase;
    std::int64_t sent = 0;
    std::int64_t acknowledged = 0;
  };
  struct Incoming {
    std::size_t from;
    std::size_t phase;
    std::int64_t received = 0;
  };
  struct Node {
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    std::deque<std::size_t> waiting;       ///< senders that may not send yet, if there are too many
    bool takes_turns = false;              ///< of its senders
    std::size_t turn = 0;                  ///< of the outgoing flows
    std::vector<std::int64_t> to_send;     ///< by phase
    std::vector<std::int64_t> to_receive;  ///< by phase
    std::vector<std::int64_t> met;         ///< by step: others that came to where all nodes meet
    bool idle() const { return outgoing.empty() && incoming.empty(); }
  };
  /// What the program of a node works with.
  struct Program;

  void choose_acks();
  void choose_turns();
  void run(Program& program);
  void run_phase(Program& program, std::size_t phase);
  void meet(Program& program);
  void wait(Program& program);
  void wait_for_others(Program& program);
  bool any_comes(Program& program);
  [[noreturn]] void refuse_silence(const Program& program) const;
  /// Senders with as many messages under way as they may have wait. Flows that wait for their
  /// receiver are left out.
  Outgoing* next_flow(Node& node, std::size_t phase) const;
  void send_next(Program& program, Outgoing& flow);
  void handle(Program& program, tpz_rcvmsg* in);
  void acknowledge(Program& program, const Incoming& flow);
  std::int64_t window(const Outgoing& flow) const;
  std::int64_t most_of(const Node& sender) const;
  std::uint64_t serial(std::size_t from, std::size_t to, std::int64_t number) const;

  const Plan plan_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> members_;  ///< nodes with flows
  const Time patience_;
  std::size_t phases_ = 1;
  std::int64_t ack_every_ = 1;  ///< messages
  Testbed& testbed_;
  std::int64_t received_ = 0;  ///< by all nodes
  Time begin_ = Time::never();
  Time end_;
};

}  // namespace flybar::experiments
