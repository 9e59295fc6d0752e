#include "models/cluster/run/standalone.h"

#include <algorithm>

namespace flybar::cluster {

namespace {

/// The NIC runs at most this far ahead of the kernel, so that time passes in a platform in which
/// nothing else happens.
constexpr Time kLongestStretch = Time::us(100);

}  // namespace

Standalone::Standalone(sc_core::sc_module_name name, KernelBorder& kernel, Runner& runner,
                       Agenda& agenda)
    : sc_module(name), kernel_(kernel), runner_(runner), agenda_(agenda) {
  SC_HAS_PROCESS(Standalone);
  SC_METHOD(advance);
}

void Standalone::advance() {
  for (;;) {
    while (kernel_.resume_due(kernel_time()) || kernel_.resume_in_step(kernel_time())) {
    }
    if (sc_core::sc_pending_activity_at_current_time()) return next_trigger(sc_core::SC_ZERO_TIME);
    const Time event = std::min(next_kernel_event(), kernel_.next_wake());
    const Time next = std::min(runner_.time(), agenda_.next());
    if (event == Time::never() && next == Time::never()) return;  // nothing will happen any more
    kernel_.set_limit(std::min(event, kernel_time() + kLongestStretch));
    const Time reach = runner_.clocks_before(kernel_.horizon());
    if (next >= reach) return next_trigger(delay_until(kernel_.horizon()));
    run_next(std::min(reach, next + Time::ps(1)));
  }
}

/// One clock, or one task of the agenda.
void Standalone::run_next(Time limit) {
  runner_.run(limit);
  if (agenda_.next() < limit) agenda_.run_next(limit);
}

}  // namespace flybar::cluster
