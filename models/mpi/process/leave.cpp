#include "models/mpi/process/leave.h"

#include <dlfcn.h>

#include <cstdlib>

#include "models/mpi/process/process.h"

namespace flybar::mpi {

int Leave::run(const std::function<int()>& main) {
  if (setjmp(back_) != 0) return *code_;
  return main();
}

void Leave::exit(int code) {
  code_ = code;
  std::longjmp(back_, 1);
}

}  // namespace flybar::mpi

/// Takes the place of the C library's function in every program with this library, since a program
/// of a modelled host calls it by that name.
extern "C" void exit(int code) noexcept {
  if (flybar::mpi::Process* const process = flybar::mpi::Process::here()) process->leave.exit(code);
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "exit"))(code);
  std::abort();
}
