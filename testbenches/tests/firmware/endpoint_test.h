/// The world of the firmware tests: one NIC whose link comes back to itself, and a host that knows
/// the endpoint and nothing else.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "testbenches/tests/firmware/chip_double.h"

extern "C" {
#include "firmware/trapeze/mcp.h"
}

namespace flybar::firmware {

struct Message {
  Bytes control;
  Bytes payload;
  std::uint32_t token = 0;
  std::uint32_t id = 1;
};

struct Received {
  Bytes control;
  std::uint32_t payload_length;
  std::uint32_t flags;
  std::uint32_t source;
  std::uint32_t token;
  std::uint32_t id;
  std::uint32_t frame;  ///< host address of the frame attached to the entry
  Bytes payload;        ///< from that frame
};

class EndpointTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kNode = 3, kFrameBytes = 8192;
  static constexpr std::uint32_t kSendMirror = 0x1000, kReceiveMirror = 0x4000;
  static constexpr std::uint32_t kSource = 0x10000, kFrames = 0x80000;  ///< host memory

  EndpointTest();
  void TearDown() override { EXPECT_EQ(chip.violations, std::vector<std::string>{}); }

  /// What the host does before it starts the chip, and the firmware's own start.
  std::uint32_t start(std::uint32_t mode);
  void run();

  /// Fills the next send entry. The payload stays where it is until the entry is given back.
  tpz_send_entry& post(const Message& message);
  /// Gives the next receive entry to the NIC, with a frame or without.
  void give(bool with_frame = true);
  void give_all() {
    for (std::uint32_t i = 0; i < config.receive_entries; ++i) give();
  }
  /// Takes the next message, if it is there.
  std::optional<Received> take();
  /// One word of the incoming payload table, wherever the firmware under test has it.
  std::uint32_t ipt(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word) const;
  void set_ipt(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word, std::uint32_t value);
  /// Names host memory by a token.
  std::uint32_t map(std::uint32_t index, std::uint32_t key, std::uint32_t address,
                    std::uint32_t length = kFrameBytes);
  /// A packet as node 9 would send it.
  static Bytes packet(const Message& message);
  void arrive(const Message& message, bool crc_error = false) {
    chip.incoming.push_back({packet(message), crc_error});
  }
  /// Posts the message to itself, runs, takes it.
  std::optional<Received> send_and_take(const Message& message);

  tpz_config& config = tpz_endpoint.config;
  const tpz_status& status = tpz_endpoint.status;
  ChipDouble chip;

 private:
  const tpz_receive_entry& visible(std::uint32_t index) const;

  std::uint32_t next_send_ = 0, next_give_ = 0, next_take_ = 0, next_source_ = kSource;
};

/// Bytes that differ everywhere and with every `seed`.
Bytes pattern(std::size_t count, std::uint32_t seed = 1);

}  // namespace flybar::firmware
