#include "testbenches/experiments/one_way.h"

#include "testbenches/experiments/options.h"
#include "testbenches/experiments/round_trips.h"
#include "testbenches/experiments/tee.h"

namespace flybar::experiments {

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
  check_words("control", control_, faults);
}

Results OneWay::run(const Context& context) {
  Stages stages(Stages::Way::kNode0ToNode1);
  Tee observers(context.observer, stages);
  Testbed testbed(context.with(observers),
                  {.notify = notify_, .attach_frames = payload_.count > 0});

  const Time measured =
      run_round_trips(testbed, {round_trips_, control_, payload_, payload_, pause_}, stages);

  Results results;
  const double latency = measured.us() / static_cast<double>(2 * round_trips_);
  results.numbers.push_back({"latency", latency, "us", published(context)});
  results.tables.push_back(stages.table());
  testbed.account(results);
  return results;
}

std::vector<std::string> OneWay::compared() const {
  return {"mcp.mode", "mcp.send_threshold", "mcp.receive_threshold"};
}

/// The id of the published row with these conditions.
std::string OneWay::published(const Context& context) const {
  const trapeze::McpParams& mcp = context.system.client.mcp;
  if (context.system.platform != "alphastation-500" || notify_ != trapeze::Notify::kPolling ||
      mcp.control_transfer != trapeze::ControlTransfer::kPio)
    return "";
  if (payload_ == Bytes(0) && control_ == Bytes(32)) return "C046";
  if (payload_ != Bytes(8192) || control_ != Bytes(128)) return "";
  if (mcp.mode == trapeze::Mode::kStoreAndForward) return "C024";
  const bool best = mcp.send_threshold == Bytes(1280) && mcp.receive_threshold == Bytes(1280);
  return mcp.mode == trapeze::Mode::kStatic && best ? "C025" : "";
}

}  // namespace flybar::experiments
