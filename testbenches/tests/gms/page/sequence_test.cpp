#include "models/gms/page/sequence.h"

#include <gtest/gtest.h>

namespace flybar::gms {
namespace {

using Range = PageRange;

TEST(Sequence, AsksForEachPageOnce) {
  Sequence sequence(4);

  EXPECT_EQ(sequence.read(0, 100), (Range{1, 5}));
  EXPECT_EQ(sequence.read(1, 100), (Range{5, 6}));
  EXPECT_EQ(sequence.read(1, 100), (Range{6, 6})) << "the rest of the page";
  EXPECT_EQ(sequence.read(2, 100), (Range{6, 7}));
}

TEST(Sequence, NamesPagesAgainThatCouldNotBeAskedFor) {
  Sequence sequence(4);

  sequence.read(0, 100);
  sequence.give_back({3, 5});

  EXPECT_EQ(sequence.read(1, 100), (Range{3, 6}));
}

TEST(Sequence, PagesThatCouldAllBeAskedForAreNotNamedAgain) {
  Sequence sequence(4);

  sequence.read(0, 100);
  sequence.give_back({5, 5});

  EXPECT_EQ(sequence.read(1, 100), (Range{5, 6}));
}

TEST(Sequence, EndsWithTheFile) {
  Sequence sequence(4);

  EXPECT_EQ(sequence.read(0, 3), (Range{1, 3}));
  EXPECT_EQ(sequence.read(1, 3), (Range{3, 3}));
  EXPECT_EQ(sequence.read(2, 3), (Range{3, 3}));
}

TEST(Sequence, AJumpAsksForNothingUntilTheNextPageFollows) {
  Sequence sequence(4);
  sequence.read(0, 100);

  EXPECT_EQ(sequence.read(50, 100), (Range{51, 51}));
  EXPECT_EQ(sequence.read(51, 100), (Range{52, 56}));
}

TEST(Sequence, NoReadAheadAsksForNothing) {
  Sequence sequence(0);

  EXPECT_EQ(sequence.read(0, 100), (Range{1, 1}));
  EXPECT_EQ(sequence.read(1, 100), (Range{2, 2}));
}

}  // namespace
}  // namespace flybar::gms
