#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "models/contracts/code.h"
#include "testbenches/flybar/command/command_line.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/hand_over/hand_over.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/shell_words.h"
#include "testbenches/flybar/terminal/terminal_text.h"
#include "testbenches/flybar/terminal/version.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

/// When it happened, if a simulation had begun.
std::string at_model_time() {
  const Time now = kernel_time();
  return now == Time() ? "" : ", at " + quantity::print(now);
}

/// The command without the options that say where results go: the fault happens without them, and a
/// point of a sweep reports one reason wherever it was computed.
std::string command_of(int argc, const char* const* argv) {
  std::string command = "flybar";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--json") {
      ++i;
    } else if (!word.starts_with("--json=") && word != "--no-stages" && word != "--quiet") {
      command.append(" ").append(for_shell(argv[i]));
    }
  }
  return command;
}

/// All that a report needs, and a way to go on.
std::string fault_text(int argc, const char* const* argv, const char* what) {
  std::string version = version_text();
  version.pop_back();
  return Fault{
      version + at_model_time(), what, "runs that end with results or with an error of theirs",
      "try --step every-clock, which may still answer; the command was: " + command_of(argc, argv)}
      .text();
}

int report(ExitCode code, const char* kind, const char* what) {
  std::fprintf(stderr, "flybar: %s\n%s\n", kind, for_terminal(what).c_str());
  return code;
}

}  // namespace

int execute(const HelpRequest& request) {
  print(request.text);
  return kOk;
}

int flybar(int argc, const char* const* argv) {
  handle_interrupts();
  handle_full_disks();
  try {
    require_same_sources();
    return std::visit([](const auto& request) { return execute(request); },
                      parse_command_line(argc, argv));
  } catch (const UsageError& error) {
    return report(kUsage, "the command line is not understood", error.what());
  } catch (const OutputError& error) {
    return report(kOutput, "an output cannot be written", error.what());
  } catch (const SimulationError& error) {
    return report(kSimulation, "the simulated system failed", error.what());
  } catch (const FirmwareError& error) {
    return report(kConfiguration, "this firmware cannot be loaded", error.what());
  } catch (const ConfigurationError& error) {
    return report(kConfiguration, "this configuration is not possible", error.what());
  } catch (const std::exception& error) {
    return report(kInternal, "fault of the program, please report it",
                  fault_text(argc, argv, error.what()).c_str());
  }
}

}  // namespace flybar::program
