#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include "models/common/mismatch.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/prepare/fingerprint.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "testbenches/flybar/prepare/window_text.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/run/published_beside.h"
#include "testbenches/flybar/run/run_text.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/terminal_text.h"
#include "testbenches/flybar/watch/find_message.h"
#include "testbenches/flybar/watch/mismatch.h"
#include "testbenches/flybar/watch/recording.h"
#include "testbenches/flybar/watch/shadow.h"
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

/// Of a platform or a system; all others are names of the program's own.
bool is_path(const std::string& name) {
  return name.ends_with(".toml") || name == "-";
}

/// What those traces that are captures may have beside them.
std::vector<std::string> ip_captures(const std::vector<std::string>& traces) {
  std::vector<std::string> captures;
  for (const std::string& file : traces)
    if (file.ends_with(".pcapng") && !file.ends_with(".ip.pcapng"))
      captures.push_back(ip_capture_beside(file).string());
  return captures;
}

/// Refuses to write over what the run reads, or one output over another.
void check_files(const RunRequest& request, const Prepared& ready) {
  const std::vector<NamedFile> results{
      {"--json", request.json}, {"--messages", request.messages}, {"--calls", request.calls}};
  std::vector<NamedFile> outputs = results;
  append(outputs, "--trace", request.traces);
  append(outputs, "the packets of IP beside a --trace", ip_captures(request.traces));
  std::vector<NamedFile> inputs;
  if (is_path(request.platform)) inputs.push_back({"--platform", request.platform});
  if (is_path(request.system)) inputs.push_back({"--system", request.system});
  append(inputs, "--firmware", request.firmware);
  append(inputs, "--load", request.load);
  append(inputs, "the experiment", ready.experiment->inputs());
  refuse_collisions(outputs, inputs);
  outputs = results;  // and what lies beside waveforms
  for (const std::string& file : request.traces)
    if (file.ends_with(".fst") || file.ends_with(".vcd"))
      outputs.push_back({"--trace " + file, file + ".gtkw"});
  refuse_collisions(outputs, inputs);
}

/// There is nothing to list if the software of hosts is the model's.
void check_calls(const RunRequest& request, const Prepared& ready) {
  if (!request.calls.empty() && !ready.experiment->makes_calls())
    throw UsageError({"--calls", "experiment " + ready.name + " runs no Linux programs",
                      "experiments that do: programs", "leave it out, or run that one"});
}

/// What a program of a node has written.
void print_output(const experiments::OutputLine& line) {
  print(
      fmt::format("{} {:.3f} ms: {}\n", line.program, line.at.us() / 1e3, for_terminal(line.text)));
}

/// Fills in the results, and why they are not all if injected faults have ended the run.
void run(const Prepared& ready, Recording& recording, bool show_output, MismatchWaveform& waveform,
         Record& record) {
  try {
    experiments::Context context = recording.begin(ready);
    if (show_output) context.on_output = print_output;
    record.results = ready.experiment->run(context);
  } catch (const experiments::StoppedByFaults& stopped) {
    std::fprintf(stderr, "flybar: the injected faults of the network ended the run early: %s\n",
                 for_terminal(stopped.what()).c_str());
    record.results = stopped.results;
    record.ended_early = stopped.what();
  } catch (const MismatchError& mismatch) {
    recording.stop();
    waveform.draw({mismatch.begin(), mismatch.end()});
    throw;
  } catch (...) {
    recording.stop();
    throw;
  }
}

int run_and_tell(const RunRequest& request, Prepared& ready, std::optional<TimeWindow> window) {
  ready.shadow = shadow_of(request, ready, window);
  MismatchWaveform waveform(request, ready);
  Destination json(request.json);
  Recording recording(request, ready, window);
  Record record;
  record.firmware = fingerprint_of_firmware(ready);
  record.experiment = ready.name;
  record.parameters = ready.parameters();

  const auto begin = std::chrono::steady_clock::now();
  const bool tells = !request.quiet && !json.is_stdout() && !recording.uses_stdout();
  run(ready, recording, tells, waveform, record);
  record.wall_seconds = seconds_since(begin);

  recording.close(record.results.simulated);
  json.write(to_json(record));
  if (tells) print(run_text(request, ready, record));
  recording.tracing().check_window(record.results.simulated);
  const std::string& failure = record.results.failure;
  if (!failure.empty()) std::fprintf(stderr, "flybar: %s\n", for_terminal(failure).c_str());
  const ExitCode code = !failure.empty()             ? kProgramFailed
                        : record.ended_early.empty() ? kOk
                                                     : kEndedEarly;
  if (!ready.shadow) return code;
  const std::string compared = ready.shadow->text(record.results);
  if (!request.quiet) std::fprintf(stderr, "flybar: shadow: %s\n", compared.c_str());
  return code;
}

/// All but the traces, of which it is not known when they are to begin.
void run_untraced(RunRequest request, Prepared& ready) {
  request.traces.clear();
  request.trace_window.reset();
  run_and_tell(request, ready, std::nullopt);
}

}  // namespace

int execute(const RunRequest& request) {
  check_traces(request);
  if (request.trace_window) check_window_text("--trace-window", *request.trace_window);
  find_before_build(request);
  Prepared ready = prepare(request);
  check_files(request, ready);
  check_calls(request, ready);
  std::optional<TimeWindow> window;
  try {
    window = window_of(request, ready);
  } catch (const NoSuchMessage& missing) {
    run_untraced(request, ready);
    std::vector<Fault> faults = missing.faults();
    faults.front().advice += "; the results are complete, and no trace was written";
    throw ConfigurationError(std::move(faults));
  }
  return run_and_tell(request, ready, window);
}

}  // namespace flybar::program
