/// The experiments of the program's own tests: one that simulates nothing and does as it is told.
#include "models/trapeze/mcp_params.h"
#include "testbenches/experiments/measure/experiment.h"

#include <unistd.h>

#include <csignal>

#include "models/cluster/build/system_params.h"
#include "models/common/quantity.h"

namespace flybar::experiments {
namespace {

enum class Notify { kPolling, kInterrupt };
enum class Ending { kDone, kFailed, kBroken, kHung, kStopped, kKilled };

class SelfTest : public Experiment {
 public:
  void describe(Parameters& options) override {
    options.add("payload", payload_, {Bytes(0), Bytes(64 * 1024)}, {"payload", "this test"});
    options.add("control", control_, {Bytes(0), Bytes(128)}, {"control", "this test"});
    options.add_choice("notify", notify_,
                       {{"polling", Notify::kPolling}, {"interrupt", Notify::kInterrupt}},
                       {"notify", "this test"});
    options.add_choice("ending", ending_,
                       {{"done", Ending::kDone},
                        {"failed", Ending::kFailed},
                        {"broken", Ending::kBroken},
                        {"hung", Ending::kHung},
                        {"stopped", Ending::kStopped},
                        {"killed", Ending::kKilled}},
                       {"how it ends", "this test"});
  }

  const char* firmware(const cluster::SystemParams&) const override { return "trapeze.elf"; }

  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override {
    if (payload_ > system.node(0).get<trapeze::McpParams>().max_payload)
      faults.push_back({"payload", quantity::print(payload_) + " is too much",
                        "up to mcp.max_payload", "lower it"});
  }

  Results run(const Context& context) override {
    record(context.observer);
    if (ending_ == Ending::kFailed)
      throw SimulationError("node0.lanai", "it caught fire", "no fire", "put it out");
    if (ending_ == Ending::kBroken) throw std::logic_error("a broken invariant");
    if (ending_ == Ending::kHung) pause();
    if (ending_ == Ending::kStopped)
      throw StoppedByFaults({"node 1", "message 2 has not come", "cables", "mend them"},
                            {.numbers = {{"messages", 2, ""}}, .tables = {}, .simulated = {}});
    if (ending_ == Ending::kKilled) std::raise(SIGKILL);
    const double latency =
        20 + static_cast<double>(payload_.count) / 64 +
        static_cast<double>(context.system.node(0).get<trapeze::McpParams>().send_threshold.count) /
            128;
    return {.numbers = {{"latency", latency, "us"}, {"messages", 3, ""}},
            .tables = {{"stages", "stage", {"begin us"}, {{"wire", {1.5}}}}},
            .simulated = Time::us(100),
            .nic_cycles = 6666};
  }

 private:
  static void record(Observer& observer) {
    const TrackId track = observer.declare({.name = "self.engine"});
    observer.on(Activity{track, Time::us(1), Time::us(2), "pulse", 1, 64});
  }

  Bytes payload_ = Bytes(64);
  Bytes control_ = Bytes(16);
  Notify notify_ = Notify::kPolling;
  Ending ending_ = Ending::kDone;
};

}  // namespace

const std::vector<Entry>& all() {
  static const std::vector<Entry> kEntries = {
      {"self-test", "does as it is told", &make<SelfTest>},
      {"one-way", "stands for what published numbers are compared with", &make<SelfTest>}};
  return kEntries;
}

}  // namespace flybar::experiments
