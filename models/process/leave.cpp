#include "models/process/leave.h"

#include <dlfcn.h>

#include <cstdlib>

#include "models/process/running.h"

namespace flybar::process {

int Leave::run(const std::function<int()>& main) {
  const Running<Leave> running(*this);
  if (setjmp(back_) != 0) return *code_;
  return main();
}

void Leave::exit(int code) {
  code_ = code;
  std::longjmp(back_, 1);
}

}  // namespace flybar::process

namespace {

/// In a process of a program ends that; elsewhere does what the C library's function `name` does.
[[noreturn]] void leave_or(const char* name, int code) {
  using flybar::process::Leave;
  if (Leave* const leave = flybar::process::Running<Leave>::here()) leave->exit(code);
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, name))(code);
  std::abort();
}

}  // namespace

// These take the places of the C library's functions in every program with this library, since a
// program of a modelled host calls them by those names.

extern "C" void exit(int code) noexcept {
  leave_or("exit", code);
}
extern "C" void _exit(int code) {  // NOLINT(readability-identifier-naming)
  leave_or("_exit", code);
}
extern "C" void _Exit(int code) noexcept {
  leave_or("_Exit", code);
}
