/// Messages between nodes as a plan says, every one of them accounted for.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"
#include "testbenches/tests/agree/lockstep/ledger.h"
#include "testbenches/tests/random.h"

namespace flybar::lockstep {

/// What one node does.
struct NodePlan {
  std::vector<Message> messages;   ///< in this order
  Time longest_hold;               ///< between receiving a message and releasing it
  std::int64_t hold_one_in = 1;    ///< so many are held, the others are released at once
  std::int64_t most_held = 1;      ///< at a time, released in any order
  std::int64_t detach_one_in = 0;  ///< so many entries lose their frame for some time; 0: none
  std::int64_t cancel_one_in = 0;  ///< after so many messages a token is cancelled; 0: never
  std::size_t buffers = 0;         ///< mapped for tokens from the beginning
  std::size_t expected = 0;        ///< messages to wait for
  Time patience = Time::ms(5);     ///< a node that has got nothing for so long waits no more
  Time begin;                      ///< nothing is sent before
  std::uint64_t seed = 0;
  friend bool operator==(const NodePlan&, const NodePlan&) = default;
};

/// The watchdog ends a system in which no message is sent or arrives for this long: an arbitration
/// that starves an engine makes all nodes wait for ever. No plan pauses, and no switch waits, as
/// long.
constexpr Time kNoMessageFor = Time::ms(200);

/// The software of one node.
class Station {
 public:
  /// `renew`: tokens come from the ledger, and buffers are mapped again after use.
  Station(const NodePlan& plan, Ledger& ledger, bool renew)
      : plan_(plan), ledger_(ledger), renew_(renew), random_(plan.seed) {}
  Station(const Station&) = delete;
  Station& operator=(const Station&) = delete;

  void run(experiments::TrapezeStack::Host& host);

 private:
  using Host = experiments::TrapezeStack::Host;
  struct Frame {
    host::Physical address = 0;
    int in_flight = 0;
  };

  bool finished();
  Time until_next() const;
  void send_next();
  bool send(const Message& message);
  Frame* free_frame();
  void take(tpz_rcvmsg* message);
  void check(tpz_rcvmsg* message);
  void change_frame(tpz_rcvmsg* message);
  void hold(tpz_rcvmsg* message);
  void release_one();
  void map(host::Physical frame);
  void cancel_some();

  const NodePlan& plan_;
  Ledger& ledger_;
  const bool renew_;
  Random random_;
  std::optional<Host> host_;  ///< late messages are still looked at after run()
  std::array<Frame, 4> frames_;
  std::size_t next_ = 0;  ///< message to send
  std::size_t received_ = 0;
  Time due_;               ///< of the next message
  bool all_left_ = false;  ///< all messages have been sent
  Time last_;              ///< something arrived
  std::deque<tpz_rcvmsg*> held_;
  std::vector<host::Physical> spare_;   ///< frames taken out of entries
  std::vector<trapeze::Token> mapped_;  ///< tokens that may be cancelled
};

}  // namespace flybar::lockstep
