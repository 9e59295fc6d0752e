/// A line that tells how far a command has come.
#pragma once

#include <chrono>
#include <cstddef>

namespace flybar::program {

/// The standard error is a terminal on which a line can be written over.
bool can_overwrite();

/// Written to the standard error if that is a terminal that can write over a line; it never touches
/// the results.
class Progress {
 public:
  Progress(std::size_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(bool succeeded);

 private:
  void show() const;

  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  bool shown_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace flybar::program
