#include "models/inet/api/program.h"

#include <cstring>
#include <systemc>

#include "models/common/error.h"
#include "models/inet/api/process.h"

namespace flybar::inet {

namespace {

/// Of a process that an uncaught exception ends: 128 and SIGABRT, as shells say it.
constexpr int kFailed = 134;

}  // namespace

Ended run_program(Inet& inet, std::uint32_t nodes, const Program& program) {
  Process process(inet, nodes, program);
  int code = kFailed;
  std::string failure;
  try {
    code = process.run(program.main, program.arguments);
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
