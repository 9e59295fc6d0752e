#include "models/host/memory/frames.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"

namespace flybar::host {
namespace {

/// A freed frame is not used again before N other frames were freed: until then, checks find
/// software or a device that still uses it.
constexpr std::size_t kRest = 128;

[[noreturn]] void refuse(const std::string& what, std::string found, std::string allowed,
                         std::string advice) {
  throw SimulationError(what + " at " + quantity::print(software_time()), std::move(found),
                        std::move(allowed), std::move(advice));
}

std::string frame_text(std::size_t index, FrameState state) {
  return "frame " + std::to_string(index) + " is " + std::string(name(state));
}

/// Throws ConfigurationError unless it is a whole number.
std::size_t frame_count(Bytes size, Bytes frame_size) {
  if (frame_size.count <= 0 || size.count <= 0 || size.count % frame_size.count != 0 ||
      !std::has_single_bit(static_cast<std::uint64_t>(frame_size.count))) {
    throw ConfigurationError(
        {{"host.memory", quantity::print(size) + " in frames of " + quantity::print(frame_size),
          "a whole number of frames, each a power of two", "change host.memory or host.frame"}});
  }
  return static_cast<std::size_t>(size.count / frame_size.count);
}

}  // namespace

Frames::Frames(Bytes size, Bytes frame_size)
    : frame_size_(frame_size),
      shift_(static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(frame_size.count)))),
      rested_(frame_count(size, frame_size)) {
  frames_.resize(frame_count(size, frame_size));
  frames_[0].state = FrameState::kReserved;
}

bool Frames::is_free_run(std::size_t first, std::uint32_t count) const {
  if (first + count > frames_.size()) return false;
  for (std::size_t i = first; i < first + count; ++i) {
    if (frames_[i].state != FrameState::kFree) return false;
  }
  return true;
}

/// The frame to take next: the one that was freed first, or a frame that was never used while fewer
/// than kRest frames rest.
std::size_t Frames::next() const {
  const bool unused = rested_.size() < kRest && unused_ < frames_.size();
  return unused ? unused_ : rested_.oldest().value_or(0);
}

/// The first of as many in a row, looking from the next one.
std::optional<std::size_t> Frames::find_run(std::uint32_t count) const {
  const std::size_t begin = next();
  for (std::size_t tried = 0; tried < frames_.size(); ++tried) {
    const std::size_t first = (begin + tried) % frames_.size();
    if (is_free_run(first, count)) return first;
  }
  return std::nullopt;
}

Physical Frames::allocate(std::uint32_t count) {
  if (const auto address = try_allocate(count)) return *address;
  refuse("allocation of " + std::to_string(count) + " frames",
         "only " + std::to_string(free_count()) + " frames are free, or not in a row",
         "as many as host.memory holds", "free frames or give the host more memory");
}

std::optional<Physical> Frames::try_allocate(std::uint32_t count) {
  if (count > free_count()) return std::nullopt;
  const auto first = find_run(count);
  if (!first) return std::nullopt;
  for (std::size_t i = *first; i < *first + count; ++i) {
    frames_[i].state = FrameState::kHost;
    rested_.remove(i);
  }
  unused_ = std::max(unused_, *first + count);
  return static_cast<Physical>(*first << shift_);
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
         if (frame.pins > 0) {
           refuse("free", "frame " + std::to_string(i) + " is pinned", "a frame without pins",
                  "leave it to who unpins it last");
         }
         frame.state = FrameState::kFree;
         rested_.touch(i);
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

/// Throws SimulationError unless it is somebody's.
Frames::Frame& Frames::frame(Physical address, const char* what) {
  if (!contains(address, Bytes(1)))
    refuse(what, "address " + std::to_string(address), "an address in memory",
           "use addresses that allocate() returned");
  Frame& frame = frames_[index(address)];
  if (frame.state == FrameState::kFree || frame.state == FrameState::kReserved)
    refuse(what, frame_text(index(address), frame.state), "a frame that is allocated",
           "allocate it first");
  return frame;
}

void Frames::pin(Physical address) {
  Frame& pinned = frame(address, "pin");
  if (pinned.pins == std::numeric_limits<std::uint16_t>::max())
    refuse("pin", "frame " + std::to_string(index(address)) + " is pinned 65535 times", "65535",
           "unpin it as often as it is pinned");
  ++pinned.pins;
  ++pinned_;
}

std::uint32_t Frames::unpin(Physical address) {
  Frame& pinned = frame(address, "unpin");
  if (pinned.pins == 0)
    refuse("unpin", "frame " + std::to_string(index(address)) + " is not pinned",
           "a frame that is pinned", "unpin it as often as it is pinned");
  --pinned_;
  return --pinned.pins;
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
