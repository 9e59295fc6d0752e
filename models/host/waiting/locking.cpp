/// Locks of a CPU's processes.
#include <algorithm>
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/cpu/cpu.h"
#include "models/host/waiting/lock.h"

namespace flybar::host {
namespace {

constexpr Label kLock{"lock", Share::kSystem};
constexpr Label kUnlock{"unlock", Share::kSystem};

/// Names each waiting process and its lock, from `thread` up to the process that would wait for
/// `thread`. The text is empty if no process would.
std::string cycle(const CpuThread& thread, const Lock& wanted) {
  std::string path = "\"" + thread.name + "\"";
  for (const Lock* lock = &wanted;; lock = lock->holder()->wait.lock) {
    const CpuThread* holder = lock->holder();
    path += " waits for lock \"" + lock->name() + "\", held by \"" + holder->name + "\"";
    if (holder == &thread) return path;
    if (holder->wait.what != Wait::For::kLock) return "";
    path += ", which";
  }
}

[[noreturn]] void refuse(const Cpu& cpu, const std::string& found, const char* advice) {
  throw SimulationError(std::string(cpu.name()) + " at " + quantity::print(software_time()), found,
                        "a process that takes a lock, and gives it back once", advice);
}

}  // namespace

void Cpu::lock(Lock& lock) {
  must_not_block("lock()");
  spend(params_.lock, kLock);
  sync();
  CpuThread& thread = dispatcher_.current();
  if (lock.is_free()) {
    lock.holder_ = &thread;
    return;
  }
  if (lock.holder_ == &thread) {
    refuse(*this, "\"" + thread.name + "\" takes lock \"" + lock.name() + "\", which it holds",
           "give it back first");
  }
  if (const std::string path = cycle(thread, lock); !path.empty()) {
    refuse(*this, "deadlock: " + path, "take locks in the same order everywhere");
  }
  lock.waiting_.push_back(&thread);
  block(thread, {.what = Wait::For::kLock, .since = software_time(), .lock = &lock});
}

void Cpu::unlock(Lock& lock) {
  if (in_handler()) must_not_block("unlock()");
  spend(params_.lock, kUnlock);
  sync();
  const CpuThread& thread = dispatcher_.current();
  if (lock.holder_ != &thread) {
    const std::string holder = lock.is_free() ? "is free" : "\"" + lock.holder_->name + "\" holds";
    refuse(*this,
           "\"" + thread.name + "\" gives back lock \"" + lock.name() + "\", which " + holder,
           "take it first, in the same process");
  }
  lock.holder_ = nullptr;
  if (lock.waiting_.empty()) return;
  lock.holder_ = lock.waiting_.front();
  lock.waiting_.pop_front();
  dispatcher_.make_ready(*lock.holder_, software_time());
}

}  // namespace flybar::host
