#include "models/host/waiting/watchdog.h"

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"

namespace flybar::host {

Watchdog::Watchdog(sc_core::sc_module_name module_name, Time limit,
                   std::function<std::string()> report)
    : sc_module(module_name), limit_(limit), report_(std::move(report)) {
  SC_HAS_PROCESS(Watchdog);
  SC_METHOD(look);
}

void Watchdog::progress() {
  last_ = std::max(last_, software_time());
}

/// Once for every `limit`, not once for every progress().
void Watchdog::look() {
  const Time now = kernel_time();
  if (now < last_ + limit_) return next_trigger(to_systemc(last_ + limit_ - now));
  error_ = std::make_exception_ptr(DeliveryError(
      std::string(this->name()) + " at " + quantity::print(now),
      "livelock: the software has achieved nothing since " + quantity::print(last_),
      "progress within " + quantity::print(limit_), "look at who waits for whom:\n" + report_()));
  sc_core::sc_stop();
}

}  // namespace flybar::host
