/// Runs the agenda of one node beside the SystemC kernel, as the scheduler of a cluster would.
#pragma once

#include <exception>
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
    SC_METHOD(run);
  }
  /// What software threw, which has ended the simulation.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void run() {
    try {
      advance();
    } catch (...) {
      error_ = std::current_exception();
      sc_core::sc_stop();
    }
  }
  void advance() {
    const Time now = kernel_time();
    if (kernel_.resume_due(now) || kernel_.resume_in_step(now) ||
        sc_core::sc_pending_activity_at_current_time())
      return next_trigger(sc_core::SC_ZERO_TIME);
    kernel_.set_limit(next_kernel_event());
    while (agenda_.next() < kernel_.horizon()) agenda_.run_next(kernel_.horizon());
    if (kernel_.horizon() != Time::never()) next_trigger(to_systemc(kernel_.horizon() - now));
  }

  std::exception_ptr error_;
  Agenda& agenda_;
  KernelBorder& kernel_;
};

}  // namespace flybar::host
