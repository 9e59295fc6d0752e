#include "models/gms/ledger.h"

#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/gms/content.h"

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
  ledger.read(kPage, 1, contents(1));

  EXPECT_THROW(ledger.read(kPage, 1, contents(2)), SimulationError);
}

TEST(Ledger, AReadMustSeeTheLastWrite) {
  Ledger ledger;
  auto page = contents(1);
  page[7] = 99;
  ledger.wrote(kPage, 2, page);

  ledger.read(kPage, 2, page);
  EXPECT_THROW(ledger.read(kPage, 1, contents(1)), SimulationError);
  EXPECT_THROW(ledger.read(kPage, 2, contents(1)), SimulationError);
}

TEST(Ledger, OnlyAPageThatDiedWithItsNodeMayBeLost) {
  Ledger ledger;
  ledger.cached(kPage, 2, kDead);
  EXPECT_THROW(ledger.lost(kPage, 2, kScratch), SimulationError);

  ledger.died(kDead);
  ledger.lost(kPage, 2, kScratch);

  EXPECT_EQ(ledger.losses(), 2U);
}

TEST(Ledger, APageThatALiveNodeHasIsNotLost) {
  Ledger ledger;
  ledger.cached(kPage, 2, kDead);
  ledger.cached(kPage, 2, kLive);
  ledger.died(kDead);

  EXPECT_THROW(ledger.lost(kPage, 2, kScratch), SimulationError);
  ledger.dropped(kPage, kLive);
  ledger.lost(kPage, 2, kScratch);
}

TEST(Ledger, APageThatNobodyEverHadIsNotLost) {
  Ledger ledger;
  ledger.died(kDead);

  EXPECT_THROW(ledger.lost(kPage, 2, kScratch), SimulationError);
}

TEST(Ledger, OnlyAPageOfAScratchFileMayBeLost) {
  Ledger ledger;
  ledger.cached(kPage, 2, kDead);
  ledger.died(kDead);

  EXPECT_THROW(ledger.lost(kPage, 2, kSticky), SimulationError);
  ledger.lost(kPage, 2, kScratch);
}

TEST(Ledger, WhatADeadNodeStillDoesDoesNotUndoItsDeath) {
  Ledger ledger;
  ledger.cached(kPage, 2, kDead);
  ledger.died(kDead);
  ledger.dropped(kPage, kDead);

  EXPECT_NO_THROW(ledger.lost(kPage, 2, kScratch));
}

}  // namespace
}  // namespace flybar::gms
