/// The world of the tests of MyriAPI's firmware: one NIC whose link comes back to itself, and a
/// host that knows the two rings and nothing else.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "testbenches/tests/firmware/chip_double.h"

extern "C" {
#include "firmware/myriapi/myriapi.h"
}

namespace flybar::firmware {

class MyriapiFirmware : public testing::Test {
 protected:
  static constexpr std::uint32_t kNode = 3;
  static constexpr std::uint32_t kSource = 0x10000, kTarget = 0x80000;  ///< host memory

  MyriapiFirmware();
  void TearDown() override { EXPECT_EQ(chip.violations, std::vector<std::string>{}); }

  /// What the host does before it starts the chip, and the firmware's own start.
  std::uint32_t start(std::uint32_t buffers = 2);
  void run() { chip.run(&myriapi_serve); }

  /// The next send descriptor, of these lengths one behind the other, each at a page of its own.
  myriapi_send_entry& post(const std::vector<std::uint32_t>& lengths);
  /// Gives the next receive descriptor to the NIC, likewise.
  myriapi_receive_entry& give(const std::vector<std::uint32_t>& lengths = {MYRIAPI_MTU & ~3u});
  /// What the pieces of a send descriptor hold, and what came to those of a receive descriptor.
  Bytes sent(const myriapi_send_entry& entry) const;
  Bytes stored(const myriapi_receive_entry& entry) const;
  /// Sends from pieces of these lengths to those, and expects every byte.
  void expect_moved(const std::vector<std::uint32_t>& from, const std::vector<std::uint32_t>& to);

  /// A packet as node 9 would send it, with `length` in its header and `bytes` behind it.
  static Bytes packet(std::uint32_t length, const Bytes& bytes,
                      std::uint32_t type = MYRIAPI_WIRE_TYPE);
  void arrive(const Bytes& bytes, bool crc_error = false) {
    chip.incoming.push_back({bytes, crc_error});
  }

  myriapi_config& config = myriapi_nic.config;
  const myriapi_status& status = myriapi_nic.status;
  ChipDouble chip;

 private:
  std::uint32_t next_send_ = 0, next_give_ = 0;
};

}  // namespace flybar::firmware
