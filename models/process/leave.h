/// What exit() does in a process of a program: it ends that process, and not the simulator.
#pragma once

#include <csetjmp>
#include <functional>
#include <optional>

namespace flybar::process {

/// The way back from anywhere in a program to who called its main(). As with exit() itself, the
/// destructors of automatic variables do not run on that way.
class Leave {
 public:
  /// By a SystemC process: what `main` returns, or what it gave to exit().
  int run(const std::function<int()>& main);
  /// Precondition: called from within run().
  [[noreturn]] void exit(int code);
  /// What was given to exit(), if it was called.
  std::optional<int> code() const { return code_; }

 private:
  std::jmp_buf back_;
  std::optional<int> code_;
};

}  // namespace flybar::process
