/// Time at the border to SystemC. The kernel's resolution is 1 ps, its default.
///
/// Every call between components passes here, so nothing of this calls into the library.
#pragma once

#include <type_traits>

#include <systemc>

#include "models/common/units.h"

namespace flybar {

/// Where the kernel keeps its present instant.
inline const sc_core::sc_time& kernel_clock = sc_core::sc_time_stamp();

/// As sc_time::from_value().
inline sc_core::sc_time to_systemc(Time t) {
  using Value = sc_core::sc_time::value_type;
  // The number is all that there is in it, so a pointer to one is a pointer to the other.
  static_assert(std::is_standard_layout_v<sc_core::sc_time>);
  static_assert(sizeof(sc_core::sc_time) == sizeof(Value));
  sc_core::sc_time time;
  *reinterpret_cast<Value*>(&time) = static_cast<Value>(t.ps());
  return time;
}
inline Time from_systemc(const sc_core::sc_time& t) {
  return Time::ps(static_cast<std::int64_t>(t.value()));
}
/// The kernel's present instant.
inline Time kernel_time() {
  return from_systemc(kernel_clock);
}

/// The annotated time of a call that speaks of the instant `at`, and back.
inline sc_core::sc_time delay_until(Time at) {
  return to_systemc(at - kernel_time());
}
inline Time instant(const sc_core::sc_time& delay) {
  return kernel_time() + from_systemc(delay);
}

}  // namespace flybar
