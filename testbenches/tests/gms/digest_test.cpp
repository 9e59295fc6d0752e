#include "testbenches/experiments/ledger/digest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/gms/page/content.h"

namespace flybar::gms {
namespace {

using Page = std::vector<std::uint8_t>;

Page contents() {
  Page bytes(8192);
  fill(bytes, PageId{3, 7}, 2);
  return bytes;
}

TEST(Digest, SeesEveryByteAndItsPlace) {
  const Page good = contents();
  for (const std::size_t at : {0U, 1U, 4095U, 8191U}) {
    Page bad = good;
    bad[at] ^= 0x80;
    EXPECT_NE(digest(bad), digest(good)) << at;
  }
  Page swapped = good;
  std::swap_ranges(swapped.begin(), swapped.begin() + 8, swapped.begin() + 8);
  EXPECT_NE(digest(swapped), digest(good));
}

TEST(Digest, OfZerosIsZero) {
  EXPECT_EQ(digest(Page(8192)), 0U);
}

}  // namespace
}  // namespace flybar::gms
