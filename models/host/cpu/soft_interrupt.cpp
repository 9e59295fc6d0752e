#include "models/host/cpu/soft_interrupt.h"

#include <string>
#include <utility>

#include "models/common/details.h"
#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/cpu/cpu.h"

namespace flybar::host {

void SoftInterrupt::handle(Software handler) {
  if (handled())
    throw ConfigurationError({{cpu_.name(), "a second handler of the software interrupt", "one",
                               "call all that is to be done from that"}});
  handler_ = std::move(handler);
  thread_.emplace("software interrupt", Role::kServer, parts_, dispatcher_,
                  cpu_.params().pio_merge);
  dispatcher_.set_soft_thread(*thread_);
}

void SoftInterrupt::request() {
  // Where it has to wait, who ends that brings the time up to date.
  if (dispatcher_.soft_allowed()) cpu_.sync();
  request(software_time());
  admit();
}

void SoftInterrupt::request(Time now) {
  if (!handled())
    refuse(now, "a software interrupt is requested, and has no handler", "requests after handle()",
           "register a handler");
  dispatcher_.request_soft(now);
}

void SoftInterrupt::refuse(Time at, const char* found, const char* allowed,
                           const char* advice) const {
  throw SimulationError(std::string(cpu_.name()) + " at " + quantity::print(at), found, allowed,
                        advice);
}

bool SoftInterrupt::maskable() const {
  if (dispatcher_.in_interrupt())
    refuse(software_time(), "an interrupt handler masks or unmasks the software interrupt",
           "masks of processes", "leave to the software interrupt what needs that");
  return !dispatcher_.in_handler();
}

void SoftInterrupt::mask() {
  if (!maskable()) return;
  cpu_.sync();
  dispatcher_.mask_soft(true);
}

void SoftInterrupt::unmask() {
  if (!maskable()) return;
  cpu_.sync();
  dispatcher_.mask_soft(false);
  admit();
}

void SoftInterrupt::admit() {
  if (!dispatcher_.soft_due()) return;
  dispatcher_.current().script.give_way();
  cpu_.sync();
}

void SoftInterrupt::run() {
  while (true) {
    while (!dispatcher_.in_soft()) Coroutine::yield();
    const Time begin = software_time();
    run_once();
    if (const CpuLanes& lane = parts_.lanes; lane.told())
      parts_.observer.on(Activity{lane.kernel, begin, software_time(), kSoftInterrupt.text, 0, 0});
    dispatcher_.leave_soft(software_time());
  }
}

void SoftInterrupt::run_once() {
  cpu_.spend(cpu_.params().soft_interrupt, kSoftInterrupt);
  cpu_.sync();
  dispatcher_.begin_soft();
  handler_(cpu_);
  cpu_.sync();
  if (dispatcher_.masked())
    refuse(software_time(), "the handler of the software interrupt returns with interrupts masked",
           "interrupts that are not masked", "unmask them first");
}

}  // namespace flybar::host
