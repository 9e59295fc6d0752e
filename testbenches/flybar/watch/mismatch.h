/// A waveform of RTL and model around their first difference, drawn by running once more: runs are
/// deterministic.
#pragma once

#include <sys/types.h>

#include "testbenches/flybar/prepare/prepare.h"
#include "traces/sinks/stages/window.h"

namespace flybar::program {

class MismatchWaveform {
 public:
  /// In the folder in which the program runs; NAME.gtkw beside it opens it.
  static constexpr const char* kFile = "lockstep-mismatch.fst";

  /// Before anything is elaborated, if NICs are compared with RTL: a copy of this process waits.
  MismatchWaveform(const RunRequest& request, const Prepared& ready);
  /// Ends the copy.
  ~MismatchWaveform();
  MismatchWaveform(const MismatchWaveform&) = delete;
  MismatchWaveform& operator=(const MismatchWaveform&) = delete;

  /// Lets the copy run, and tells the user where the waveform is, or that there is none.
  void draw(TimeWindow window);

 private:
  pid_t copy_ = 0;
  int order_ = -1, answer_ = -1;
};

}  // namespace flybar::program
