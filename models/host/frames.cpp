#include "models/host/frames.h"

#include <bit>
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/systemc_time.h"

namespace flybar::host {
namespace {

[[noreturn]] void refuse(const std::string& what, std::string found, std::string allowed,
                         std::string advice) {
  throw SimulationError(what + " at " + quantity::print(kernel_time()), std::move(found),
                        std::move(allowed), std::move(advice));
}

std::string frame_text(std::size_t index, FrameState state) {
  return "frame " + std::to_string(index) + " is " + std::string(name(state));
}

}  // namespace

Frames::Frames(Bytes size, Bytes frame_size)
    : frame_size_(frame_size),
      shift_(
          static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(frame_size.count)))) {
  if (frame_size.count <= 0 || size.count <= 0 || size.count % frame_size.count != 0 ||
      !std::has_single_bit(static_cast<std::uint64_t>(frame_size.count))) {
    throw ConfigurationError(
        {{"host.memory", quantity::print(size) + " in frames of " + quantity::print(frame_size),
          "a whole number of frames, each a power of two", "change host.memory or host.frame"}});
  }
  frames_.resize(static_cast<std::size_t>(size.count / frame_size.count));
  frames_[0].state = FrameState::kReserved;
  free_count_ = static_cast<std::uint32_t>(frames_.size() - 1);
}

bool Frames::is_free_run(std::size_t first, std::uint32_t count) const {
  if (first + count > frames_.size()) return false;
  for (std::size_t i = first; i < first + count; ++i) {
    if (frames_[i].state != FrameState::kFree) return false;
  }
  return true;
}

Physical Frames::allocate(std::uint32_t count) {
  for (std::size_t tried = 0; tried < frames_.size(); ++tried) {
    const std::size_t first = (next_ + tried) % frames_.size();
    if (!is_free_run(first, count)) continue;
    for (std::size_t i = first; i < first + count; ++i) frames_[i].state = FrameState::kHost;
    next_ = (first + count) % frames_.size();
    free_count_ -= count;
    return static_cast<Physical>(first << shift_);
  }
  refuse("allocation of " + std::to_string(count) + " frames",
         "only " + std::to_string(free_count_) + " frames are free, or not in a row",
         "as many as host.memory holds", "free frames or give the host more memory");
}

template <class Visit>
void Frames::each(Physical address, Bytes length, Visit visit) {
  if (length.count <= 0) return;
  if (!contains(address, length)) {
    refuse("host memory", "address " + std::to_string(address) + " + " + quantity::print(length),
           "below " + quantity::print(Bytes(static_cast<std::int64_t>(count()) << shift_)),
           "use addresses that allocate() returned");
  }
  const std::size_t last = index(address + static_cast<Physical>(length.count) - 1);
  for (std::size_t i = index(address); i <= last; ++i) visit(i, frames_[i]);
}

bool Frames::contains(Physical address, Bytes length) const {
  return length.count >= 0 && address + static_cast<std::uint64_t>(length.count) <=
                                  static_cast<std::uint64_t>(count()) << shift_;
}

void Frames::free(Physical address, std::uint32_t count) {
  each(address, Bytes(static_cast<std::int64_t>(count) << shift_),
       [&](std::size_t i, Frame& frame) {
         if (frame.state != FrameState::kHost) {
           refuse("free", frame_text(i, frame.state), "a frame that belongs to the host",
                  "detach it and wait until its transfer is complete");
         }
         frame.state = FrameState::kFree;
         ++free_count_;
       });
}

void Frames::lend(Physical address, Bytes length, FrameState to) {
  each(address, length, [&](std::size_t i, Frame& frame) {
    const bool again = to == FrameState::kSending && frame.state == FrameState::kSending;
    if (frame.state != FrameState::kHost && !again) {
      refuse("attach as " + std::string(name(to)), frame_text(i, frame.state),
             "a frame that belongs to the host", "wait until its earlier transfer is complete");
    }
    frame.state = to;
    if (to == FrameState::kSending) ++frame.sends;
  });
}

void Frames::take_back(Physical address, Bytes length) {
  each(address, length, [&](std::size_t i, Frame& frame) {
    if (frame.state != FrameState::kSending && frame.state != FrameState::kReceiving &&
        frame.state != FrameState::kShared) {
      refuse("detach", frame_text(i, frame.state), "a frame that was attached",
             "detach each frame once");
    }
    if (frame.state == FrameState::kSending && --frame.sends > 0) return;
    frame.state = FrameState::kHost;
  });
}

std::string_view name(FrameState state) {
  switch (state) {
    case FrameState::kReserved:
      return "reserved";
    case FrameState::kFree:
      return "free";
    case FrameState::kHost:
      return "the host's";
    case FrameState::kSending:
      return "being sent";
    case FrameState::kReceiving:
      return "receiving";
    case FrameState::kShared:
      return "shared";
  }
  return "unknown";
}

}  // namespace flybar::host
