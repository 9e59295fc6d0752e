#include "testbenches/experiments/ledger/ledger.h"

#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/gms/page/content.h"

namespace flybar::gms {
namespace {

constexpr PageId kPage{1, 4};
constexpr Node kDead = 3, kLive = 5;
constexpr Policy kScratch{.scratch = true}, kSticky{.sticky = true};

std::vector<std::uint8_t> contents(Version version) {
  std::vector<std::uint8_t> page(512);
  fill(page, kPage, version);
  return page;
}

TEST(Ledger, KnowsWhatAPageBeganWith) {
  Ledger ledger;
  ledger.on_read(kPage, 1, contents(1));

  EXPECT_THROW(ledger.on_read(kPage, 1, contents(2)), SimulationError);
}

TEST(Ledger, AReadMustSeeTheLastWrite) {
  Ledger ledger;
  auto page = contents(1);
  page[7] = 99;
  ledger.on_written(kPage, 2, page);

  ledger.on_read(kPage, 2, page);
  EXPECT_THROW(ledger.on_read(kPage, 1, contents(1)), SimulationError);
  EXPECT_THROW(ledger.on_read(kPage, 2, contents(1)), SimulationError);
}

TEST(Ledger, OnlyAPageThatDiedWithItsNodeMayBeLost) {
  Ledger ledger;
  ledger.on_cached(kPage, 2, kDead);
  EXPECT_THROW(ledger.on_lost(kPage, 2, kScratch), SimulationError);

  ledger.on_death(kDead);
  ledger.on_lost(kPage, 2, kScratch);

  EXPECT_EQ(ledger.losses(), 2U);
}

TEST(Ledger, APageThatALiveNodeHasIsNotLost) {
  Ledger ledger;
  ledger.on_cached(kPage, 2, kDead);
  ledger.on_cached(kPage, 2, kLive);
  ledger.on_death(kDead);

  EXPECT_THROW(ledger.on_lost(kPage, 2, kScratch), SimulationError);
  ledger.on_dropped(kPage, kLive);
  ledger.on_lost(kPage, 2, kScratch);
}

TEST(Ledger, APageThatNobodyEverHadIsNotLost) {
  Ledger ledger;
  ledger.on_death(kDead);

  EXPECT_THROW(ledger.on_lost(kPage, 2, kScratch), SimulationError);
}

TEST(Ledger, OnlyAPageOfAScratchFileMayBeLost) {
  Ledger ledger;
  ledger.on_cached(kPage, 2, kDead);
  ledger.on_death(kDead);

  EXPECT_THROW(ledger.on_lost(kPage, 2, kSticky), SimulationError);
  ledger.on_lost(kPage, 2, kScratch);
}

TEST(Ledger, WhatADeadNodeStillDoesDoesNotUndoItsDeath) {
  Ledger ledger;
  ledger.on_cached(kPage, 2, kDead);
  ledger.on_death(kDead);
  ledger.on_dropped(kPage, kDead);

  EXPECT_NO_THROW(ledger.on_lost(kPage, 2, kScratch));
}

/// Nodes 1 and 2 are cut off from all others.
struct PartedLedger : testing::Test {
  Ledger ledger;
  PartedLedger() {
    ledger.part({1, 2}, Time());
    ledger.on_cached(kPage, 2, 1);
  }
};

TEST_F(PartedLedger, APageIsLostForTheOtherSideOnly) {
  EXPECT_NO_THROW(ledger.on_lost(kPage, 2, kScratch));
  EXPECT_NO_THROW(ledger.check_lost(kPage, 2, 5));
  EXPECT_THROW(ledger.check_lost(kPage, 2, 2), SimulationError);
}

TEST_F(PartedLedger, OnlyTheLargerSideMayDropPagesOfTheOther) {
  ledger.on_dropped(kPage, 1);

  EXPECT_NO_THROW(ledger.check_lost(kPage, 2, 1));
  EXPECT_THROW(ledger.check_lost(kPage, 2, 5), SimulationError);
}

}  // namespace
}  // namespace flybar::gms
