/// What the user wants of a run besides its results.
#pragma once

#include <optional>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/watch/keeper.h"
#include "testbenches/flybar/watch/messages_csv.h"
#include "testbenches/flybar/watch/run_progress.h"
#include "testbenches/flybar/watch/tracing.h"

namespace flybar::program {

class Recording {
 public:
  /// Creates every file. @throws OutputError
  Recording(const RunRequest& request, const Prepared& ready, std::optional<TimeWindow> window);

  /// How to run. From now on an interrupt, and whatever ends the process, leaves what is recorded.
  experiments::Context begin(const Prepared& ready);
  /// The run has stopped: completes the files under names that say so. After an interrupt it ends
  /// the process. @throws OutputError
  void stop();
  /// Completes the files of a run that ended at `end`. @throws OutputError
  void close(Time end);

  const Tracing& tracing() const { return tracing_; }
  bool uses_stdout() const { return messages_.is_stdout() || calls_.is_stdout(); }

 private:
  void look() {
    if (keeper_) keeper_->look();
  }
  void write_stopped();

  Tracing tracing_;
  MessagesCsv messages_;
  TextOutput calls_;
  RunProgress progress_;
  const bool stages_;
  std::optional<Keeper> keeper_;
};

}  // namespace flybar::program
