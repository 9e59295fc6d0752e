#include "models/inet/api/program.h"

#include <cstring>
#include <systemc>

#include "models/common/error.h"
#include "models/inet/api/process.h"
#include "models/process/machine_faults.h"

namespace flybar::inet {

namespace {

/// Of a process that an uncaught exception ends: 128 and SIGABRT, as shells say it.
constexpr int kFailed = 134;

int run_main(const Program& program, Process& process) {
  std::vector<std::string> texts = program.arguments;
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return process.leave.run(
      [&] { return program.main(static_cast<int>(texts.size()), pointers.data()); });
}

}  // namespace

Ended run_program(Inet& inet, std::uint32_t nodes, const Program& program) {
  Process process(inet, nodes, program);
  process::report_machine_faults();
  int code = kFailed;
  std::string failure;
  try {
    code = run_main(program, process);
    if (process.signal != 0) failure = strsignal(process.signal);
  } catch (const SimulationError&) {
    throw;
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (const sc_core::sc_report&) {
    throw;
  } catch (const std::exception& error) {
    failure = error.what();
  }
  process.end();
  Ended ended = process.so_far();
  ended.code = code;
  ended.failure = failure;
  return ended;
}

}  // namespace flybar::inet
