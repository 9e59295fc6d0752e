/// Mutual exclusion of the processes of one CPU.
#pragma once

#include <deque>
#include <exception>
#include <string>
#include <utility>

#include "models/host/cpu/cpu.h"

namespace flybar::host {

/// Cpu::unlock() hands it to the process that has waited longest.
class Lock {
 public:
  explicit Lock(std::string name) : name_(std::move(name)) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  const std::string& name() const { return name_; }
  bool is_free() const { return holder_ == nullptr; }
  /// Null if it is free.
  const CpuThread* holder() const { return holder_; }

 private:
  friend class Cpu;
  const std::string name_;
  CpuThread* holder_ = nullptr;
  std::deque<CpuThread*> waiting_;
};

/// Holds a lock as long as it lives. When an exception ends the software, the lock stays taken:
/// giving it back would take time.
class LockGuard {
 public:
  LockGuard(Cpu& cpu, Lock& lock) : cpu_(cpu), lock_(lock) { cpu_.lock(lock_); }
  ~LockGuard() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) cpu_.unlock(lock_);
  }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

 private:
  Cpu& cpu_;
  Lock& lock_;
  const int exceptions_ = std::uncaught_exceptions();
};

}  // namespace flybar::host
