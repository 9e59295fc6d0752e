/// The way of a segment of netperf, as observers see it.
#include <algorithm>
#include <set>

#include "testbenches/experiments/inet/netperf.h"
#include "testbenches/tests/experiments/inet/netperf_runs.h"
#include "testbenches/tests/named_tracks.h"

namespace flybar::experiments {
namespace {

/// Everything that belongs to messages, but what processors and buses do within.
struct Ways : NamedTracks {
  struct Mark {
    Time begin;
    std::string text;
  };
  using Observer::on;
  void on(const Activity& it) override {
    if (it.message == 0 || it.label == "completed") return;
    const std::string& track = names[it.track];
    const std::string within = track.substr(track.find('.') + 1);
    of[it.message].push_back({it.begin, within + " " + std::string(it.label)});
    if (it.label == end) last = it.message;
  }
  /// The steps of the last message that came to its end, each once, a line each.
  std::string way() {
    std::vector<Mark>& marks = of[last];
    std::stable_sort(marks.begin(), marks.end(),
                     [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
    std::set<std::string> seen;
    std::string text;
    for (const Mark& mark : marks)
      if (seen.insert(mark.text).second) text += mark.text + "\n";
    return text;
  }
  std::string_view end;
  std::map<std::uint64_t, std::vector<Mark>> of;
  std::uint64_t last = 0;
};

/// `copy` says which copies are made, `end` what ends the way.
std::string way(const std::string& copy, std::string_view end) {
  return lockstep::in_child([&] {
    Ways ways;
    ways.end = end;
    Asked<Netperf>({{"amount", "256 KB"}, {"socket_buffer", "32 KB"}, {"copy", copy}},
                   {.observer = &ways})
        .run();
    return ways.way();
  });
}

TEST(WayOfASegment, LeadsFromThePinOfItsPageThroughBothHostsToItsUnpin) {
  EXPECT_EQ(way("remap", "unpin"),
            "node1.host.segments pin\n"
            "node1.host.send send\n"
            "node1.lanai.send_dma send\n"
            "network.switch0.output0 packet\n"
            "node0.lanai.receive_dma receive\n"
            "node0.host.receive receive\n"
            "node0.host.segments input\n"
            "node0.host.segments flip\n"
            "node1.host.segments acknowledged\n"
            "node1.host.segments unpin\n");
}

TEST(WayOfASegment, WithCopiesLeadsFromFrameToFrame) {
  const std::string steps = way("both", "free frame");
  EXPECT_TRUE(steps.starts_with("node1.host.segments take frame\nnode1.host.send send\n")) << steps;
  EXPECT_TRUE(
      steps.ends_with("node0.host.segments input\n"
                      "node0.host.segments copy out\n"
                      "node1.host.segments acknowledged\n"
                      "node1.host.segments free frame\n"))
      << steps;
}

}  // namespace
}  // namespace flybar::experiments
