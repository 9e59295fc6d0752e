/// What the host programs of the experiments do with one message.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbenches/experiments/payload.h"
#include "testbenches/experiments/testbed.h"

namespace flybar::experiments {

/// The frames that a program sends from, in turn: one is filled again only after it has left.
class SendFrames {
 public:
  SendFrames(host::Memory& memory, std::size_t count, Bytes length);

  /// A frame that is not being sent, or 0 if there is none.
  host::Physical take();
  /// To be given to tpz_attach_sendmsg() with `argument(frame)`.
  static void sent(void* argument) { --*static_cast<int*>(argument); }
  void* argument(host::Physical frame);

 private:
  struct Frame {
    host::Physical address;
    int in_flight = 0;
  };
  std::vector<Frame> frames_;
  std::size_t next_ = 0;
};

struct Message {
  trapeze::Node destination = 0;
  Bytes control;
  Bytes payload;
  std::uint64_t serial = 0;  ///< decides the contents
};

/// Sends one message, waiting for a free entry and a free frame if there is none.
void send(Testbed::Host& host, SendFrames& frames, const Message& message);

/// Waits for one message, reads `control` bytes of it, compares all of it with what message
/// `serial` must hold, and releases it. Its payload must have `payload` bytes.
void receive(Testbed::Host& host, Bytes control, Bytes payload, std::uint64_t serial);

}  // namespace flybar::experiments
