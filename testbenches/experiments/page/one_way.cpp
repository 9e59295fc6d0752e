#include "testbenches/experiments/page/one_way.h"

#include "models/trapeze/mcp_params.h"
#include "testbenches/experiments/options.h"
#include "testbenches/experiments/page/round_trips.h"

namespace flybar::experiments {

using namespace literals;

namespace {

using trapeze::Mode;
using trapeze::Notify;

/// A published number and its conditions.
struct Row {
  const char* id;
  Mode mode;
  Bytes payload;
  Bytes control;
  Bytes send_threshold = {};  ///< 0: any
  Bytes receive_threshold = {};
  Notify notify = Notify::kPolling;

  bool thresholds_are(const trapeze::McpParams& mcp) const {
    return send_threshold == Bytes() ||
           (mcp.send_threshold == send_threshold && mcp.receive_threshold == receive_threshold);
  }
};

/// The first that fits is taken.
const Row kRows[] = {
    {"C024", Mode::kStoreAndForward, 8192_B, 128_B},
    {"C025", Mode::kStatic, 8192_B, 128_B, 1280_B, 1280_B},
    {"C032", Mode::kEager, 8192_B, 128_B, 384_B, 512_B},
    {"C033", Mode::kEager, 8192_B, 128_B, 512_B, 512_B},
    {"C034", Mode::kEager, 8192_B, 128_B, 512_B, 384_B},
    {"C002", Mode::kEager, 8192_B, 128_B},
    {"C037", Mode::kEager, 1024_B, 128_B, 512_B, 512_B},
    {"C046", Mode::kEager, 0_B, 32_B},
    {"C051", Mode::kEager, 8192_B, 128_B, 512_B, 512_B, Notify::kInterrupt},
};

}  // namespace

void OneWay::describe(Parameters& options) {
  add_payload(options, payload_);
  add_control(options, control_);
  add_notify(options, notify_);
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Round trips measured, after two that are not.", "the published microbenchmark"});
  options.add("pause", pause_, {Time(), Time::ms(1000)},
              {"What the client waits between a reply and its next request.", "back to back"});
}

void OneWay::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_payload(payload_, system, faults);
}

Results OneWay::run(const Context& context) {
  Testbed testbed(context, {.stages_of = 0});
  TrapezeStack stack(testbed, {.notify = notify_, .attach_frames = payload_.count > 0});

  const Time measured =
      run_round_trips(stack, {round_trips_, control_, payload_, payload_, pause_});

  Results results;
  const double latency = measured.us() / static_cast<double>(2 * round_trips_);
  results.numbers.push_back({"latency", latency, "us", published(context)});
  results.tables.push_back(testbed.messages().stages_of_first());
  stack.account(results);
  return results;
}

std::vector<std::string> OneWay::compared() const {
  return {"mcp.mode", "mcp.send_threshold", "mcp.receive_threshold"};
}

/// The id of the published row with these conditions.
std::string OneWay::published(const Context& context) const {
  const trapeze::McpParams& mcp = context.system.node(0).get<trapeze::McpParams>();
  if (context.system.platform != "alphastation-500" ||
      mcp.control_transfer != trapeze::ControlTransfer::kPio)
    return "";
  for (const Row& row : kRows)
    if (row.mode == mcp.mode && row.notify == notify_ && row.payload == payload_ &&
        row.control == control_ && row.thresholds_are(mcp))
      return row.id;
  return "";
}

}  // namespace flybar::experiments
