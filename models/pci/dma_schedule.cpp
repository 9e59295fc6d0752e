#include "models/pci/dma_schedule.h"

#include <algorithm>

namespace flybar::pci {

namespace {

Bytes until_boundary(std::uint64_t address, Bytes length, Bytes boundary) {
  if (boundary == Bytes()) return length;
  const auto into = static_cast<std::int64_t>(address % static_cast<std::uint64_t>(boundary.count));
  return std::min(length, boundary - Bytes(into));
}

}  // namespace

DmaSchedule::DmaSchedule(const BridgeParams& params, Clock clock)
    : params_(params),
      clock_(clock),
      buffer_free_(static_cast<std::size_t>(std::max<std::int64_t>(params.write_buffers, 1))) {}

Bytes DmaSchedule::readable(std::uint64_t address, Bytes length) const {
  return until_boundary(address, length, params_.read_disconnect);
}

void DmaSchedule::read(std::uint64_t address, Bytes length, Time frame, Time memory,
                       Burst& burst) const {
  const Cycles phase = 1_cycles + params_.read_wait;
  const Time ready = frame + clock_.time(1_cycles + params_.read_latency + phase);
  burst.first_data = memory == Time() ? ready : clock_.edge_at_or_after(ready + memory);
  burst.interval = clock_.time(phase);
  burst.words = static_cast<std::uint32_t>(readable(address, length).count / kWord);
}

bool DmaSchedule::write(std::uint64_t address, Bytes length, Time frame, Burst& burst) const {
  burst.words = 0;
  if (buffer_free_[oldest_] > frame + clock_.period()) return false;
  const Cycles phase = 1_cycles + params_.write_wait;
  burst.first_data = frame + clock_.time(1_cycles + params_.write_latency + phase);
  burst.interval = clock_.time(phase);
  const Bytes taken = until_boundary(address, length, params_.write_disconnect);
  burst.words = static_cast<std::uint32_t>(taken.count / kWord);
  return true;
}

void DmaSchedule::written(Time now) {
  memory_free_ = std::max(memory_free_, now) + params_.write_recovery;
  buffer_free_[oldest_] = memory_free_;
  oldest_ = (oldest_ + 1) % buffer_free_.size();
}

Time DmaSchedule::retry_end(Time frame) const {
  return frame + clock_.time(1_cycles + params_.write_latency + 1_cycles);
}

}  // namespace flybar::pci
