/// Are impossible chips refused?
#include "models/lanai/params.h"

#include <gtest/gtest.h>

#include "models/common/parameters.h"

namespace flybar::lanai {
namespace {

/// The key that is at fault after setting one, by itself or with the others; empty if all fits.
std::string at_fault(const char* key, const char* value) {
  ChipParams params;
  Parameters table;
  describe(table, params);
  try {
    table.set(key, value);
  } catch (const ConfigurationError& error) {
    return error.faults().front().where;
  }
  const auto faults = table.faults();
  return faults.empty() ? "" : faults.front().where;
}

TEST(ChipParams, SramIsMadeOfWholeWords) {
  EXPECT_EQ(at_fault("lanai.sram", "65540 B"), "");
  EXPECT_EQ(at_fault("lanai.sram", "65538 B"), "lanai.sram");
}

TEST(ChipParams, BurstsAreMadeOfWholeWords) {
  EXPECT_EQ(at_fault("lanai.host_dma_burst", "68 B"), "");
  EXPECT_EQ(at_fault("lanai.host_dma_burst", "66 B"), "lanai.host_dma_burst");
}

TEST(ChipParams, LinkStartsWithNoMoreWordsThanItsBufferHolds) {
  EXPECT_EQ(at_fault("lanai.send_start", "16"), "");
  EXPECT_EQ(at_fault("lanai.send_start", "17"), "lanai.send_start");
}

TEST(ChipParams, GoMarkLiesBelowTheStopMark) {
  EXPECT_EQ(at_fault("lanai.go_mark", "55 B"), "");
  EXPECT_EQ(at_fault("lanai.go_mark", "56 B"), "lanai.go_mark");
}

TEST(ChipParams, ImpossibleMarkIsReportedWithBothValues) {
  ChipParams params;
  params.go_mark = Bytes(70);
  Parameters table;
  describe(table, params);

  const auto faults = table.faults();

  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].found, "70 B, not below lanai.stop_mark");
  EXPECT_EQ(faults[0].allowed, "less than 56 B");
}

}  // namespace
}  // namespace flybar::lanai
