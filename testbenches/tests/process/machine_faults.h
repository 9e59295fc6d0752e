/// Faults of the machine that a program in C makes.
#pragma once

#include <array>
#include <csignal>
#include <cstdlib>
#include <ostream>

namespace flybar::process {

struct MachineFault {
  const char* name;
  void (*fault)();
  int signal;
  const char* told;         ///< of it, on stderr
  const char* reason = "";  ///< likewise, after the address
};
inline std::ostream& operator<<(std::ostream& out, const MachineFault& one) {
  return out << one.name;
}

inline void write_to_nowhere() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}
inline int overflow(int depth) {
  volatile char room[4096] = {};
  room[depth % 4096] = 1;
  return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}

inline constexpr std::array kMachineFaults = {
    MachineFault{"null_pointer", write_to_nowhere, SIGSEGV, "Segmentation fault"},
    MachineFault{"stack_overflow", [] { overflow(0); }, SIGSEGV, "Segmentation fault",
                 ", its stack of 8 MiB is full"},
    MachineFault{"bus_error", [] { std::raise(SIGBUS); }, SIGBUS, "Bus error"},
    MachineFault{"abort", [] { std::abort(); }, SIGABRT, "Aborted"},
    MachineFault{"arithmetic", [] { std::raise(SIGFPE); }, SIGFPE, "Floating point exception"}};

}  // namespace flybar::process
