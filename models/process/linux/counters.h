/// eventfd and timerfd: numbers that can be waited for.
#pragma once

#include "models/common/agenda.h"
#include "models/process/linux/object.h"

namespace flybar::process {

class EventCounter final : public LocalObject {
 public:
  EventCounter(host::Cpu& cpu, std::uint64_t count, bool semaphore)
      : LocalObject(cpu), count_(count), semaphore_(semaphore) {}

  int ready() const override { return (count_ > 0 ? POLLIN : 0) | POLLOUT; }
  std::int64_t receive(std::span<std::byte> to, const How& how) override;
  std::int64_t send(std::span<const std::byte> from, const How& how) override;

 private:
  std::uint64_t count_;
  const bool semaphore_;
};

/// Times are those of the host's CPU.
class Timer final : public LocalObject {
 public:
  Timer(host::Cpu& cpu, int clock) : LocalObject(cpu), clock_(clock) {}

  int ready() const override { return due() > 0 ? POLLIN : 0; }
  std::int64_t receive(std::span<std::byte> to, const How& how) override;
  /// From `first` on, which may have passed, each `period`; never() as first: not at all. Zero as
  /// period: once.
  void set(Time first, Time period);
  Time first() const { return next_; }
  Time period() const { return period_; }
  int clock() const { return clock_; }
  /// When it will be ready, for who waits for it.
  Time next() const { return due() > 0 ? Time() : next_; }

 private:
  std::uint64_t due() const;

  const int clock_;
  Time next_ = Time::never();
  Time period_;
};

}  // namespace flybar::process
