#include "models/process/linux/computing.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "models/process/native/machine.h"

namespace flybar::process {
namespace {

/// Counts the instructions of a thread outside of the kernel; 0: of this one.
Descriptor open_counter(int tid) {
  perf_event_attr wanted = {};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  return Descriptor(
      static_cast<int>(syscall(SYS_perf_event_open, &wanted, tid, -1, -1, PERF_FLAG_FD_CLOEXEC)));
}

std::uint64_t since(std::uint64_t now, std::uint64_t& seen) {
  return now - std::exchange(seen, now);
}

}  // namespace

bool machine_counts(std::string& why_not) {
  if (open_counter(0)) return true;
  why_not = std::strerror(errno);
  return false;
}

Computed::Computed(const Computing& computing, int pid, int tid)
    : computing_(computing), pid_(pid), tid_(tid) {
  if (computing.by == Computing::By::kCounted) instructions_ = open_counter(tid);
  take(ProgramMemory(tid));
}

/// A counter that is not there any more has stopped.
std::uint64_t Computed::blocks(const ProgramMemory& memory) {
  std::uint64_t sum = 0;
  for (Counter& one : counters_)
    if (const auto now = memory.get<std::uint64_t>(one.address)) sum += since(*now, one.seen);
  return sum;
}

std::uint64_t Computed::instructions() {
  std::uint64_t now = seen_;
  if (read(instructions_.number(), &now, sizeof now) != sizeof now) return 0;
  return since(now, seen_);
}

/// The kernel's work for a call is in it, too. So what the shortest call took is taken off.
Time Computed::processor_time() {
  const std::uint64_t ns = since(machine::ns_on_processor(pid_, tid_).value_or(seen_), seen_);
  least_ = std::min(least_, ns);
  return Time::ns(static_cast<std::int64_t>(ns - least_));
}

Time Computed::take(const ProgramMemory& memory) {
  switch (computing_.by) {
    case Computing::By::kBlocks:
      return computing_.block * static_cast<std::int64_t>(blocks(memory));
    case Computing::By::kCounted:
      return computing_.instruction * static_cast<std::int64_t>(instructions());
    case Computing::By::kMeasured:
      return Time::ps(std::llround(static_cast<double>(processor_time().ps()) * computing_.slower));
    default:
      return {};
  }
}

}  // namespace flybar::process
