#include "models/inet/inet_params.h"

#include <gtest/gtest.h>

#include "models/cluster/files/system_table.h"
#include "models/systems/systems.h"

namespace flybar::inet {
namespace {

using namespace literals;

/// The parameters of nodes that have messages and a host below IP.
class InetParamsTest : public testing::Test {
 protected:
  const InetParams& derived() {
    table_.derive();
    return system_.node(0).get<InetParams>();
  }
  std::string fault() {
    table_.derive();
    return table_.faults().empty() ? "" : table_.faults()[0].text();
  }
  cluster::SystemParams system_ = systems::defaults("trapeze");
  cluster::SystemTable table_{system_};
};

TEST_F(InetParamsTest, DefaultsAreThoseOfTheStruct) {
  EXPECT_EQ(derived().ip.mtu, InetParams().ip.mtu);
  EXPECT_EQ(derived().ip.send_entries, InetParams().ip.send_entries);
  EXPECT_EQ(derived().socket.remap_least, InetParams().socket.remap_least);
}

TEST_F(InetParamsTest, EveryDefaultIsWithinItsLimits) {
  InetParams params;
  Parameters all;
  describe(all, params);

  for (const Parameter& row : all.all()) EXPECT_NO_THROW(row.set(row.default_value)) << row.key;
}

TEST_F(InetParamsTest, APacketIsAControlMessageAndAFrame) {
  table_.set("host.frame", "4 KB");
  table_.set("mcp.max_payload", "64 KB");

  EXPECT_EQ(derived().ip.mtu, 4224_B);
}

TEST_F(InetParamsTest, APacketIsNotLargerThanAMessage) {
  table_.set("mcp.max_payload", "4 KB");
  table_.set("mcp.send_threshold", "1 KB");

  EXPECT_EQ(derived().ip.mtu, 4224_B);
}

TEST_F(InetParamsTest, NoPacketIsLargerThanIpCanSay) {
  table_.set("host.frame", "64 KB");
  table_.set("mcp.max_payload", "64 KB");

  EXPECT_EQ(derived().ip.mtu, 65535_B);
}

TEST_F(InetParamsTest, MessagesTooSmallForIpAreAllowed) {
  table_.set("mcp.send_threshold", "64 B");
  table_.set("mcp.receive_threshold", "64 B");
  table_.set("mcp.max_payload", "64 B");

  EXPECT_EQ(fault(), "");
}

TEST_F(InetParamsTest, APacketLargerThanAMessageIsRefused) {
  table_.set("ip.mtu", "8321 B");

  EXPECT_EQ(fault(),
            "ip.mtu: 8321 B is more than a message holds; allowed: up to 8320 B, a control "
            "message and mcp.max_payload; lower it, or raise mcp.max_payload");
}

TEST_F(InetParamsTest, OtherMessagesFindASendEntry) {
  table_.set("ip.send_entries", "32");

  EXPECT_EQ(fault(),
            "ip.send_entries: 32; allowed: fewer than mcp.send_entries, 32; leave some entries to "
            "other messages");
}

TEST_F(InetParamsTest, AShortRingIsShared) {
  table_.set("mcp.send_entries", "3");

  EXPECT_EQ(derived().ip.send_entries, 2);
  EXPECT_EQ(fault(), "");
}

TEST_F(InetParamsTest, LessThanAFrameIsCopied) {
  table_.set("host.frame", "4 KB");

  EXPECT_EQ(derived().socket.remap_least, 4_KB);
}

}  // namespace
}  // namespace flybar::inet
