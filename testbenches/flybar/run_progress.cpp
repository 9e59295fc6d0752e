#include "testbenches/flybar/run_progress.h"

#include <cstdio>

#include "models/common/systemc_time.h"
#include "testbenches/flybar/progress.h"

namespace flybar::program {

RunProgress::RunProgress(std::int64_t total, bool quiet)
    : total_(total), shown_(!quiet && can_overwrite()) {}

RunProgress::~RunProgress() {
  if (written_) std::fputs("\r\033[K", stderr);
}

void RunProgress::look() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(500);
  written_ = true;
  std::fprintf(stderr, "\r\033[K%lld messages, %.1f ms simulated", static_cast<long long>(done_),
               kernel_time().us() / 1000);
  if (total_ > done_) {
    const std::chrono::duration<double> spent = now - begin_;
    const double share = static_cast<double>(done_) / static_cast<double>(total_);
    std::fprintf(stderr, ", %.0f %%, %.0f s left", 100 * share,
                 spent.count() * (1 - share) / share);
  }
  std::fflush(stderr);
}

}  // namespace flybar::program
