/// Keeps what is recorded when the run does not come to its end.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>

namespace flybar::program {

/// While the run goes on, a copy of the process, made by fork() at least once a second of wall
/// time, waits beside it. If the run is killed or crashes, the copy writes the files from what it
/// has in its memory. After an interrupt the run does so itself. Nothing of this shows in the files
/// of a run that ends.
class Keeper {
 public:
  /// `complete` writes what is recorded, under names that say so. Interrupts are met by this from
  /// now on.
  explicit Keeper(std::function<void()> complete);
  /// The copy ends.
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  /// Between two events. Ends the process if it has been interrupted.
  void look();

 private:
  static constexpr std::int64_t kApart = 900;  ///< copies, ms

  void replace_copy();
  [[noreturn]] void wait_for_end_of_run();
  [[noreturn]] void end();
  void set_copy(pid_t copy);

  const std::function<void()> complete_;
  int run_lives_ = -1;  ///< the end of a pipe that only the run holds
  int run_ended_ = -1;  ///< its other end
  pid_t copy_ = 0;
  std::int64_t due_;  ///< ms
};

}  // namespace flybar::program
