#include "testbenches/flybar/cases.h"

#include "testbenches/flybar/vary.h"

namespace flybar::program {
namespace {

constexpr const char* kPair = "alphastation-500";
constexpr const char* kMixed = "alcor-miata";
constexpr const char* kPentium = "pentium-ii-440lx";
/// The published pulse sizes are those of send and receive pulses alike.
const std::vector<std::string> kThresholds = {"mcp.send_threshold", "mcp.receive_threshold"};
/// The published thresholds of eager DMA.
constexpr const char* kSend512 = "mcp.send_threshold=512 B";
constexpr const char* kReceive512 = "mcp.receive_threshold=512 B";
/// MB/s, the published peak of 32-bit PCI, of which U024 and U025 are fractions.
constexpr double kPciPeak = 132;
constexpr const char* kThresholdSteps = "256 B..2560 B:256 B";

}  // namespace

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {.id = "U009",
       .experiment = "one-way",
       .platform = kPentium,
       .settings = {"payload=4 KB", kSend512, kReceive512},
       .result = "latency"},
      {.id = "U010",
       .experiment = "stream",
       .platform = kPentium,
       .settings = {"payload=8 KB"},
       .result = "bandwidth"},
      {.id = "U024",
       .experiment = "dma-curve",
       .platform = kPair,
       .settings = {"direction=nic-to-host", "sizes=8 KB"},
       .result = "bandwidth",
       .per = kPciPeak},
      {.id = "U025",
       .experiment = "dma-curve",
       .platform = kMixed,
       .settings = {"direction=host-to-nic", "sizes=8 KB"},
       .result = "bandwidth",
       .per = kPciPeak},
      {.id = "U-T1-2W-0-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait"},
       .result = "latency"},
      {.id = "U-T1-2W-0-RATE",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait"},
       .result = "rate"},
      {.id = "U-T1-2W-SOL-4096-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait", "payload=4 KB", "delivery=solicited"},
       .result = "latency"},
      {.id = "U-T1-2W-SOL-8192-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait", "payload=8 KB", "delivery=solicited"},
       .result = "latency"},
      {.id = "U-T1-2W-UNS-8192-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait", "payload=8 KB", "delivery=unsolicited"},
       .result = "latency"},
      {.id = "U-T1-2W-CPY-4096-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait", "payload=4 KB", "delivery=copy"},
       .result = "latency"},
      {.id = "U-T1-2W-CPY-8192-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=wait", "payload=8 KB", "delivery=copy"},
       .result = "latency"},
      {.id = "U-T1-2C-0-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=cont"},
       .result = "latency"},
      {.id = "U-T1-2C-0-RATE",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=cont"},
       .result = "rate"},
      {.id = "U-T1-2C-CPY-8192-BW",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=cont", "payload=8 KB", "delivery=copy"},
       .result = "bandwidth"},
      {.id = "U-T1-2D-0-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=defer"},
       .result = "latency"},
      {.id = "U-T1-2D-UNS-4096-BW",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=defer", "payload=4 KB", "delivery=unsolicited"},
       .result = "bandwidth"},
      {.id = "U-T1-2D-CPY-4096-BW",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=2", "reply=defer", "payload=4 KB", "delivery=copy"},
       .result = "bandwidth"},
      {.id = "U-T1-3W-0-LAT",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=3", "reply=wait"},
       .result = "latency"},
      {.id = "U-T1-3C-0-RATE",
       .experiment = "rpc",
       .platform = kMixed,
       .settings = {"hops=3", "reply=cont"},
       .result = "rate"},
      {.id = "U033",
       .experiment = "stream",
       .platform = kMixed,
       .settings = {"payload=8 KB", "sender_writes=none"},
       .result = "bandwidth"},
      {.id = "U047",
       .experiment = "file-read",
       .platform = kMixed,
       .settings = {"interface=stream", "touch=8 KB"},
       .result = "bandwidth"},
      {.id = "U048",
       .experiment = "file-read",
       .platform = kMixed,
       .settings = {"interface=stream", "touch=8 KB"},
       .result = "cpu_system"},
      {.id = "U049",
       .experiment = "file-read",
       .platform = kMixed,
       .settings = {"interface=mmb", "touch=8 KB"},
       .result = "bandwidth"},
      {.id = "U050",
       .experiment = "file-read",
       .platform = kMixed,
       .settings = {"interface=mmb", "touch=8 KB"},
       .result = "cpu_left"},
      {.id = "U051",
       .experiment = "dma-curve",
       .platform = kPair,
       .settings = {"direction=nic-to-host", "sizes=8 KB"},
       .result = "bandwidth"},
      {.id = "U054",
       .experiment = "stream",
       .platform = kMixed,
       .settings = {"payload=8 KB", "sender_writes=all"},
       .result = "bandwidth"},
      {.id = "U055",
       .experiment = "file-write",
       .platform = kMixed,
       .settings = {"interface=stream", "touch=8 KB"},
       .result = "bandwidth"},
      {.id = "C002",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=8 KB", "control=128 B"},
       .result = "latency"},
      {.id = "C024",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"mcp.mode=store-and-forward", "payload=8 KB", "control=128 B"},
       .result = "latency"},
      {.id = "C025",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"mcp.mode=static", "payload=8 KB", "control=128 B"},
       .result = "latency",
       .pick = Pick::kLeast,
       .keys = kThresholds,
       .values = kThresholdSteps},
      {.id = "C028",
       .experiment = "dma-curve",
       .platform = kPair,
       .settings = {"direction=host-to-nic", "sizes=8 KB"},
       .result = "bandwidth"},
      {.id = "C029",
       .experiment = "dma-curve",
       .platform = kPair,
       .settings = {"direction=nic-to-host", "sizes=8 KB"},
       .result = "bandwidth"},
      {.id = "C031",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"mcp.mode=static", "payload=8 KB", "control=128 B"},
       .result = "latency",
       .pick = Pick::kBestAt,
       .keys = kThresholds,
       .values = kThresholdSteps},
      {.id = "C032",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=8 KB", "control=128 B", "mcp.send_threshold=384 B",
                    "mcp.receive_threshold=512 B"},
       .result = "latency"},
      {.id = "C033",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=8 KB", "control=128 B", kSend512, kReceive512},
       .result = "latency"},
      {.id = "C034",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=8 KB", "control=128 B", "mcp.send_threshold=512 B",
                    "mcp.receive_threshold=384 B"},
       .result = "latency"},
      {.id = "C037",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=1 KB", "control=128 B", kSend512, kReceive512},
       .result = "latency"},
      {.id = "C046",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=0 B", "control=32 B"},
       .result = "latency"},
      {.id = "C051",
       .experiment = "one-way",
       .platform = kPair,
       .settings = {"payload=8 KB", "control=128 B", kSend512, kReceive512, "notify=interrupt"},
       .result = "latency"},
  };
  return kCases;
}

const Case* find_case(const std::string& id) {
  for (const Case& known : cases())
    if (known.id == id) return &known;
  return nullptr;
}

std::vector<std::string> values_of(const Case& wanted) {
  if (wanted.keys.empty()) return {""};
  return parse_axis(wanted.keys.front(), wanted.values, wanted.id).values;
}

std::vector<RunRequest> runs_of(const Case& wanted) {
  std::vector<RunRequest> runs;
  for (const std::string& value : values_of(wanted)) {
    RunRequest run;
    run.experiment = wanted.experiment;
    run.platform = wanted.platform;
    run.settings = wanted.settings;
    for (const std::string& key : wanted.keys) run.settings.push_back(key + "=" + value);
    run.quiet = true;
    run.stages = false;
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace flybar::program
