#include "testbenches/experiments/page/send_frames.h"

#include <algorithm>

namespace flybar::experiments {

std::uint32_t frames_for(const host::Memory& memory, Bytes length) {
  const std::int64_t size = memory.frames.frame_size().count;
  return static_cast<std::uint32_t>(std::max<std::int64_t>(1, (length.count + size - 1) / size));
}

SendFrames::SendFrames(host::Memory& memory, std::size_t count, Bytes length) {
  const std::uint32_t each = frames_for(memory, length);
  for (std::size_t i = 0; i < count; ++i) frames_.push_back({memory.frames.allocate(each)});
}

host::Physical SendFrames::take() {
  Frame& frame = frames_[next_];
  if (frame.in_flight > 0) return 0;
  next_ = (next_ + 1) % frames_.size();
  return frame.address;
}

void* SendFrames::argument(host::Physical address) {
  const auto frame =
      std::find_if(frames_.begin(), frames_.end(),
                   [address](const Frame& candidate) { return candidate.address == address; });
  ++frame->in_flight;
  return &frame->in_flight;
}

}  // namespace flybar::experiments
