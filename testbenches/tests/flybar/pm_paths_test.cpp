/// How many clocks of the card PM's firmware takes on each path, at most: a path that grows fails.
/// Taken from timelines: from the end of what a path waits for to the begin of what it starts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

struct Slice {
  double begin, end;
};

/// What a run of `command` did, by "TRACK LABEL", in the order of time.
class Timeline {
 public:
  explicit Timeline(const std::string& command) {
    const Workspace workspace;
    const Ended ended = workspace.run(
        "run " + command + " --platform rwc-pentium-pro --quiet --trace a.timeline.json");
    EXPECT_EQ(ended.code, 0) << ended.err;
    activities_ = nlohmann::json::parse(contents(workspace / "a.timeline.json"));
  }

  /// In the second half of the run, which is steady; those of at least `bytes`.
  std::vector<Slice> slices(const std::string& track, const std::string& label,
                            unsigned bytes = 0) const {
    const double half = activities_.back()["begin_us"].get<double>() / 2;
    std::vector<Slice> found;
    for (const auto& it : activities_)
      if (it["track"] == "system." + track && it["label"] == label && it["begin_us"] > half &&
          it["bytes"] >= bytes)
        found.push_back({it["begin_us"], it["end_us"]});
    return found;
  }

 private:
  nlohmann::json activities_;
};

constexpr double kClock = 0.03;  // us, of 33.33 MHz

/// Mean clocks from the end of each of `from` to the begin of the next of `to`.
double clocks(const std::vector<Slice>& from, const std::vector<Slice>& to) {
  double sum = 0;
  int count = 0;
  for (const Slice& start : to) {
    const auto cause = std::upper_bound(from.begin(), from.end(), start.begin + kClock / 2,
                                        [](double at, const Slice& it) { return at < it.end; });
    if (cause == from.begin()) continue;
    sum += (start.begin - std::prev(cause)->end) / kClock;
    ++count;
  }
  EXPECT_GT(count, 10);
  return sum / count;
}

/// Mean clocks from one to the next, but for those in which the engine moves data.
double gap(const std::vector<Slice>& slices) {
  EXPECT_GT(slices.size(), 10u);
  double moved = 0;
  for (const Slice& it : slices) moved += it.end - it.begin;
  const double all = slices.back().end - slices.front().begin;
  return (all - moved) / static_cast<double>(slices.size() - 1) / kClock;
}

struct Path {
  const char* name;
  const char *after, *what;  ///< track and label of what it waits for
  const char *begins, *with;
  double most;  ///< clocks
};

constexpr std::array kPaths = {
    Path{"DoorbellToFetch", "node0.host.cpu.kernel", "wait for PIO", "node0.lanai.host_dma", "read",
         49.1},
    Path{"FetchToData", "node0.lanai.host_dma", "read", "node0.lanai.send_dma", "send", 15},
    Path{"ArrivalToStore", "node1.lanai.receive_dma", "receive", "node1.lanai.host_dma", "write",
         76},
};

class PmPathOfAShortMessage : public testing::TestWithParam<Path> {};

/// The firmware notices a message up to 12 clocks after it came, and in a ping-pong always in the
/// same step of its waiting loop. So the mean is taken over runs in which the host's calls take
/// longer by two clocks each.
TEST_P(PmPathOfAShortMessage, TakesNoMoreClocks) {
  const Path& path = GetParam();
  double sum = 0;
  int runs = 0;
  for (int call = 270; call < 630; call += 60, ++runs) {
    const Timeline run("pm-latency --set pm.call='" + std::to_string(call) + " ns'");
    sum += clocks(run.slices(path.after, path.what), run.slices(path.begins, path.with));
  }
  EXPECT_LE(sum / runs, path.most);
}

INSTANTIATE_TEST_SUITE_P(Paths, PmPathOfAShortMessage, testing::ValuesIn(kPaths),
                         [](const auto& path) { return std::string(path.param.name); });

TEST(PmPaths, AStreamOfMessagesLeavesTheHostDmaIdleForShort) {
  const Timeline run("pm-bandwidth");

  EXPECT_LE(gap(run.slices("node0.lanai.host_dma", "read", 8192)), 266);
  EXPECT_LE(gap(run.slices("node1.lanai.host_dma", "write", 8192)), 278);
}

TEST(PmPaths, APageOfAWriteLeavesTheHostDmaIdleForShort) {
  const Timeline run(
      "pm-bandwidth --set path=write --set payload='1 MB' --set hit_percent=100 "
      "--set transfers=2");

  EXPECT_LE(gap(run.slices("node0.lanai.host_dma", "read", 4096)), 206.2);
  EXPECT_LE(gap(run.slices("node1.lanai.host_dma", "write", 4096)), 214.2);
}

}  // namespace
}  // namespace flybar::program
