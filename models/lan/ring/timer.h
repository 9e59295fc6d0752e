/// A task of a node's agenda that calls a function.
#pragma once

#include <functional>
#include <utility>

#include "models/common/agenda.h"

namespace flybar::lan {

class Timer final : private Task {
 public:
  Timer(Agenda& agenda, std::function<void(Time)> body) : agenda_(agenda), body_(std::move(body)) {}
  /// In the place of an earlier appointment.
  void set(Time at) { agenda_.schedule(*this, at); }
  void cancel() { agenda_.cancel(*this); }

 private:
  void run(Time now) override { body_(now); }

  Agenda& agenda_;
  const std::function<void(Time)> body_;
};

}  // namespace flybar::lan
