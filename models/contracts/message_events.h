/// What those who follow messages from host to host are told, whatever card and stack carry them.
///
/// A stack tells where the way of a message begins and ends. What lies between, cards tell as
/// activities (models/common/observer.h) on tracks that declare which Lane they are. Engines of the
/// link name their message. One that reads or writes the host names it, too, if it can. Else it
/// takes the messages of its node in their order, and the bytes that the stack says tell them
/// apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/common/units.h"

namespace flybar {

/// What all observers call a message, equal at both ends and in between, and in every trace: the
/// third message of node 0 is 3, that of node 2 is 2000000003.
constexpr std::uint64_t message_id(std::size_t source, std::uint32_t serial) {
  return source * std::uint64_t{1'000'000'000} + serial;
}

struct SentMessage {
  std::uint64_t id;  ///< message_id()
  std::uint32_t source;
  std::uint32_t destination;
  Bytes control;
  Bytes payload;
  Bytes fetched;    ///< by the reads of the card, and
  Bytes deposited;  ///< by the writes of the receiving one, if they do not name their message
  Time begin;       ///< the software asked for room to send it
  Time end;         ///< it has posted the last word of it
};

struct ReceivedMessage {
  std::uint64_t id;
  std::uint32_t node;  ///< whose software was told of it
  Time begin;          ///< it saw the message
  Time end;            ///< it has given the message back
  /// When the card raised the interrupt through which the software saw the message. Nothing if the
  /// software looked by itself.
  std::optional<Time> interrupted = std::nullopt;
  Time gathered = {};  ///< the card waits at most so long for more messages before it interrupts
};

/// Called where the software acts: of one node in the order of time, of several nodes a message as
/// sent before it is received. Of a message that is told of as received more than once, the first
/// call counts.
class MessageWatcher {
 public:
  virtual ~MessageWatcher() = default;
  virtual void sent(const SentMessage& message) = 0;
  virtual void received(const ReceivedMessage& message) = 0;
};

}  // namespace flybar
