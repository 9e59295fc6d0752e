/// Runs the agenda of one node beside the SystemC kernel, as the scheduler of a cluster would.
#pragma once

#include <systemc>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/common/systemc_time.h"

namespace flybar::host {

class NodeRunner : public sc_core::sc_module {
 public:
  NodeRunner(sc_core::sc_module_name name, Agenda& agenda, KernelBorder& kernel)
      : sc_module(name), agenda_(agenda), kernel_(kernel) {
    SC_HAS_PROCESS(NodeRunner);
    SC_THREAD(run);
  }

 private:
  void run() {
    while (true) {
      while (kernel_.notify_due(kernel_time()) || sc_core::sc_pending_activity_at_current_time())
        wait(sc_core::SC_ZERO_TIME);
      kernel_.set_limit(next_kernel_event());
      while (agenda_.next() < kernel_.horizon()) agenda_.run_next(kernel_.horizon());
      if (kernel_.horizon() == Time::never()) return;
      wait(to_systemc(kernel_.horizon() - kernel_time()));
    }
  }

  Agenda& agenda_;
  KernelBorder& kernel_;
};

}  // namespace flybar::host
