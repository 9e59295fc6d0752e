// What a stack can be asked for, and addresses.
#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/inet/stack/stack.h"

namespace flybar::inet {
namespace {

struct Nobody : Stack::Client {
  void output(pbuf*, std::uint32_t) override {}
};

std::string fault_of(std::uint32_t node, std::int64_t mtu, std::int64_t socket_buffer) {
  Nobody client;
  try {
    const Stack stack({.node = node, .mtu = Bytes(mtu), .socket_buffer = Bytes(socket_buffer)},
                      client);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(SetupTest, LimitsAreAllowed) {
  EXPECT_EQ(fault_of(65'535, 65'535, 4'194'240), "");
  EXPECT_EQ(fault_of(0, 576, 1024), "");
}

TEST(SetupTest, WhatCannotBeIsRefusedByName) {
  EXPECT_EQ(
      fault_of(65'536, 8320, 65'536),
      "TCP/IP of node 65536: no address for it; allowed: nodes below 65536; number nodes from 0");
  EXPECT_EQ(
      fault_of(3, 65'536, 65'536),
      "TCP/IP of node 3: an MTU of 65536 B; allowed: 576 to 65535 B; choose a size between them");
  EXPECT_EQ(
      fault_of(3, 8320, 4'194'241),
      "TCP/IP of node 3: socket buffers of 4194241 B; allowed: 1024 to 4194240 B; choose a size "
      "between them");
}

TEST(SetupTest, AddressesNameNodes) {
  EXPECT_EQ(address_of(0), 0x0a00'0001u);
  EXPECT_EQ(address_of(65'535), 0x0a01'0000u);
  for (const std::uint32_t node : {0u, 255u, 65'535u}) EXPECT_EQ(node_of(address_of(node)), node);
  EXPECT_EQ(node_of(0x0a00'0000), std::nullopt);
  EXPECT_EQ(node_of(0x0a01'0001), std::nullopt);
}

}  // namespace
}  // namespace flybar::inet
