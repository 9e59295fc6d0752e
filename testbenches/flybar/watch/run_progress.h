/// A line that tells how far a run has come, when it takes longer than a second.
#pragma once

#include <chrono>
#include <cstdint>

namespace flybar::program {

/// Written to the standard error if that is a terminal that can write over a line.
class RunProgress {
 public:
  explicit RunProgress(bool quiet);
  ~RunProgress();
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  bool shown() const { return shown_; }
  /// This share of the work is done, between 0 and 1.
  void step(double share) {
    if (++steps_ % kEvery == 0) look(share);
  }

 private:
  static constexpr std::int64_t kEvery = 16;  ///< steps, of a few dozen us each
  void look(double share);

  const bool shown_;
  std::int64_t steps_ = 0;
  bool written_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = begin_ + std::chrono::seconds(1);
};

}  // namespace flybar::program
