/// A flag that threads of a crew may raise at the same time.
#pragma once

#include <atomic>

namespace flybar {

/// A thread that looks at the flag, or lowers it, does so when the threads have come together, or
/// does not care which of them has raised it. Raising a flag that is up writes nothing, so that its
/// cache line stays with all processors.
class Flag {
 public:
  Flag(bool up = false) : up_(up) {}  // NOLINT(google-explicit-constructor): it is a bool
  Flag(const Flag& other) : up_(static_cast<bool>(other)) {}
  Flag& operator=(const Flag&) = delete;
  Flag& operator=(bool up) {
    if (up != *this) up_.store(up, std::memory_order_relaxed);
    return *this;
  }
  operator bool() const {  // NOLINT(google-explicit-constructor)
    return up_.load(std::memory_order_relaxed);
  }
  /// It is lowered. True if it was up.
  bool take() { return *this && up_.exchange(false, std::memory_order_relaxed); }

 private:
  std::atomic<bool> up_;
};

}  // namespace flybar
