#include <chrono>
#include <cstdio>

#include "models/common/mismatch.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/command/exit_code.h"
#include "testbenches/flybar/command/output.h"
#include "testbenches/flybar/command/terminal_text.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/run/fingerprint.h"
#include "testbenches/flybar/run/prepare.h"
#include "testbenches/flybar/run/run_text.h"
#include "testbenches/flybar/run/shadow.h"
#include "testbenches/flybar/validate/published_beside.h"
#include "testbenches/flybar/watch/find_message.h"
#include "testbenches/flybar/watch/messages_csv.h"
#include "testbenches/flybar/watch/mismatch.h"
#include "testbenches/flybar/watch/run_progress.h"
#include "testbenches/flybar/watch/tracing.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// A name without format is a slip of the command line, not an output that cannot be written.
void check_traces(const RunRequest& request) {
  for (const std::string& file : request.traces)
    if (const auto fault = fault_of_trace_name(file))
      throw UsageError({"--trace: " + fault->where, fault->found, fault->allowed, fault->advice});
}

void check_window(const RunRequest& request) {
  if (!request.trace_window) return;
  if (request.traces.empty())
    throw UsageError({"--trace-window", "is given without --trace", "a window of the traces",
                      "add for example --trace wave.fst"});
  check_window_text("--trace-window", *request.trace_window);
}

/// Refuses to write over what the run reads, or one output over another.
void check_files(const RunRequest& request, const Prepared& ready) {
  std::vector<NamedFile> outputs{{"--json", request.json}, {"--messages", request.messages}};
  append(outputs, "--trace", request.traces);
  std::vector<NamedFile> inputs;
  if (request.platform.ends_with(".toml")) inputs.push_back({"--platform", request.platform});
  if (request.system.ends_with(".toml")) inputs.push_back({"--system", request.system});
  append(inputs, "--firmware", request.firmware);
  append(inputs, "the experiment", ready.experiment->inputs());
  refuse_collisions(outputs, inputs);
}

/// What the user wants of a run besides its results.
struct Recording {
  Tracing tracing;
  MessagesCsv messages;
  RunProgress progress;
  bool stages;

  void stop() {
    tracing.stop();
    messages.close(Ending::kStopped);
  }
  experiments::Context context(const Prepared& ready) {
    experiments::Context context{ready.system->params,
                                 tracing.observer(),
                                 ready.stepping,
                                 ready.firmware,
                                 tracing.instructions(),
                                 tracing.signals().from,
                                 tracing.signals().to,
                                 stages || messages.wanted(),
                                 {},
                                 {},
                                 ready.shadow};
    if (messages.wanted())
      context.on_message = [this](const auto& message) { messages.add(message); };
    if (progress.shown()) context.on_progress = [this](double share) { progress.step(share); };
    return context;
  }
};

experiments::Results run(const Prepared& ready, Recording& recording, MismatchWaveform& waveform) {
  try {
    return ready.experiment->run(recording.context(ready));
  } catch (const experiments::StoppedByFaults& stopped) {
    std::fprintf(stderr, "flybar: the injected faults of the network ended the run early: %s\n",
                 for_terminal(stopped.what()).c_str());
    return stopped.results;
  } catch (const MismatchError& mismatch) {
    recording.stop();
    waveform.draw({mismatch.begin(), mismatch.end()});
    throw;
  } catch (...) {
    recording.stop();
    throw;
  }
}

}  // namespace

int execute(const RunRequest& request) {
  check_traces(request);
  check_window(request);
  find_before_build(request);
  Prepared ready = prepare(request);
  check_files(request, ready);
  const std::optional<TimeWindow> window = window_of(request, ready);
  ready.shadow = shadow_of(request, ready, window);
  MismatchWaveform waveform(request, ready);
  Destination json(request.json);
  Recording recording{Tracing(request, ready, window), MessagesCsv(request.messages),
                      RunProgress(request.quiet), request.stages};
  Record record;
  record.firmware = fingerprint_of_firmware(ready);
  record.experiment = ready.name;
  record.parameters = ready.parameters();

  const auto begin = std::chrono::steady_clock::now();
  record.results = run(ready, recording, waveform);
  record.wall_seconds = seconds_since(begin);

  recording.tracing.close(record.results.simulated);
  recording.messages.close();
  json.write(to_json(record));
  if (!request.quiet && !json.is_stdout() && !recording.messages.is_stdout())
    print(run_text(record, ready.system->params.platform, PublishedBeside(request, ready),
                   request.verbose));
  recording.tracing.check_window(record.results.simulated);
  if (!ready.shadow) return kOk;
  const std::string compared = shadow_text(*ready.shadow, record.results);
  if (!request.quiet) std::fprintf(stderr, "flybar: shadow: %s\n", compared.c_str());
  return kOk;
}

}  // namespace flybar::program
