#include "traces/sinks/firmware/firmware_slices.h"

#include <algorithm>

namespace flybar {

void FirmwareSlices::add(const FirmwareSlice& slice) {
  if (open_ && last_.label == slice.label && last_.end == slice.begin) {
    last_.end = slice.end;
    return;
  }
  if (open_) complete(last_);
  last_ = slice;
  open_ = true;
}

void FirmwareSlices::add_laps(std::span<const FirmwareSlice> lap, std::uint64_t period,
                              std::uint64_t laps) {
  const auto in_one = [&](const FirmwareSlice& slice) { return slice.label == lap[0].label; };
  const bool simple = std::all_of(lap.begin(), lap.end(), in_one);
  for (std::uint64_t done = 0; done < laps; ++done) {
    const bool was_in_loop = in_loop_;
    const std::uint64_t loop_began = loop_.begin;
    const std::size_t phase = phase_;
    const FirmwareSlice last = last_;
    for (const FirmwareSlice& slice : lap)
      add({slice.begin + done * period, slice.end + done * period, slice.label});
    // From one lap to the next nothing has changed but the time.
    const bool same_loop = was_in_loop && in_loop_ && loop_.begin == loop_began &&
                           phase == phase_ && alike(last, last_);
    if (done == 0 || !(simple || same_loop)) continue;
    const std::uint64_t rest = (laps - done - 1) * period;
    if (!simple) last_.begin += rest, loop_.end += rest;
    last_.end += rest;
    return;
  }
}

void FirmwareSlices::complete(const FirmwareSlice& slice) {
  if (in_loop_ && goes_on(slice)) return;
  if (in_loop_) {
    put_(loop_);
    in_loop_ = false;
    recent_.clear();
  }
  recent_.push_back(slice);
  for (std::size_t period = 2; period <= std::min(kLongestLap, recent_.size() / 2); ++period)
    if (repeats(period)) return begin_loop(period);
  if (recent_.size() == 2 * kLongestLap) put_oldest(1);
}

bool FirmwareSlices::goes_on(const FirmwareSlice& slice) {
  if (!alike(slice, recent_[phase_]) || slice.begin != loop_.end) return false;
  loop_.end = slice.end;
  phase_ = (phase_ + 1) % recent_.size();
  return true;
}

/// The last `period` slices are those before them once more.
bool FirmwareSlices::repeats(std::size_t period) const {
  const FirmwareSlice* end = recent_.data() + recent_.size();
  for (std::size_t i = 1; i <= period; ++i) {
    const FirmwareSlice* slice = end - i;
    if (!alike(*slice, *(slice - period)) || slice[-1].end != slice->begin) return false;
  }
  return true;
}

void FirmwareSlices::begin_loop(std::size_t period) {
  put_oldest(recent_.size() - 2 * period);
  loop_ = {recent_.front().begin, recent_.back().end, loop_label_};
  recent_.erase(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(period));
  in_loop_ = true;
  phase_ = 0;
}

void FirmwareSlices::put_oldest(std::size_t count) {
  const auto end = recent_.begin() + static_cast<std::ptrdiff_t>(count);
  std::for_each(recent_.begin(), end, put_);
  recent_.erase(recent_.begin(), end);
}

void FirmwareSlices::close() {
  if (open_) complete(last_);
  open_ = false;
  if (in_loop_)
    put_(loop_);
  else
    put_oldest(recent_.size());
  in_loop_ = false;
  recent_.clear();
}

}  // namespace flybar
