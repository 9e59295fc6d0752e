#include "models/host/cpu/interrupt_controller.h"

namespace flybar::host {

void InterruptController::Line::raise(Time at) {
  if (high_) return;
  high_ = true;
  raised_ = at;
  controller_.agenda_.schedule(*this, at + controller_.latency_);
}

void InterruptController::Line::lower(Time) {
  high_ = false;
  controller_.pending_ &= ~bit_;
  controller_.agenda_.cancel(*this);
}

void InterruptController::Line::run(Time now) {
  controller_.pending_ |= bit_;
  controller_.owner_.interrupt_arrives(now);
}

}  // namespace flybar::host
