#include "models/gmsnet/call_table.h"

#include <gtest/gtest.h>

namespace flybar::gmsnet {
namespace {

TEST(CallTable, AFreedRecordComesBackUnderAnotherId) {
  CallTable table(2, 1);
  CallRecord* first = table.allocate(false);
  const CallId id = first->id;
  table.free(*first);
  table.allocate(false);
  CallRecord* again = table.allocate(false);

  EXPECT_EQ(again, first);
  EXPECT_NE(again->id, id);
  EXPECT_EQ(table.find(id), nullptr);
}

TEST(CallTable, AsManyAsItHoldsAndNoMore) {
  CallTable table(2, 1);

  EXPECT_NE(table.allocate(false), nullptr);
  EXPECT_NE(table.allocate(false), nullptr);
  EXPECT_EQ(table.allocate(false), nullptr);
}

TEST(CallTable, TheOldestNonblockingCallIsTheFirstThatStillWaits) {
  CallTable table(4, 3);
  CallRecord* first = table.allocate(true);
  CallRecord* second = table.allocate(true);
  EXPECT_EQ(table.oldest_nonblocking(), first);
  table.no_longer_waits(*first);

  EXPECT_EQ(table.oldest_nonblocking(), second);
}

TEST(CallTable, NoIdIsZero) {
  CallTable table(2, 1);

  EXPECT_NE(table.allocate(false)->id, 0u);
  EXPECT_EQ(table.find(0), nullptr);
}

}  // namespace
}  // namespace flybar::gmsnet
