/// Runs one NIC in a SystemC platform that has neither Scheduler nor Network: what is on its bus
/// and its link may be any processes that keep to models/pci/protocol.h and
/// models/myrinet/link/protocol.h, and that call at the kernel's time or ahead of it.
///
/// The NIC passes a clock once that has ended before the kernel's next event, because a process may
/// reach the NIC then. After each clock the kernel is asked again: what the NIC has called may be
/// due sooner. This is exact for any platform, and slower than the Scheduler, which knows of each
/// node until when nothing can reach it.
#pragma once

#include <systemc>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/contracts/runner.h"

namespace flybar::cluster {

class Standalone : public sc_core::sc_module {
 public:
  /// `kernel` and `agenda` are those that the NIC was built with; neither has another driver.
  Standalone(sc_core::sc_module_name name, KernelBorder& kernel, Runner& runner, Agenda& agenda);

 private:
  void advance();
  void run_next(Time limit);

  KernelBorder& kernel_;
  Runner& runner_;
  Agenda& agenda_;
};

}  // namespace flybar::cluster
