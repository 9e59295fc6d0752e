// Bad input: what is refused, and with which words.
#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/common/parameters.h"
#include "models/myrinet/shape/route_byte.h"
#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

std::string all_of(const std::vector<Fault>& faults) {
  return faults.empty() ? "" : ConfigurationError(faults).what();
}

TEST(TopologyCheck, BuildersMakeSoundOnes) {
  EXPECT_EQ(all_of(check(direct_cable())), "");
  EXPECT_EQ(all_of(check(one_switch(64, 64))), "");
  for (std::size_t nodes = 1; nodes < 100; ++nodes) {
    EXPECT_EQ(all_of(check(switch_chain(nodes, 8))), "");
    EXPECT_EQ(all_of(check(switch_tree(nodes, 8))), "");
  }
}

TEST(TopologyCheck, PortWithTwoCablesIsNamed) {
  Topology topology = one_switch(2, 8);
  topology.cables[1].b = End::of_switch(0, 0);
  EXPECT_EQ(
      check(topology).at(0).text(),
      "topology, cable 0: switch 0 port 0 has another cable too; allowed: one cable per port; "
      "use a free port");
}

TEST(TopologyCheck, EndThatDoesNotExistIsNamed) {
  Topology topology = one_switch(2, 8);
  topology.cables[0].b.port = 8;
  EXPECT_EQ(
      check(topology).at(0).text(),
      "topology, cable 0: ends at switch 0 port 8, which does not exist; allowed: 2 nodes and "
      "the ports of 1 switches; correct the end or add the device");
}

TEST(TopologyCheck, NodeWithoutCableIsNamed) {
  Topology topology = one_switch(2, 8);
  topology.nodes = 3;
  EXPECT_EQ(check(topology).at(0).where, "topology, node 2");
}

TEST(TopologyCheck, MoreNodesThanPortsAreRefused) {
  EXPECT_THROW(one_switch(9, 8), ConfigurationError);
}

TEST(ParameterCheck, DefaultsFit) {
  EXPECT_EQ(all_of(check(NetworkParams{})), "");
}

TEST(ParameterCheck, LongCableNeedsMoreSlack) {
  NetworkParams params;
  params.link.length = 25;
  EXPECT_EQ(
      check(params).at(0).text(),
      "switch.slack: 80 B, overrun by what a cable of 25 m still delivers after STOP; allowed: "
      "at least 99 B; raise it, lower switch.stop_mark, or shorten the cable");
}

TEST(ParameterCheck, FallThroughMustNotFillTheBufferByItself) {
  NetworkParams params;
  params.switches.fall_through = 350_ns;
  EXPECT_EQ(check(params).at(0).where, "switch.stop_mark");
}

TEST(ParameterTable, ChecksTheParametersTogether) {
  NetworkParams params;
  Parameters table;
  describe(table, params);
  EXPECT_TRUE(table.faults().empty());

  table.set("switch.go_mark", "60 B");

  EXPECT_EQ(table.faults().size(), 1u);
}

TEST(ParameterTable, MarksOfAMyrinetSwitchAreThoseOfTheLiterature) {
  NetworkParams params;
  Parameters table;
  describe(table, params);
  table.derive();
  EXPECT_EQ(table.find("switch.slack")->value(), "80 B");
  EXPECT_EQ(table.find("switch.stop_mark")->value(), "56 B");
  EXPECT_EQ(table.find("switch.go_mark")->value(), "40 B");
}

// 300 ns are 375 bytes of 0.8 ns, two cables of 49.2 ns 123, and 3 end a word.
TEST(ParameterTable, FasterLinkGetsTheMarksAndTheSlackThatItNeeds) {
  NetworkParams params;
  Parameters table;
  describe(table, params);
  table.set("link.rate", "10 Gb/s");
  table.derive();
  EXPECT_EQ(table.find("switch.stop_mark")->value(), "376 B");
  EXPECT_EQ(table.find("switch.go_mark")->value(), "360 B");
  EXPECT_EQ(table.find("switch.slack")->value(), "504 B");
  EXPECT_TRUE(table.faults().empty());
}

