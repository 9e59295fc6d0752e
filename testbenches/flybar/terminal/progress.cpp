#include "testbenches/flybar/terminal/progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace flybar::program {
namespace {

constexpr std::size_t kBarWidth = 24;

}  // namespace

bool can_overwrite() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) && kind && std::strcmp(kind, "dumb") != 0;
}

Progress::Progress(std::size_t total, bool quiet)
    : total_(total), shown_(!quiet && total > 0 && can_overwrite()) {
  show();
}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::step(bool succeeded) {
  ++done_;
  failed_ += !succeeded;
  show();
}

void Progress::show() const {
  if (!shown_) return;
  const std::size_t filled = kBarWidth * done_ / total_;
  const std::string bar = std::string(filled, '#') + std::string(kBarWidth - filled, '.');
  std::fprintf(stderr, "\r\033[K[%s] %zu/%zu", bar.c_str(), done_, total_);
  if (failed_) std::fprintf(stderr, ", %zu failed", failed_);
  if (done_ > 0 && done_ < total_) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    const double rate = static_cast<double>(done_) / spent.count();
    std::fprintf(stderr, ", %.3g/s, %.0f s left", rate, static_cast<double>(total_ - done_) / rate);
  }
  std::fflush(stderr);
}

}  // namespace flybar::program
