#include "models/process/linux/placeholders.h"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace flybar::process {
namespace {

class Some final : public Object {
 public:
  int ready() const override { return 0; }
  void watch(host::Signal&) override {}
  void unwatch(host::Signal&) override {}
  std::uint64_t changes() const override { return 0; }
};

TEST(Placeholders, AreFoundByAnyNumberThatStandsForThem) {
  Placeholders placeholders;
  const auto object = std::make_shared<Some>();
  const Descriptor one = placeholders.make(object);
  const Descriptor copy(dup(one.number()));
  EXPECT_EQ(placeholders.find(getpid(), one.number()), object);
  EXPECT_EQ(placeholders.find(getpid(), copy.number()), object);
}

TEST(Placeholders, AreNotFilesOfTheMachine) {
  const Placeholders placeholders;
  const Descriptor file(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const auto found = placeholders.find(getpid(), file.number());
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, nullptr);
  EXPECT_FALSE(placeholders.find(getpid(), 1000));
  EXPECT_FALSE(placeholders.find(getpid(), -1));
}

TEST(Placeholders, AreDroppedWithTheLastNumber) {
  Placeholders placeholders;
  Descriptor one = placeholders.make(std::make_shared<Some>());
  Descriptor copy(dup(one.number()));
  one.reset();
  EXPECT_TRUE(placeholders.take_dropped().empty());
  copy.reset();
  EXPECT_EQ(placeholders.take_dropped().size(), 1u);
  EXPECT_TRUE(placeholders.take_dropped().empty());
}

TEST(Placeholders, OfAnObjectWithSeveralAreDroppedTogether) {
  Placeholders placeholders;
  const auto object = std::make_shared<Some>();
  Descriptor one = placeholders.make(object), other = placeholders.make(object);
  EXPECT_EQ(placeholders.find(getpid(), other.number()), object);
  one.reset();
  EXPECT_TRUE(placeholders.take_dropped().empty());
  other.reset();
  EXPECT_EQ(placeholders.take_dropped().size(), 1u);
}

TEST(Placeholders, AreDroppedInTheOrderInWhichTheyWereMade) {
  Placeholders placeholders;
  const auto first = std::make_shared<Some>(), second = std::make_shared<Some>();
  Descriptor one = placeholders.make(first), other = placeholders.make(second);
  other.reset();
  one.reset();
  const auto dropped = placeholders.take_dropped();
  ASSERT_EQ(dropped.size(), 2u);
  EXPECT_EQ(dropped[0], first);
  EXPECT_EQ(dropped[1], second);
}

}  // namespace
}  // namespace flybar::process