TEST(ParameterTable, MarkThatIsGivenStaysAndOthersFollowIt) {
  NetworkParams params;
  Parameters table;
  describe(table, params);
  table.set("switch.stop_mark", "80 B");
  table.derive();
  EXPECT_EQ(table.find("switch.stop_mark")->value(), "80 B");
  EXPECT_EQ(table.find("switch.go_mark")->value(), "64 B");
  EXPECT_EQ(table.find("switch.slack")->value(), "104 B");
}

TEST(RouteRequest, OfANodeThatDoesNotExistIsRefused) {
  EXPECT_THROW(Routes(one_switch(2, 8)).route(0, 2), ConfigurationError);
  EXPECT_THROW(Routes(direct_cable()).route(0, 0), ConfigurationError);
}

TEST(Routes, AreAsShortAsTheTreeAllows) {
  const Routes routes(switch_tree(64, 8));
  EXPECT_EQ(routes.route(0, 6).size(), 1u);
  EXPECT_EQ(routes.route(0, 7).size(), 3u);
  EXPECT_EQ(routes.route(0, 63).size(), 5u);
}

/// A port of a network that takes calls by hand.
class MisuseTest : public testing::Test {
 protected:
  void SetUp() override { elaborate(); }
  World world{one_switch(2, 8), {}};
};

TEST_F(MisuseTest, BytesInThePastStopTheRun) {
  world.run(10_us);
  world.stations[0].send(0_us, {1});
  EXPECT_THROW(world.stations[0].run(20_us), SimulationError);
}

TEST_F(MisuseTest, BrokenPromiseStopsTheRun) {
  world.network.guarantee(1, {.flow = 5_us});
  world.stations[1].send_flow(4_us, true);
  EXPECT_THROW(world.stations[1].run(10_us), SimulationError);
}

TEST_F(MisuseTest, PacketBeforeItWasToBeExpectedStopsTheRun) {
  world.network.guarantee(1, {.bytes = 5_us});
  world.stations[1].send(4999_ns, {1});
  EXPECT_THROW(world.stations[1].run(10_us), SimulationError);
}

TEST_F(MisuseTest, PacketThatEndsBeforeItWasForetoldStopsTheRun) {
  world.stations[1].send(1_us, {1, 2}, false);
  world.run(2_us);
  world.network.guarantee(
      1, {.envelope = Envelope{.word = 30_ns, .from = {}, .level = {}, .tail = 5_us}});
  world.stations[1].send(4_us, {3});
  EXPECT_THROW(world.stations[1].run(10_us), SimulationError);
}

TEST_F(MisuseTest, CallWithoutLinkExtensionIsRefusedByName) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  sc_core::sc_time delay;
  try {
    world.stations[0].out->b_transport(payload, delay);
    FAIL() << "accepted";
  } catch (const SimulationError& error) {
    EXPECT_STREQ(error.what(),
                 "network.port0: a payload without the extension myrinet::Link; allowed: payloads "
                 "that carry it, as models/myrinet/link/protocol.h says; correct the model on that "
                 "socket");
  }
}

TEST_F(MisuseTest, ReadFromALinkStopsTheRun) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_extension(new Link);  // the payload's from now on
  sc_core::sc_time delay;
  EXPECT_THROW(world.stations[0].out->b_transport(payload, delay), SimulationError);
}

// Switch 2 is the lowest of four in a ring: the way from 1 to 3 through it would go down and up.
TEST(Routes, GoUpNoMoreOnceTheyWentDown) {
  Topology ring;
  ring.nodes = 4;
  ring.switch_ports = {8, 8, 8, 8};
  for (std::size_t i = 0; i < 4; ++i)
    ring.cables.push_back({End::node(i), End::of_switch(i, 0), {}});
  for (std::size_t i = 0; i < 4; ++i)
    ring.cables.push_back({End::of_switch(i, 1), End::of_switch((i + 1) % 4, 2), {}});

  EXPECT_EQ(Routes(ring).route(1, 3),
            (std::vector{route_byte(0, 2), route_byte(1, 2), route_byte(1, 0)}));
}

}  // namespace
}  // namespace flybar::myrinet
