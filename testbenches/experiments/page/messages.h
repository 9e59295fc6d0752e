/// What the host programs of the experiments do with one message.
#pragma once

#include <cstdint>
#include <optional>

#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/page/send_frames.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

struct Message {
  trapeze::Node destination = 0;
  Bytes control;
  Bytes payload;
  std::uint64_t serial = 0;  ///< decides the contents
  std::uint8_t type = 0;     ///< of receive handler
};

/// Sends one message, waiting for a free entry and a free frame if there is none.
void send(TrapezeStack::Host& host, SendFrames& frames, const Message& message);

/// Takes pages out of messages: the entry that a page came in gets the page taken before it.
class TakenPages {
 public:
  explicit TakenPages(TrapezeStack::Host& host);
  /// The page of `in`, which stays as it is until the next call.
  host::Physical take(tpz_rcvmsg* in);

 private:
  host::Physical spare_;
};

/// Reads `control` bytes of a message that has arrived, takes its page, and compares all of it with
/// what message `serial` must hold. Its payload must have `payload` bytes.
void check(TrapezeStack::Host& host, TakenPages& pages, tpz_rcvmsg* in, Bytes control,
           Bytes payload, std::uint64_t serial);

/// Longer than any experiment pauses: who waits so long for a message will not get it.
constexpr Time kMessagePatience = Time::ms(2000);
/// Throws the SimulationError of that.
[[noreturn]] void refuse_lost(const TrapezeStack::Host& host, std::uint64_t serial);

/// Of a network that loses messages: waits for `patience` for a message of this serial or a later
/// one, and checks it as above. The serial that has come, or nothing.
std::optional<std::uint64_t> receive_next(TrapezeStack::Host& host, TakenPages& pages,
                                          Bytes control, Bytes payload, std::uint64_t serial,
                                          Time patience);

/// Waits for one message, checks it as above, and releases it.
void receive(TrapezeStack::Host& host, TakenPages& pages, Bytes control, Bytes payload,
             std::uint64_t serial);

}  // namespace flybar::experiments
