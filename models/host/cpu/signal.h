/// Condition sleep and wake-up.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flybar::host {

class CpuThread;

/// What a process waits for until another process or a handler says so. Notice given while nobody
/// waits is remembered, once. Who was woken looks whether what it waited for is so.
class Signal {
 public:
  explicit Signal(std::string name = "signal") : name_(std::move(name)) {}
  const std::string& name() const { return name_; }

 private:
  friend class Cpu;
  std::string name_;
  bool set_ = false;
  std::vector<CpuThread*> waiting_;
};

}  // namespace flybar::host
