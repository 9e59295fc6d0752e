/// A line that tells how far a run has come, when it takes longer than a second.
#pragma once

#include <chrono>
#include <cstdint>

namespace flybar::program {

/// Written to the standard error if that is a terminal that can write over a line.
class RunProgress {
 public:
  /// `total` messages, 0 if nobody knows.
  RunProgress(std::int64_t total, bool quiet);
  ~RunProgress();
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  bool shown() const { return shown_; }
  /// A message has been received.
  void step() {
    if (++done_ % kEvery == 0) look();
  }

 private:
  static constexpr std::int64_t kEvery = 16;  ///< messages, of a few dozen us each
  void look();

  const std::int64_t total_;
  const bool shown_;
  std::int64_t done_ = 0;
  bool written_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = begin_ + std::chrono::seconds(1);
};

}  // namespace flybar::program
