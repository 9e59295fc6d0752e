#include "models/cluster/files/system_table.h"
#include "models/systems/systems.h"
#include "models/trapeze/mcp_params.h"

#include <gtest/gtest.h>

namespace flybar::cluster {
namespace {

using namespace literals;

/// A system of defaults.
class SystemTableTest : public testing::Test {
 protected:
  std::vector<std::string> shown() const {
    std::vector<std::string> keys;
    for (const SystemTable::Row& row : table.rows()) keys.push_back(row.key);
    return keys;
  }
  bool shows(const std::string& key) const {
    const auto keys = shown();
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  }
  /// What is allowed, or nothing.
  std::string slack_fault() const {
    for (const Fault& fault : table.faults())
      if (fault.where == "lanai.slack") return fault.allowed;
    return "";
  }
  SystemParams params = systems::defaults("trapeze");
  SystemTable table{params};
};

TEST_F(SystemTableTest, KeyWithoutARoleSetsEveryNode) {
  table.set("mcp.send_threshold", "512 B");

  EXPECT_EQ(params.node(0).get<trapeze::McpParams>().send_threshold, 512_B);
  EXPECT_EQ(params.node(1).get<trapeze::McpParams>().send_threshold, 512_B);
}

TEST_F(SystemTableTest, KeyWithARoleSetsThatRoleOnly) {
  table.set("client.mcp.send_threshold", "512 B");

  EXPECT_EQ(params.node(0).get<trapeze::McpParams>().send_threshold, 512_B);
  EXPECT_NE(params.node(1).get<trapeze::McpParams>().send_threshold, 512_B);
}

TEST_F(SystemTableTest, ParameterIsShownOnceWhileTheRolesAgree) {
  EXPECT_TRUE(shows("mcp.send_threshold"));

  table.set("server.mcp.send_threshold", "512 B");

  EXPECT_FALSE(shows("mcp.send_threshold"));
  EXPECT_TRUE(shows("client.mcp.send_threshold"));
  EXPECT_TRUE(shows("server.mcp.send_threshold"));
}

TEST_F(SystemTableTest, SlackOfANicHoldsWhatItsCableDeliversAfterAStop) {
  table.set("link.length", "50 m");  // 246 ns each way, 6.25 ns for a byte
  const std::int64_t after = 56 + (2 * 246 + 30) * 4 / 25 + 1 + 3;

  table.set("lanai.slack", std::to_string(after) + " B");
  EXPECT_EQ(slack_fault(), "");
  table.set("lanai.slack", std::to_string(after - 1) + " B");
  EXPECT_EQ(slack_fault(), "at least " + std::to_string(after) + " B");
}

TEST_F(SystemTableTest, NodeZeroIsTheClientAllOthersAreServers) {
  EXPECT_EQ(params.roles[0].name, "client");
  EXPECT_EQ(&params.node(0), &params.roles[0].node);
  EXPECT_EQ(params.roles[1].name, "server");
  EXPECT_EQ(&params.node(1), &params.roles[1].node);
  EXPECT_EQ(&params.node(63), &params.roles[1].node);
}

TEST_F(SystemTableTest, MisspeltKeyAfterARoleIsUnknown) {
  EXPECT_EQ(table.find("client.mcp.sendthreshold"), nullptr);
  EXPECT_EQ(table.find("clint.mcp.send_threshold"), nullptr);
  EXPECT_THROW(table.set("client.mcp.sendthreshold", "512 B"), ParameterError);
}

TEST_F(SystemTableTest, FaultOfBothRolesIsReportedOnce) {
  table.set("mcp.send_threshold", "16 KB");

  ASSERT_EQ(table.faults().size(), 1u);
  EXPECT_EQ(table.faults()[0].text(),
            "mcp.send_threshold: 16 KB is more than any payload; allowed: up to the maximum "
            "payload, 8 KB; lower it, or raise mcp.max_payload");
}

TEST_F(SystemTableTest, FaultOfOneRoleSaysWhose) {
  table.set("server.mcp.receive_threshold", "16 KB");

  ASSERT_EQ(table.faults().size(), 1u);
  EXPECT_EQ(table.faults()[0].text(),
            "server.mcp.receive_threshold: 16 KB is more than any payload; allowed: up to the "
            "maximum payload, 8 KB; lower it, or raise mcp.max_payload");
}

TEST_F(SystemTableTest, TheCallsOfTheMemoryServiceMustHaveRecords) {
  table.set("gms.outstanding", "40");
  table.set("gms.puts", "24");
  EXPECT_TRUE(table.faults().empty());

  table.set("client.gms.puts", "25");

  ASSERT_EQ(table.faults().size(), 1u);
  EXPECT_EQ(table.faults()[0].text(),
            "client.gms.outstanding: 40, with gms.puts of 25; allowed: a sum of at most "
            "gmsnet.nonblocking_calls, 64; lower one of the two, or raise "
            "gmsnet.nonblocking_calls");
}

}  // namespace
}  // namespace flybar::cluster
