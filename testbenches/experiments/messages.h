/// What the host programs of the experiments do with one message.
#pragma once

#include <cstdint>

#include "testbenches/experiments/payload.h"
#include "testbenches/experiments/send_frames.h"
#include "testbenches/experiments/testbed.h"

namespace flybar::experiments {

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
