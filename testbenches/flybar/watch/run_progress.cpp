#include "testbenches/flybar/watch/run_progress.h"

#include <cstdio>

#include "models/common/systemc_time.h"
#include "testbenches/flybar/terminal/progress.h"

namespace flybar::program {

RunProgress::RunProgress(bool quiet) : shown_(!quiet && can_overwrite()) {}

RunProgress::~RunProgress() {
  if (written_) std::fputs("\r\033[K", stderr);
}

void RunProgress::look(double share) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(500);
  written_ = true;
  std::fprintf(stderr, "\r\033[K%.1f ms simulated, %.0f %%", kernel_time().us() / 1000,
               100 * share);
  const std::chrono::duration<double> spent = now - begin_;
  if (share > 0) std::fprintf(stderr, ", %.0f s left", spent.count() * (1 - share) / share);
  std::fflush(stderr);
}

}  // namespace flybar::program
