#include "models/gms/page/membership.h"

#include <gtest/gtest.h>

#include <map>

#include "models/gms/epoch/epoch_message.h"

namespace flybar::gms {
namespace {

constexpr std::uint32_t kPages = 2000;

Epoch make_epoch(std::vector<Node> members, std::vector<std::uint32_t> weights) {
  Epoch epoch;
  epoch.members = std::move(members);
  epoch.weights = std::move(weights);
  return epoch;
}

TEST(Epoch, FollowsOnlyTheOneThatItsCoordinatorKnew) {
  Epoch last, next;
  last.number = 4, last.coordinator = 2;
  next.number = 5, next.predecessor = 2;
  EXPECT_TRUE(next.follows(last));

  last.coordinator = 3;
  EXPECT_FALSE(next.follows(last));
  last.coordinator = 2, last.number = 3;
  EXPECT_FALSE(next.follows(last));
}

constexpr Time kPatience = Time::ms(100);

/// Nodes 0 to 5, of which 4 and 5 are absent for so long.
Epoch six_nodes(Time absence) {
  Epoch epoch = make_epoch({0, 1, 2, 3}, {1, 1, 1, 1});
  epoch.absent = {{4, absence}, {5, absence}};
  return epoch;
}

TEST(Epoch, ANodeIsDeadWhenItHasBeenAbsentForLongEnough) {
  EXPECT_FALSE(six_nodes(kPatience - Time::ps(1)).is_dead(4, kPatience));
  EXPECT_TRUE(six_nodes(kPatience).is_dead(4, kPatience));
  EXPECT_FALSE(six_nodes(kPatience).is_dead(3, kPatience));
}

TEST(Epoch, WhoIsAbsentCountsForAMajorityUntilItIsDead) {
  EXPECT_TRUE(six_nodes(Time()).is_majority({1, 2, 3, 5}, kPatience));
  EXPECT_FALSE(six_nodes(Time()).is_majority({1, 2, 3}, kPatience));
  EXPECT_TRUE(six_nodes(kPatience).is_majority({1, 2, 3}, kPatience));
}

TEST(Epoch, OfTwoHalvesTheOneWithTheFirstNodeIsAMajority) {
  EXPECT_TRUE(six_nodes(Time()).is_majority({0, 4, 5}, kPatience));
  EXPECT_FALSE(six_nodes(Time()).is_majority({0, 4}, kPatience));
}

/// How long the others are absent from an epoch of these members, 7 ms later.
std::vector<Time> absences(const std::vector<Node>& members) {
  std::vector<Time> all;
  for (const Absence& each : six_nodes(Time::ms(10)).absent_from(members, Time::ms(7), kPatience)) {
    all.push_back(each.lasts);
  }
  return all;
}

TEST(Epoch, AnAbsenceGrowsFromEpochToEpoch) {
  EXPECT_EQ(absences({0, 1, 2}), (std::vector{Time::ms(7), Time::ms(17), Time::ms(17)}));
}

TEST(Epoch, WithoutAMajorityNoAbsenceGrows) {
  EXPECT_EQ(absences({1, 2}), (std::vector{Time(), Time(), Time::ms(10), Time::ms(10)}));
}

TEST(Epoch, WhoAnswersIsAbsentNoMore) {
  EXPECT_EQ(absences({0, 1, 2, 3, 5}), std::vector{Time::ms(17)});
}

TEST(Epoch, AMessageBringsTheAbsencesToo) {
  gmsnet::Arguments words;
  push(six_nodes(Time::ms(10)), words);
  const Epoch copy = pop_epoch(words);

  ASSERT_EQ(copy.absent.size(), 2U);
  EXPECT_EQ(copy.absent[1].node, 5U);
  EXPECT_EQ(copy.absent[1].lasts, Time::ms(10));
}

TEST(DirectorySite, SpreadsThePagesOverTheMembers) {
  const Epoch epoch = make_epoch({0, 1, 2, 3}, {});
  std::map<Node, int> pages;
  for (std::uint32_t i = 0; i < kPages; ++i) ++pages[epoch.directory_site({5, i})];

  for (const Node node : epoch.members) EXPECT_NEAR(pages[node], 500, 80) << node;
}

TEST(DirectorySite, ADeathMovesOnlyThePagesOfTheDeadNode) {
  const Epoch before = make_epoch({0, 1, 2, 3}, {});
  const Epoch after = make_epoch({0, 1, 3}, {});

  for (std::uint32_t i = 0; i < kPages; ++i) {
    const Node site = before.directory_site({5, i});
    if (site == 2) continue;
    EXPECT_EQ(after.directory_site({5, i}), site);
  }
}

TEST(Target, IsDrawnByWeightAndNeverOneself) {
  const Epoch epoch = make_epoch({0, 1, 2, 3}, {9, 3, 1, 0});
  Draw draw(7);
  std::map<Node, int> drawn;
  for (int i = 0; i < 4000; ++i) ++drawn[*epoch.target(0, 0, draw)];

  EXPECT_EQ(drawn[0], 0);
  EXPECT_EQ(drawn[3], 0);
  EXPECT_NEAR(drawn[1], 3000, 150);
}

TEST(Target, IsAnyOtherMemberIfNoneHasAWeight) {
  const Epoch epoch = make_epoch({0, 1, 2}, {5, 0, 0});
  Draw draw(7);
  std::map<Node, int> drawn;
  for (int i = 0; i < 1000; ++i) ++drawn[*epoch.target(0, 0, draw)];

  EXPECT_EQ(drawn[0], 0);
  EXPECT_NEAR(drawn[1], 500, 80);
}

TEST(Target, IsNobodyForTheLastMember) {
  const Epoch epoch = make_epoch({4}, {1});
  Draw draw(7);

  EXPECT_FALSE(epoch.target(4, 4, draw));
}

TEST(Target, IsNotTheOtherNodeThatIsLeftOutEither) {
  const Epoch epoch = make_epoch({0, 1, 2}, {1, 9, 1});
  Draw draw(7);

  for (int i = 0; i < 100; ++i) EXPECT_EQ(epoch.target(0, 1, draw), 2U);
}

TEST(EpochMessage, AWeightThatDoesNotFitIsTheLargestThatDoes) {
  gmsnet::Arguments words;
  push(make_epoch({3, 5}, {0xffffffff, 7}), words);
  const Epoch told = pop_epoch(words);

  EXPECT_EQ(told.members, (std::vector<Node>{3, 5}));
  EXPECT_EQ(told.weights, (std::vector<std::uint32_t>{0xffffff, 7}));
}

}  // namespace
}  // namespace flybar::gms
