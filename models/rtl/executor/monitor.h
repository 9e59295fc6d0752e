/// What the chip in SystemVerilog shows of itself: the fields of monitor_pkg
/// (rtl/lanai/monitor_pkg.sv), which are in the ports mon_report_o and mon_state_o of a class like
/// Verilator's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flybar::rtl {

struct MonitorField {
  std::string_view name;  ///< as a pin it is mon_NAME_o
  unsigned bits;
};

/// From the highest bit down, as there.
inline constexpr MonitorField kMonitorReport[] = {
    {"retire", 1},        {"load_use", 1},      {"write", 1},       {"grant_host", 2},
    {"grant_receive", 2}, {"grant_send", 2},    {"grant_cpu", 2},   {"retire_rd", 5},
    {"retire_flags", 4},  {"write_offset", 8},  {"write_data", 32}, {"retire_pc", 32},
    {"retire_instr", 32}, {"retire_result", 32}};
inline constexpr MonitorField kMonitorState[] = {{"update", 1},
                                                 {"update_rd", 5},
                                                 {"armed", 1},
                                                 {"send_active", 1},
                                                 {"receive_waiting", 9},
                                                 {"send_waiting", 6},
                                                 {"update_value", 32},
                                                 {"pc", 32},
                                                 {"isr", 32},
                                                 {"lar", 32},
                                                 {"rmp", 32},
                                                 {"rml", 32},
                                                 {"smp", 32},
                                                 {"sml", 32}};

/// The bits of a field in its port. An unknown name does not compile.
class MonitorPlace {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): so that a name is enough
  consteval MonitorPlace(const char* name) {
    if (find(kMonitorReport, name)) return;
    if (!find(kMonitorState, name)) throw "no such field";
    in_state_ = true;
  }
  constexpr bool in_state() const { return in_state_; }
  constexpr unsigned at() const { return at_; }
  constexpr unsigned bits() const { return bits_; }

 private:
  template <std::size_t n>
  constexpr bool find(const MonitorField (&fields)[n], std::string_view name) {
    unsigned below = 0;
    for (std::size_t i = n; i-- > 0; below += fields[i].bits) {
      if (fields[i].name != name) continue;
      at_ = below;
      bits_ = fields[i].bits;
      return true;
    }
    return false;
  }
  bool in_state_ = false;
  unsigned at_ = 0, bits_ = 0;
};

/// Fields do not cross the words of a port.
template <class Wide>
std::uint32_t field_of(const Wide& port, unsigned at, unsigned bits) {
  return port[at / 32] >> at % 32 & (~std::uint32_t{0} >> (32 - bits));
}

/// A field of the monitor by its name, such as "retire_pc".
template <class Pins>
std::uint32_t monitored(const Pins& pins, MonitorPlace place) {
  return place.in_state() ? field_of(pins.mon_state_o, place.at(), place.bits())
                          : field_of(pins.mon_report_o, place.at(), place.bits());
}

}  // namespace flybar::rtl
