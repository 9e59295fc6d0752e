/// The place a program of a modelled host has reached, in a form that a signal handler can print.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace flybar::process {

class UserProcess;

/// A place in the code. Only exported functions have names here; for all others the offset leads to
/// function and line.
struct Spot {
  const char* file = nullptr;  ///< null if nothing is known
  std::uintptr_t offset = 0;
  const char* function = nullptr;
};

/// By a signal handler: the innermost frame that the signal met in this program, and not in a
/// library, such as memcpy().
Spot spot_of_program();

/// Text without memory from the heap, which may be what is broken.
class Line {
 public:
  void add(const char* text) { add("%s", text); }
  template <class... Values>
  void add(const char* format, Values... values) {
    const std::size_t room = sizeof text_ - used_;
    const int length = std::snprintf(text_ + used_, room, format, values...);
    if (length > 0) used_ += std::min(static_cast<std::size_t>(length), room - 1);
  }
  /// "MPI rank 3 at 12.5 us, after MPI_Recv"
  void add_place(const UserProcess& process);
  /// What to look at.
  void add_spot(const Spot& spot);
  /// To stderr.
  void write() const;

 private:
  char text_[1024];
  std::size_t used_ = 0;
};

}  // namespace flybar::process
