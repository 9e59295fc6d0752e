/// Time at the border to SystemC. The kernel's resolution is 1 ps, its default.
#pragma once

#include <systemc>

#include "models/common/units.h"

namespace flybar {

inline sc_core::sc_time to_systemc(Time t) {
  return sc_core::sc_time::from_value(static_cast<sc_core::sc_time::value_type>(t.ps()));
}
inline Time from_systemc(const sc_core::sc_time& t) {
  return Time::ps(static_cast<std::int64_t>(t.value()));
}
/// The kernel's present instant.
inline Time kernel_time() {
  return from_systemc(sc_core::sc_time_stamp());
}

}  // namespace flybar
