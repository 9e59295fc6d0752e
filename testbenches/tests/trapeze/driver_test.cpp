#include "testbenches/tests/trapeze/trapeze_bench.h"

namespace flybar::trapeze {
namespace {

using DriverTest = TrapezeBench;

TEST_F(DriverTest, StartLoadsTheImageAndWaitsForTheFirmware) {
  for (std::size_t i = 0; i < 512; ++i) image[i] = static_cast<std::uint8_t>(i);

  run_with([&](tpz_nic*) { EXPECT_EQ(nic.word(nic.map.status(0)), layout::kStateRunning); });

  EXPECT_TRUE(std::equal(image.begin(), image.begin() + 512, pio.memory.begin()));
}

TEST_F(DriverTest, TheImageTravelsInBurstsOfTheConfiguredSize) {
  library.load_burst = 4_B;

  run_with([&](tpz_nic*) {});

  EXPECT_EQ(pio.writes[1].data.size(), 4u);
  EXPECT_GT(pio.writes.size(), image.size() / 4);
}

TEST_F(DriverTest, TheConfigurationIsWrittenBeforeTheChipRuns) {
  run_with([&](tpz_nic*) {});

  EXPECT_EQ(pio.writes.back().address, lanai::board::Control::kOffset);
}

TEST_F(DriverTest, InterruptsAreEnabledIfTheHostIsToBeNotified) {
  config.notify = Notify::kInterrupt;

  run_with([&](tpz_nic*) {});

  using lanai::board::Control;
  EXPECT_EQ(pio.writes.back().data[0],
            (Control::kResetOffMask | Control::kInterruptEnableMask) >> 24);
}

TEST_F(DriverTest, TheConfigurationReachesTheEndpoint) {
  config.node = 7;
  config.mcp.mode = Mode::kStatic;
  config.mcp.send_threshold = 1024_B;
  config.routes = {{3, {0x81, 0x82}}};

  run_with([&](tpz_nic*) {});

  using layout::Config;
  EXPECT_EQ(nic.word(nic.map.config(Config::kVersion)), layout::kLayoutVersion);
  EXPECT_EQ(nic.word(nic.map.config(Config::kMode)), layout::kModeStatic);
  EXPECT_EQ(nic.word(nic.map.config(Config::kSendThreshold)), 1024u);
  EXPECT_EQ(nic.word(nic.map.config(Config::kNode)), 7u);
  EXPECT_EQ(nic.word(nic.map.route(3)), 0x80000002u);
  EXPECT_EQ(nic.word(nic.map.route(3) + 8), 0x8182u);
}

TEST_F(DriverTest, EveryReceiveEntryStartsWithAFrame) {
  run_with([&](tpz_nic*) {});

  using layout::ReceiveEntry;
  const Physical frame = nic.word(nic.map.receive(31, ReceiveEntry::kFrameAddress));
  EXPECT_EQ(memory.frames.state(frame), FrameState::kReceiving);
  EXPECT_EQ(nic.word(nic.map.receive(31, ReceiveEntry::kFrameLength)), 8192u);
  EXPECT_EQ(nic.word(nic.map.receive(31, ReceiveEntry::kOwner)), layout::kOwnerNic);
}

TEST_F(DriverTest, AnImageThatDoesNotFitIsRefused) {
  image.resize(256 * 1024 + 4);

  run_with_failure<ConfigurationError>("262148 B; allowed: at most 256 KB of SRAM");
}

TEST_F(DriverTest, AnImageOfAnotherLayoutIsRefused) {
  image[FakeNic::kEndpoint + layout::Endpoint::kStatus + layout::Status::kVersion] ^= 1;

  run_with_failure<ConfigurationError>("endpoint layout 0x");
}

TEST_F(DriverTest, AnImageThatEndsBeforeItsEndpointIsRefused) {
  image.resize(FakeNic::kEndpoint);

  run_with_failure<ConfigurationError>("no endpoint inside it");
}

TEST_F(DriverTest, FirmwareThatHaltsIsReportedWithItsReason) {
  nic.start_state = layout::kStateNoMemory;

  run_with_failure<ConfigurationError>("too little for the firmware's packet buffers of ");
}

TEST_F(DriverTest, FirmwareThatHangsIsReportedAfterTheTimeOut) {
  nic.start_state = layout::kStateReset;
  library.start_timeout = 1_ms;

  run_with_failure<SimulationError>("the firmware did not start within 1 ms");
}

TEST(LibraryParamsTable, EveryDefaultIsWithinItsLimits) {
  LibraryParams params;
  Parameters table;
  describe(table, params, "tpz.");

  for (const Parameter& row : table.all()) EXPECT_NO_THROW(row.set(row.default_value)) << row.key;
}

TEST_F(DriverTest, ARouteMayBeAsLongAsItsEntryHolds) {
  config.routes = {{3, std::vector<std::uint8_t>(layout::kMaxRoute, 0x81)}};

  run_with([&](tpz_nic*) {});

  EXPECT_EQ(nic.word(nic.map.route(3)), layout::Route::kLengthValidMask | layout::kMaxRoute);
}

}  // namespace
}  // namespace flybar::trapeze
