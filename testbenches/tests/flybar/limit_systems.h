/// Systems of which nobody knows what limits them.
#pragma once

#include <string>
#include <vector>

#include "testbenches/tests/flybar/limit_reliefs.h"
#include "testbenches/tests/random.h"

namespace flybar::program {

using Texts = std::vector<std::string>;

/// What is varied of an experiment.
struct VariedExperiment {
  const char* name;
  Texts platforms;
  Settings settings;
  bool has_payload = true;
  bool notifies = false;  ///< by polling or by interrupts, as an option says
};

inline const Texts kTrapeze{"alphastation-500", "alcor-miata", "pentium-ii-440lx",
                            "pentium-ii-450"};
inline const Texts kPm{"rwc-pentium-pro"};
inline const Texts kAlcor{"alcor-miata"};
inline const std::vector<VariedExperiment> kExperiments{
    {"stream", kTrapeze, {{"messages", "80"}}, true, true},
    {"one-way", kTrapeze, {{"round_trips", "8"}}, true, true},
    {"demand-fetch", kTrapeze, {}, true, true},
    {"rpc", kTrapeze, {{"calls", "30"}}},
    {"incast", kTrapeze, {{"messages", "25"}}},
    {"pairs", kTrapeze, {{"messages", "25"}}},
    {"all-to-all", kTrapeze, {{"messages", "12"}}},
    {"file-read", kAlcor, {{"file", "600"}}, false},
    {"file-write", kAlcor, {{"file", "600"}}, false},
    {"netperf", kTrapeze, {{"amount", "2 MB"}, {"socket_buffer", "128 KB"}}, false},
    {"pm-bandwidth", kPm, {}},
    {"pm-latency", kPm, {}},
    {"mpi-latency", kPm, {}},
    {"mpi-bandwidth", kPm, {}},
};

class RandomSystem {
 public:
  explicit RandomSystem(std::uint64_t seed) : random_(seed) {
    const VariedExperiment& experiment = random_.one_of(kExperiments);
    const bool pm = experiment.platforms == kPm;
    command_ = std::string(experiment.name) + " --platform " + random_.one_of(experiment.platforms);
    settings_ = experiment.settings;
    vary_parts();
    if (experiment.has_payload) maybe(60, "payload", {"64 B", "512 B", "2 KB", "4 KB", "8 KB"});
    if (experiment.notifies) maybe(35, "notify", {"interrupt"});
    if (command_.starts_with("netperf")) maybe(50, "copy", {"both", "receive", "send"});
    if (pm) return;
    maybe(20, "mcp.mode", {"store-and-forward", "static"});
    maybe(15, "mcp.interrupts", {"coalesced"});
  }

  LimitedRun run() const { return {command_, settings_, ""}; }
  std::string text() const {
    std::string text = command_;
    for (const auto& [key, value] : settings_) text += "; " + key + "=" + value;
    return text;
  }

 private:
  void vary_parts() {
    maybe(35, "pci.clock", {"16.667 MHz", "25 MHz", "50 MHz", "66.667 MHz"});
    maybe(35, "lanai.clock", {"16.667 MHz", "25 MHz", "50 MHz", "66.667 MHz"});
    maybe(35, "link.rate", {"40 MB/s", "80 MB/s", "320 MB/s"});
    maybe(35, "host.clock", {"100 MHz", "200 MHz", "400 MHz", "500 MHz"});
    maybe(15, "lanai.sram_width", {"64 bit"});
    maybe(15, "pci.width", {"64 bit"});
  }
  void maybe(std::int64_t percent, const std::string& key, const Texts& values) {
    if (random_.between(1, 100) <= percent) settings_[key] = random_.one_of(values);
  }

  lockstep::Random random_;
  std::string command_;
  Settings settings_;
};

}  // namespace flybar::program
