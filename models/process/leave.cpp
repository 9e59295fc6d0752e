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

/// Takes the place of the C library's function in every program with this library, since a program
/// of a modelled host calls it by that name.
extern "C" void exit(int code) noexcept {
  using flybar::process::Leave;
  if (Leave* const leave = flybar::process::Running<Leave>::here()) leave->exit(code);
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "exit"))(code);
  std::abort();
}
