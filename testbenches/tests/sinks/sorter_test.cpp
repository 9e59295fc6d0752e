#include "traces/sinks/sorter.h"

#include <random>

#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

struct Item {
  std::int64_t key;
  std::int64_t serial;
  bool before(const Item& other) const { return key < other.key; }
};

class SorterTest : public Directory {
 protected:
  std::vector<std::int64_t> sorted(const std::vector<Item>& items, std::size_t in_memory) {
    Sorter<Item> sorter(path(""), in_memory);
    for (const Item& item : items) sorter.add(item);
    std::vector<std::int64_t> serials;
    sorter.drain([&](const Item& item) { serials.push_back(item.serial); });
    return serials;
  }
};

std::vector<Item> random_items(std::int64_t count) {
  std::mt19937 random(1);
  std::vector<Item> items;
  for (std::int64_t i = 0; i < count; ++i) items.push_back({static_cast<int>(random() % 100), i});
  return items;
}

TEST_F(SorterTest, NothingComesOutOfAnEmptySorter) {
  EXPECT_TRUE(sorted({}, 4).empty());
}

TEST_F(SorterTest, AnItemThatComesLastMayBelongFirst) {
  EXPECT_EQ(sorted({{30, 0}, {20, 1}, {10, 2}}, 8), (std::vector<std::int64_t>{2, 1, 0}));
}

TEST_F(SorterTest, EqualItemsKeepTheirOrderAcrossLoads) {
  EXPECT_EQ(sorted({{7, 0}, {7, 1}, {7, 2}, {7, 3}, {7, 4}}, 2),
            (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
}

TEST_F(SorterTest, TheOrderDoesNotDependOnWhatFitsIntoMemory) {
  const auto items = random_items(20'000);

  EXPECT_EQ(sorted(items, 1 << 20), sorted(items, 128));
  EXPECT_EQ(sorted(items, 1 << 20), sorted(items, 20'000));
}

TEST_F(SorterTest, ItsScratchFileHasNoName) {
  Sorter<Item> sorter(path(""), 2);
  for (const Item& item : random_items(9)) sorter.add(item);

  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace flybar
