/// What is said of a part whose tracks are not its own.
#include "testbenches/experiments/measure/messages/declared_tracks.h"

#include <gtest/gtest.h>

#include "models/common/fault.h"

namespace flybar::experiments {
namespace {

const DeclaredTrack kEngine{"s.node0.card.dma", {{Lane::kReadsHost, "read"}}, {}};

/// Nothing if these tracks and the card's engine may be together.
std::string refused(const std::vector<DeclaredTrack>& tracks) {
  std::vector<DeclaredTrack> all = {kEngine};
  all.insert(all.end(), tracks.begin(), tracks.end());
  try {
    check_tracks(all);
    return "";
  } catch (const ConfigurationError& error) {
    return error.what();
  }
}

TEST(DeclaredTracks, ABusMayBelongToTheLanesOfACardBesideIt) {
  EXPECT_EQ(refused({{"s.node0.bus.card", {}, {"s.node0.card", {Lane::kReadsHost, Lane::kSends}}}}),
            "");
}

TEST(DeclaredTracks, TheLaneOfAPartOfAnotherNodeIsRefused) {
  EXPECT_EQ(
      refused({{"s.node1.bus.card", {}, {"s.node0.card", {Lane::kReadsHost}}}}),
      "s.node1.bus.card: it belongs to lanes of s.node0.card, a part of another node; allowed: "
      "lanes of parts beside it; mend Track::part_of");
}

TEST(DeclaredTracks, ALaneThatThePartHasNotIsRefused) {
  EXPECT_EQ(
      refused({{"s.node0.bus.card", {}, {"s.node0.car", {Lane::kReadsHost, Lane::kSends}}}}),
      "s.node0.bus.card: it belongs to lanes of s.node0.car (kReadsHost, kSends), which has none "
      "of these; allowed: lanes that a part beside it declares; mend Track::part_of, or declare "
      "the lanes");
}

TEST(DeclaredTracks, TheTrackOfAnotherPartIsRefusedAsALane) {
  EXPECT_EQ(refused({{"s.node0.card.dma", {{Lane::kSends, "send"}}, {}}}),
            "s.node0.card.dma: another part has declared this track, and is in its lanes; allowed: "
            "lanes of the part itself; name the track after the part that declares it");
}

/// Two libraries on a node both have calls that send.
TEST(DeclaredTracks, SoftwareMayBeMissingOrThereTwice) {
  const DeclaredTrack calls{"s.node0.host.send", {{Lane::kCalls, ""}}, {}};
  EXPECT_EQ(refused({{"s.node0.host.cpu", {}, {"s.node0.host", {Lane::kCalls}}}}), "");
  EXPECT_EQ(refused({calls, calls}), "");
}

}  // namespace
}  // namespace flybar::experiments
