/// How long an engine rests between two pulses of a packet that is cut through.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/systems/systems.h"
#include "models/trapeze/mcp_params.h"
#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {
namespace {

using namespace literals;

/// The pulses of the sender's link and of the receiver's host DMA.
struct Pulses : Observer {
  TrackId declare(const Track& track) override {
    tracks.push_back(track.name);
    return static_cast<TrackId>(tracks.size() - 1);
  }
  void on(const Activity& activity) override {
    if (activity.bytes == 0) return;
    if (tracks[activity.track] == "system.node0.lanai.send_dma") sent.push_back(activity);
    if (tracks[activity.track] == "system.node1.lanai.host_dma") deposited.push_back(activity);
  }
  using Observer::on;

  std::vector<std::string> tracks;
  std::vector<Activity> sent, deposited;
};

constexpr std::uint32_t kPages = 8;
/// Between two pages, and far longer than any rest within one.
constexpr Time kPause = 1_ms;

/// Mean rest before each pulse of a page but the first two and the last: the head or the control
/// bytes are seen to between these, and a lap of the main loop closes the packet.
Time mean_rest(const std::vector<Activity>& pulses) {
  const auto rest = [&](std::size_t i) { return pulses[i].begin - pulses[i - 1].end; };
  const auto begins = [&](std::size_t i) { return i == 0 || 2 * rest(i) > kPause; };
  Time sum;
  std::int64_t rests = 0;
  for (std::size_t i = 2; i + 1 < pulses.size(); ++i) {
    if (begins(i) || begins(i - 1) || begins(i + 1)) continue;
    sum += rest(i);
    ++rests;
  }
  return Time::ps(sum.ps() / rests);
}

class EagerPulses : public testing::Test {
 protected:
  EagerPulses() {
    for (LayerParams* node : {&system.node(0), &system.node(1)}) {
      auto& mcp = node->get<trapeze::McpParams>();
      mcp.mode = trapeze::Mode::kEager;
      mcp.send_threshold = mcp.receive_threshold = 512_B;
    }
  }
  /// Pages of 8 KB from node 0 to node 1, each at another instant of the firmware's lap.
  void send_pages() {
    Testbed testbed({.system = system, .observer = pulses}, {});
    TrapezeStack stack(testbed, {});
    stack.run_on(0, [](TrapezeStack::Host& host) {
      SendFrames frames(host.memory, 1, 8_KB);
      for (std::uint32_t page = 1; page <= kPages; ++page) {
        send(host, frames, {1, 128_B, 8_KB, page});
        host.cpu.sleep(kPause + Time::ns(170) * page);
      }
    });
    stack.run_on(1, [](TrapezeStack::Host& host) {
      TakenPages pages(host);
      for (std::uint32_t page = 1; page <= kPages; ++page) receive(host, pages, 128_B, 8_KB, page);
    });
    testbed.run();
  }

  cluster::SystemParams system = systems::defaults("trapeze");
  Pulses pulses;
};

TEST_F(EagerPulses, AreLessThanAMicrosecondApartOnTheLink) {
  send_pages();

  ASSERT_GT(pulses.sent.size(), 5u);
  EXPECT_LT(mean_rest(pulses.sent), 1_us);
}

TEST_F(EagerPulses, AreLessThanAMicrosecondApartAtTheHostDma) {
  send_pages();

  ASSERT_GT(pulses.deposited.size(), 3u);
  EXPECT_LT(mean_rest(pulses.deposited), 1_us);
}

}  // namespace
}  // namespace flybar::experiments
