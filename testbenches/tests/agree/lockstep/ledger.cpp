#include "testbenches/tests/agree/lockstep/ledger.h"

#include <algorithm>

#include "models/common/error.h"
#include "testbenches/experiments/page/payload.h"

namespace flybar::lockstep {
namespace {

constexpr std::uint32_t kNumberMask = 0xFFFFFF;  ///< of a message id

[[noreturn]] void refuse(trapeze::Node at, const tpz_rcvmsg* message, const std::string& found) {
  throw SimulationError("node " + std::to_string(at),
                        "message " + std::to_string(tpz_get_id(message) & kNumberMask) +
                            " of node " + std::to_string(tpz_get_source(message)) + ": " + found,
                        "messages that arrive once, as they were sent",
                        "look at the firmware's rings and at the network's counters");
}

}  // namespace

std::uint32_t Ledger::sent(trapeze::Node from, const Message& message, trapeze::Token token) {
  on_progress_();
  sent_[from].push_back({message, token});
  return static_cast<std::uint32_t>(sent_[from].size());
}

std::vector<std::uint8_t> Ledger::control_of(trapeze::Node from, std::uint32_t number,
                                             Bytes length) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(length.count));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t shift = 8 * (3 - i % 4);
    const std::uint32_t word = i < 4 ? from : number * 2654435761u + static_cast<std::uint32_t>(i);
    bytes[i] = static_cast<std::uint8_t>(word >> shift);
  }
  return bytes;
}

void Ledger::arrived(trapeze::Node at, const tpz_rcvmsg* message,
                     const std::vector<std::uint8_t>& control, const host::Memory& memory) {
  on_progress_();
  const trapeze::Node source = tpz_get_source(message);
  const std::uint32_t number = tpz_get_id(message) & kNumberMask;
  if (source >= sent_.size() || number == 0 || number > sent_[source].size())
    refuse(at, message, "nobody has sent it");
  Sent& sent = sent_[source][number - 1];
  if (sent.message.to != at) refuse(at, message, "it was for another node");
  if (sent.arrived) refuse(at, message, "it has arrived before");
  sent.arrived = true;
  ++delivered_;
  if (control != control_of(source, number, sent.message.control))
    refuse(at, message, "its control message is not what was sent");
  if (tpz_get_type(message) != sent.message.type || tpz_get_token(message) != sent.token)
    refuse(at, message, "its type or token is not what was sent");
  check_payload(at, sent, message);
  if (tpz_get_payload_len(message) > 0)
    experiments::compare(memory, tpz_get_payload(message), Bytes(tpz_get_payload_len(message)),
                         serial(source, number), "node " + std::to_string(at));
}

void Ledger::check_payload(trapeze::Node at, const Sent& sent, const tpz_rcvmsg* message) {
  const Bytes length(tpz_get_payload_len(message));
  const bool withheld =
      tpz_payload_discarded(message) || tpz_payload_truncated(message) || tpz_ipt_rejected(message);
  discarded_ += tpz_payload_discarded(message);
  if (tpz_get_token(message) != 0) check_token(at, message);
  if (withheld && length != Bytes())
    refuse(at, message, "a payload that was not delivered has a length");
  if (!withheld && length != sent.message.payload)
    refuse(at, message,
           "its payload has " + std::to_string(length.count) + " B instead of " +
               std::to_string(sent.message.payload.count));
  if (tpz_payload_truncated(message)) refuse(at, message, "its payload did not fit into its frame");
}

void Ledger::check_token(trapeze::Node at, const tpz_rcvmsg* message) {
  const trapeze::Token token = tpz_get_token(message);
  const auto found = tokens_.find({at, token});
  const bool valid = found != tokens_.end() && found->second.state == TokenState::kValid;
  const bool late = found != tokens_.end() && found->second.state == TokenState::kCancelledLate;
  if (tpz_ipt_accepted(message) == tpz_ipt_rejected(message))
    refuse(at, message, "its token was not looked at");
  rejected_ += tpz_ipt_rejected(message);
  if (tpz_ipt_rejected(message)) {
    if (valid) unexplained_.insert({at, token});
    return;
  }
  ++by_token_;
  unexplained_.erase({at, token});
  if (!valid && !late) refuse(at, message, "its token was not valid, and accepted");
  if (tpz_get_payload(message) != found->second.frame)
    refuse(at, message, "its payload lies in another buffer than that of its token");
}

std::optional<host::Physical> Ledger::returned(trapeze::Node at, const tpz_rcvmsg* message) {
  const trapeze::Token token = tpz_get_token(message);
  const auto found = tokens_.find({at, token});
  if (found == tokens_.end()) return std::nullopt;
  const bool late = found->second.state == TokenState::kCancelledLate;
  if (!tpz_ipt_accepted(message) && !late) return std::nullopt;
  found->second.state = TokenState::kUsed;
  spent_[at].push_back(token);
  return found->second.frame;
}

void Ledger::offer(trapeze::Node at, trapeze::Token token, host::Physical frame) {
  tokens_[{at, token}] = {TokenState::kValid, frame};
  offered_[at].push_back(token);
}

trapeze::Token Ledger::choose(trapeze::Node to, Tag tag, std::uint64_t random) {
  if (tag == Tag::kStale) {
    const auto& spent = spent_[to];
    return spent.empty() ? 0 : spent[random % spent.size()];
  }
  if (offered_[to].empty()) return 0;
  const trapeze::Token token = offered_[to].front();
  offered_[to].pop_front();
  return token;
}

host::Physical Ledger::cancelled(trapeze::Node at, trapeze::Token token, bool success) {
  ++(success ? cancels_ : late_cancels_);
  Given& given = tokens_[{at, token}];
  if (given.state == TokenState::kUsed && success)
    throw SimulationError("node " + std::to_string(at), "a used token was cancelled",
                          "cancels that say so if a message has used the token",
                          "look at the payload table");
  if (given.state == TokenState::kUsed) return given.frame;
  given.state = success ? TokenState::kCancelled : TokenState::kCancelledLate;
  auto& offered = offered_[at];
  offered.erase(std::remove(offered.begin(), offered.end(), token), offered.end());
  if (success) spent_[at].push_back(token);
  return given.frame;
}

std::uint64_t Ledger::messages() const {
  std::uint64_t sum = 0;
  for (const auto& node : sent_) sum += node.size();
  return sum;
}

}  // namespace flybar::lockstep
