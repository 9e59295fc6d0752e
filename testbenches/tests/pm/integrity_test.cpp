/// Every message and every write arrives whole, in order and once: with receive buffers that refuse
/// most at first, and with networks that damage and lose.
///
/// FLYBAR_LONG=1 makes a million operations of ten thousand; FLYBAR_TEST_SEED names the seed.
#include <gtest/gtest.h>

#include <cstdio>

#include "testbenches/tests/pm/bench.h"
#include "testbenches/tests/test_size.h"

namespace flybar::pm {
namespace {

using layout::Status;

constexpr std::size_t kNodes = 8;
constexpr std::uint64_t kUsual = 10'000, kLong = 1'000'000;

class PmIntegrity : public testing::Test {
 protected:
  PmIntegrity() {
    system.machine.stand_on("rwc-pentium-pro");
    system.machine.nodes.resize(kNodes);
    system.plan.seed = lockstep::asked_seed().value_or(1);
    set_operations(1);
    system.plan.reluctance = Time::us(1000);
    system.set("pm.receive_buffer", "32 KB");
    system.set("pm.pin_entries", "512");
    system.set("pm.channels", "2");
    system.set("link.fault_seed", std::to_string(system.plan.seed));
  }
  /// So many times the operations of a test, over all pairs of nodes.
  void set_operations(double share) {
    const double all = static_cast<double>(lockstep::long_form() ? kLong : kUsual) * share;
    system.plan.operations =
        static_cast<std::uint64_t>(all / static_cast<double>(kNodes * (kNodes - 1))) + 1;
  }
  void run() {
    std::printf("FLYBAR_TEST_SEED=%llu\n", static_cast<unsigned long long>(system.plan.seed));
    loaded = system.machine.system();
    bench.emplace(system, experiments::Context{.system = loaded->params, .observer = observer});
    bench->run();
    const auto sum = bench->counters();
    std::printf(
        "%llu messages, %llu writes; %llu found no room, %llu out of sequence, %llu NACKs, "
        "%llu sent again, %llu CRC errors, %llu time-outs; %llu errors told\n",
        number(sum.messages), number(sum.writes), counted(Status::kFull),
        counted(Status::kDiscarded), counted(Status::kNacks), counted(Status::kResent),
        counted(Status::kCrcErrors), counted(Status::kTimeouts), number(sum.errors));
  }
  /// A cable dies on which alone the nodes from `far` on are reached.
  void cut_off(std::size_t far, std::size_t cable) {
    set_operations(0.3);
    system.set("link.dead_cable", std::to_string(cable));
    system.set("link.dead_from", "5 ms");
    system.set("switch.timeout", "5 ms");
    system.set("pm.retry", "2 ms");
    system.set("pm.give_up", "7");
    system.plan.reluctance = Time::us(30);
    system.plan.cut = [far](std::size_t a, std::size_t b) { return (a < far) != (b < far); };
  }
  /// All that the nodes of one side, from `begin` to below `end`, sent to each other has come, and
  /// each was told that others are dead.
  void expect_side(std::size_t begin, std::size_t end) const {
    for (std::size_t n = begin; n < end; ++n) {
      const auto sum = bench->counters(n);
      EXPECT_GE(sum.messages + sum.writes, system.plan.operations * (end - begin - 1)) << n;
      EXPECT_GE(sum.errors, 1u) << n;
    }
  }
  static unsigned long long number(std::uint64_t n) { return n; }
  unsigned long long counted(std::uint32_t field) const { return bench->stack().counters(field); }

  TrafficSystem system;
  Observer observer;
  std::unique_ptr<cluster::System> loaded;
  std::optional<TrafficBench> bench;
};

TEST_F(PmIntegrity, MessagesAndWritesThatAreRefusedArriveLater) {
  run();

  const auto sum = bench->counters();
  EXPECT_EQ(sum.errors, 0u);
  EXPECT_GE(sum.messages + sum.writes, system.plan.operations * kNodes * (kNodes - 1));
  EXPECT_GT(2 * (counted(Status::kFull) + counted(Status::kDiscarded)), sum.messages);
}

TEST_F(PmIntegrity, DamagedPacketsAreReplaced) {
  system.plan.reluctance = Time::us(30);
  system.set("link.byte_errors", lockstep::long_form() ? "0.0000002" : "0.000002");
  run();

  EXPECT_EQ(bench->counters().errors, 0u);
  EXPECT_GT(counted(Status::kCrcErrors), 0u);
}

TEST_F(PmIntegrity, PacketsWithoutATailAreReplaced) {
  system.plan.reluctance = Time::us(30);
  system.set("link.lost_tails", "0.001");
  system.set("switch.timeout", "1 ms");
  run();

  EXPECT_EQ(bench->counters().errors, 0u);
  EXPECT_GT(counted(Status::kForeignPackets) + counted(Status::kCrcErrors), 0u);
}

TEST_F(PmIntegrity, OfADeadNodeAllAreToldAndNothingElseIsLost) {
  constexpr std::size_t kDead = kNodes - 1;
  cut_off(kDead, kDead);
  run();

  expect_side(0, kDead);
}

TEST_F(PmIntegrity, AtADeadLinkEachSideGoesOn) {
  system.machine.wiring = lockstep::Wiring::kTrunks;
  constexpr std::size_t kAtFirstSwitch = 6;
  cut_off(kAtFirstSwitch, kNodes);
  run();

  expect_side(0, kAtFirstSwitch);
  expect_side(kAtFirstSwitch, kNodes);
}

}  // namespace
}  // namespace flybar::pm
