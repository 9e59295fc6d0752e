#include "testbenches/experiments/one_way.h"

#include "testbenches/experiments/messages.h"
#include "testbenches/experiments/options.h"
#include "testbenches/experiments/spread.h"
#include "testbenches/experiments/stages.h"
#include "testbenches/experiments/tee.h"
#include "testbenches/experiments/testbed.h"

namespace flybar::experiments {

namespace {
/// Round trips before the measurement, which fill caches and pipelines of the real system.
constexpr std::int64_t kWarmUp = 2;
constexpr std::size_t kFrames = 4;
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
  check_words("control", control_, faults);
}

Results OneWay::run(const Context& context) {
  Stages stages(Stages::Way::kNode0ToNode1);
  Tee observers(context.observer, stages);
  Testbed testbed(context.with(observers),
                  {.notify = notify_, .attach_frames = payload_.count > 0});

  const std::int64_t all = round_trips_ + kWarmUp;
  Time measured;
  testbed.run_on(0, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, kFrames, payload_);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      spread(host.cpu, static_cast<std::uint64_t>(trip));
      const Time begin = host.cpu.now();
      const auto serial = static_cast<std::uint64_t>(2 * trip);
      send(host, frames, {1, control_, payload_, serial});
      receive(host, control_, payload_, serial + 1);
      if (trip >= kWarmUp) measured += host.cpu.now() - begin;
      if (trip == kWarmUp) stages.freeze(begin);
      if (pause_ > Time()) host.cpu.sleep(pause_);
    }
  });
  testbed.run_on(1, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, kFrames, payload_);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      const auto serial = static_cast<std::uint64_t>(2 * trip);
      receive(host, control_, payload_, serial);
      send(host, frames, {0, control_, payload_, serial + 1});
    }
  });
  testbed.run();

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
