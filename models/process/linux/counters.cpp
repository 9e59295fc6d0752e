#include "models/process/linux/counters.h"

#include <cstring>

namespace flybar::process {
namespace {

std::int64_t put(std::uint64_t number, std::span<std::byte> to) {
  std::memcpy(to.data(), &number, sizeof number);
  return sizeof number;
}

}  // namespace

std::int64_t EventCounter::receive(std::span<std::byte> to, const How& how) {
  if (to.size() < sizeof count_) return -EINVAL;
  const Time until = deadline_of(cpu(), how.timeout);
  while (count_ == 0)
    if (!wait(until)) return -EAGAIN;
  const std::uint64_t given = semaphore_ ? 1 : count_;
  count_ -= given;
  changed();
  return put(given, to);
}

std::int64_t EventCounter::send(std::span<const std::byte> from, const How& how) {
  std::uint64_t more = 0;
  if (from.size() < sizeof more) return -EINVAL;
  std::memcpy(&more, from.data(), sizeof more);
  constexpr std::uint64_t kMost = ~std::uint64_t{0} - 1;
  if (more > kMost) return -EINVAL;
  const Time until = deadline_of(cpu(), how.timeout);
  while (kMost - count_ < more)
    if (!wait(until)) return -EAGAIN;
  count_ += more;
  changed();
  return sizeof more;
}

std::uint64_t Timer::due() const {
  const Time now = const_cast<Timer*>(this)->cpu().now();
  if (next_ > now) return 0;
  return period_ == Time() ? 1 : static_cast<std::uint64_t>((now - next_) / period_) + 1;
}

void Timer::set(Time first, Time period) {
  next_ = first;
  period_ = period;
  changed();
}

std::int64_t Timer::receive(std::span<std::byte> to, const How& how) {
  if (to.size() < sizeof(std::uint64_t)) return -EINVAL;
  const Time until = deadline_of(cpu(), how.timeout);
  while (due() == 0)
    if (!wait(std::min(until, next_)) && cpu().now() >= until) return -EAGAIN;
  const std::uint64_t times = due();
  next_ = period_ == Time() ? Time::never() : next_ + period_ * static_cast<std::int64_t>(times);
  return put(times, to);
}

}  // namespace flybar::process
