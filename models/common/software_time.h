/// The instant of the host software that runs, which is that of its node: nodes run ahead of the
/// kernel, each as far as it may.
#pragma once

#include "models/common/systemc_time.h"
#include "models/common/units.h"

namespace flybar {

/// As long as one exists, the software of a node acts at an instant.
class SoftwareAt {
 public:
  explicit SoftwareAt(Time at) : before_(present) { present = at; }
  SoftwareAt(const SoftwareAt&) = delete;
  SoftwareAt& operator=(const SoftwareAt&) = delete;
  ~SoftwareAt() { present = before_; }

 private:
  friend Time software_time();
  static inline thread_local constinit Time present = Time::never();
  const Time before_;
};

/// For software: its instant. Where no software runs, that of the kernel.
inline Time software_time() {
  return SoftwareAt::present == Time::never() ? kernel_time() : SoftwareAt::present;
}

}  // namespace flybar
