/// Ethernet and ATM as parts of a system: parameters, several hosts, a LANai beside a ring card.
#include <algorithm>
#include <string>

#include "models/cluster/files/platform.h"
#include "models/inet/socket/listener.h"
#include "models/systems/systems.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/inet/card_bench.h"
#include "testbenches/tests/inet/socket/program_memory.h"
#include "testbenches/tests/lan/lan_bench.h"

namespace flybar::lan {
namespace {

class Settings : public testing::Test {
 protected:
  /// The faults of these settings.
  static std::string faults(std::vector<cluster::Setting> settings) {
    settings.push_back({"test", "node.cards", "ring"});
    settings.push_back({"test", "system.networks", "lan"});
    try {
      systems::load(cluster::find_platform("alphastation-500"), settings);
    } catch (const ConfigurationError& error) {
      return error.what();
    }
    return "";
  }
  static LanParams lan(std::vector<cluster::Setting> settings) {
    settings.push_back({"test", "node.cards", "ring"});
    settings.push_back({"test", "system.networks", "lan"});
    const auto system = systems::load(cluster::find_platform("alphastation-500"), settings);
    return system->params.shared.get<LanParams>();
  }
};

TEST_F(Settings, RateMtuAndLatencyFollowFramingAndShape) {
  EXPECT_EQ(lan({}).rate, Rate::bytes_per_second(12'500'000));
  EXPECT_EQ(lan({}).switch_latency, Time::us(4));
  const LanParams atm = lan({{"test", "lan.framing", "aal5"}});
  EXPECT_EQ(atm.rate, Rate::bytes_per_second(19'440'000));
  EXPECT_EQ(atm.mtu, Bytes(9180));
  EXPECT_EQ(atm.switch_latency, Time::us(10));
  EXPECT_EQ(lan({{"test", "lan.shape", "cable"}}).rate, Rate::bytes_per_second(1'250'000));
  EXPECT_EQ(lan({{"test", "lan.shape", "cable"}, {"test", "lan.rate", "12.5 MB/s"}}).rate,
            Rate::bytes_per_second(12'500'000));
}

TEST_F(Settings, FifoHoldsTheThresholdOrAllOfAFrame) {
  const std::string below =
      faults({{"test", "lan.fifo", "512 B"}, {"test", "lan.threshold", "600 B"}});
  EXPECT_NE(below.find("lan.fifo: 512 B never holds lan.threshold, at which a frame leaves; "
                       "allowed: at least 600 B; raise it, or lower lan.threshold"),
            below.npos)
      << below;
  EXPECT_EQ(faults({{"test", "lan.fifo", "600 B"}, {"test", "lan.threshold", "600 B"}}), "");
  EXPECT_NE(faults({{"test", "lan.fifo", "4 KB"}, {"test", "lan.framing", "aal5"}}), "");
  EXPECT_NE(faults({{"test", "lan.fifo", "1 KB"}, {"test", "lan.shape", "cable"}}), "");
}

TEST_F(Settings, MtuIsWhatHostsTakeAndAFrameHolds) {
  EXPECT_NE(faults({{"test", "lan.mtu", "575 B"}}), "");
  EXPECT_EQ(faults({{"test", "lan.mtu", "576 B"}}), "");
  EXPECT_NE(faults({{"test", "lan.mtu", "1501 B"}}).find("1501 B is more than a frame holds"),
            std::string::npos);
  EXPECT_EQ(faults({{"test", "lan.mtu", "1501 B"}, {"test", "lan.framing", "aal5"}}), "");
}

TEST_F(Settings, FramesThatWouldNeverBeToldOfAreRefused) {
  EXPECT_NE(faults({{"test", "lan.interrupt_frames", "4"}}), "");
}

class System : public LanBench {};

TEST_F(System, BothSteppingsAgree) {
  const auto figures = [this](Stepping stepping) {
    return lockstep::in_child([this, stepping] {
      stepping_ = stepping;
      beside_lanai_ = true;
      set("node.cards", "lanai, ring");
      set("system.networks", "myrinet, lan");
      const Time took = transfer(50'000);
      return std::to_string(took.ps()) + " " + std::to_string(end_.ps()) + " " +
             std::to_string(cards_[1].received) + " " + std::to_string(calls_answered_);
    });
  };
  const std::string fast = figures(Stepping::kFast);
  EXPECT_EQ(fast.find("error"), fast.npos) << fast;
  EXPECT_EQ(figures(Stepping::kEveryClock), fast);
}

/// Nodes 1 and 2 send to node 0 at once.
TEST_F(System, ThreeHostsShareASwitch) {
  const std::vector<std::uint8_t> some = inet::pattern(100'000, 3);
  const Body sender = [&](inet::Inet& inet) {
    const auto connection = inet::connected(inet, 0);
    inet::send_all(*connection, some);
    connection->close();
  };
  run({[&](inet::Inet& inet) {
         inet::Listener listener(inet);
         EXPECT_EQ(listener.listen(7000, 5), 0);
         for (int n = 0; n < 2; ++n) {
           const auto connection = listener.accept();
           EXPECT_EQ(inet::received(*connection, some.size()), some);
           connection->close();
         }
         listener.close();
       },
       sender, sender});
  EXPECT_EQ(frames_lost_, std::vector<std::int64_t>(3, 0));
}

/// All at once: the switch holds what one port cannot take.
TEST_F(System, DatagramsOfTwentyThreeHostsReachOne) {
  constexpr std::size_t kHosts = 24;
  std::vector<bool> heard(kHosts);
  std::vector<Body> bodies(kHosts, [](inet::Inet& inet) {
    inet::Datagrams socket(inet);
    std::vector<std::uint8_t> bytes(1000, 7);
    inet.cpu().sleep(Time::ms(1));
    EXPECT_EQ(socket.send({}, inet::UserArea(bytes.data()), bytes.size(), {0, 5000}), 1000);
    socket.close();
  });
  bodies[0] = [&](inet::Inet& inet) {
    inet::Datagrams socket(inet);
    socket.bind(5000);
    std::vector<std::uint8_t> bytes(1000);
    inet::Datagrams::Peer from;
    for (std::size_t n = 1; n < kHosts; ++n) {
      EXPECT_EQ(socket.receive({}, inet::UserArea(bytes.data()), 1000, Time::ms(100), &from), 1000);
      heard[from.node] = true;
    }
    socket.close();
  };
  run(bodies);
  EXPECT_EQ(std::count(heard.begin(), heard.end(), true), kHosts - 1);
}

TEST_F(System, StreamComesThroughLostFrames) {
  set("lan.lost_frames", "0.01");
  transfer(300'000);
  EXPECT_GT(network_.lost, 0U);
}

TEST_F(System, StreamComesThroughDamagedFramesOverAtm) {
  set("lan.framing", "aal5");
  set("lan.byte_errors", "2e-6");
  set("lan.fault_seed", "4");
  transfer(1'000'000);
  EXPECT_GT(drivers_[0].damaged + drivers_[1].damaged, 0U);
}

/// Pages cross the bus for one card, frames for the other; both networks are at work.
TEST_F(System, RingCardSharesItsBusWithALanai) {
  beside_lanai_ = true;
  set("node.cards", "lanai, ring");
  set("system.networks", "myrinet, lan");
  transfer(300'000);
  EXPECT_GT(calls_answered_, 50);
}

}  // namespace
}  // namespace flybar::lan
