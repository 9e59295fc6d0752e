/// What was sent, what arrived, and what became of the rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/host/memory/memory.h"
#include "models/trapeze/names.h"
#include "models/trapeze/trapeze.h"

namespace flybar::lockstep {

/// What token a message carries.
enum class Tag : std::uint8_t {
  kFixed,  ///< the one that the plan says
  kValid,  ///< one that its receiver has given out, if there is any
  kStale,  ///< one that was used or cancelled, if there is any
};

struct Message {
  trapeze::Node to = 0;
  Bytes control;
  Bytes payload;
  std::uint8_t type = 0;
  Tag tag = Tag::kFixed;
  trapeze::Token token = 0;
  Time gap;  ///< from the message before
  friend bool operator==(const Message&, const Message&) = default;
};

/// Everything that all nodes know together. Throws SimulationError at the first message that is not
/// what was sent, comes twice, to the wrong node, or with a buffer that is not its own.
class Ledger {
 public:
  /// Calls `on_progress` for each message that is sent or arrives.
  explicit Ledger(
      std::size_t nodes, std::function<void()> on_progress = [] {})
      : on_progress_(std::move(on_progress)), sent_(nodes), offered_(nodes), spent_(nodes) {}

  /// The next message of `from`, before it is released: its number there, from 1.
  std::uint32_t sent(trapeze::Node from, const Message& message, trapeze::Token token);
  static std::vector<std::uint8_t> control_of(trapeze::Node from, std::uint32_t number,
                                              Bytes length);
  /// For experiments::fill() and compare().
  static std::uint64_t serial(trapeze::Node from, std::uint32_t number) {
    return static_cast<std::uint64_t>(from) << 32 | number;
  }
  void arrived(trapeze::Node at, const tpz_rcvmsg* message,
               const std::vector<std::uint8_t>& control, const host::Memory& memory);

  // Tokens.
  void offer(trapeze::Node at, trapeze::Token token, host::Physical frame);
  /// A token to send to `to` with; 0 if there is none of that kind.
  trapeze::Token choose(trapeze::Node to, Tag tag, std::uint64_t random);
  /// `success` as tpz_ipt_cancel() says. The buffer of the token, which is free if so.
  host::Physical cancelled(trapeze::Node at, trapeze::Token token, bool success);
  /// The buffer that the message, which has arrived with a token, gives back to the host, if any.
  std::optional<host::Physical> returned(trapeze::Node at, const tpz_rcvmsg* message);

  void sender_done(Time at) {
    ++done_;
    last_done_ = std::max(last_done_, at);
  }
  /// If all_sent().
  Time all_sent_at() const { return last_done_; }
  bool all_sent() const { return done_ == sent_.size(); }

  std::uint64_t messages() const;
  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t by_token() const { return by_token_; }
  std::uint64_t rejected() const { return rejected_; }
  /// Tokens that were rejected as used, although no message that has arrived had used them.
  /// Handlers overtake those who wait, so that one that did may arrive later.
  std::size_t rejected_unused() const { return unexplained_.size(); }
  std::uint64_t discarded() const { return discarded_; }
  std::uint64_t cancels() const { return cancels_; }
  std::uint64_t late_cancels() const { return late_cancels_; }

 private:
  struct Sent {
    Message message;
    trapeze::Token token;
    bool arrived = false;
  };
  /// kCancelledLate: the cancel came when a message had used it, and perhaps in time for that.
  enum class TokenState : std::uint8_t { kValid, kUsed, kCancelled, kCancelledLate };
  struct Given {
    TokenState state;
    host::Physical frame;
  };
  void check_payload(trapeze::Node at, const Sent& sent, const tpz_rcvmsg* message);
  void check_token(trapeze::Node at, const tpz_rcvmsg* message);

  const std::function<void()> on_progress_;
  std::vector<std::vector<Sent>> sent_;
  std::vector<std::deque<trapeze::Token>> offered_;
  std::vector<std::vector<trapeze::Token>> spent_;
  std::map<std::pair<trapeze::Node, trapeze::Token>, Given> tokens_;
  std::set<std::pair<trapeze::Node, trapeze::Token>> unexplained_;
  std::size_t done_ = 0;
  Time last_done_;
  std::uint64_t delivered_ = 0, by_token_ = 0, rejected_ = 0, discarded_ = 0;
  std::uint64_t cancels_ = 0, late_cancels_ = 0;
};

}  // namespace flybar::lockstep
