#include "models/gms/directory/directory.h"

#include <gtest/gtest.h>

namespace flybar::gms {
namespace {

constexpr PageId kPage{2, 9};

TEST(Directory, KnowsWhereALaterVersionWent) {
  Directory directory;
  directory.update(kPage, {4, 1});

  EXPECT_TRUE(directory.update(kPage, {5, 2}));

  EXPECT_EQ(directory.find(kPage)->site, 5U);
  EXPECT_EQ(directory.find(kPage)->version, 2U);
}

TEST(Directory, TheSameVersionMayMove) {
  Directory directory;
  directory.update(kPage, {4, 2});

  EXPECT_TRUE(directory.update(kPage, {5, 2}));

  EXPECT_EQ(directory.find(kPage)->site, 5U);
}

TEST(Directory, RefusesAnEarlierVersion) {
  Directory directory;
  directory.update(kPage, {4, 2});

  EXPECT_FALSE(directory.update(kPage, {5, 1}));

  EXPECT_EQ(directory.find(kPage)->site, 4U);
}

TEST(Directory, ForgetsOnlyWhatTheSiteHad) {
  Directory directory;
  directory.update(kPage, {4, 2});

  directory.remove(kPage, {5, 2});
  directory.remove(kPage, {4, 1});
  EXPECT_NE(directory.find(kPage), nullptr);
  directory.remove(kPage, {4, 2});
  EXPECT_EQ(directory.find(kPage), nullptr);
}

TEST(Directory, KeepsOnlyWhatItIsToldTo) {
  Directory directory;
  directory.update({1, 1}, {4, 1});
  directory.update({1, 2}, {5, 1});

  directory.retain([](PageId, const Location& location) { return location.site == 5; });

  EXPECT_EQ(directory.size(), 1U);
  EXPECT_NE(directory.find({1, 2}), nullptr);
}

}  // namespace
}  // namespace flybar::gms
