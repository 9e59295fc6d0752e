/// Frames that a program sends from.
#pragma once

#include <cstddef>
#include <vector>

#include "models/host/memory/memory.h"

namespace flybar::experiments {

/// How many page frames hold `length`, at least one.
std::uint32_t frames_for(const host::Memory& memory, Bytes length);

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

}  // namespace flybar::experiments
