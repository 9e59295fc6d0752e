#include "models/gms/page/content.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace flybar::gms {
namespace {

using Page = std::vector<std::uint8_t>;

Page page(PageId id, Version version, std::size_t size = 8192, std::size_t offset = 0) {
  Page bytes(size);
  fill(bytes, id, version, offset);
  return bytes;
}

TEST(Content, AnyPartOfAPageIsTheSameAsInTheWholePage) {
  const Page whole = page({3, 7}, 2, 64);

  for (std::size_t from = 0; from < 24; ++from) {
    for (std::size_t size = 0; size < 24; ++size) {
      const Page part = page({3, 7}, 2, size, from);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + from))
          << from << " " << size;
    }
  }
}

TEST(Content, PagesAndVersionsDiffer) {
  EXPECT_NE(page({3, 7}, 2), page({3, 8}, 2));
  EXPECT_NE(page({3, 7}, 2), page({4, 7}, 2));
  EXPECT_NE(page({3, 7}, 2), page({3, 7}, 3));
}

TEST(Content, APageWithoutContentsIsZeros) {
  EXPECT_EQ(page({3, 7}, 0), Page(8192));
}

}  // namespace
}  // namespace flybar::gms
