/// How many threads run a system, and that they do.
#include "models/cluster/build/threads.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "models/cluster/build/hardware.h"
#include "models/common/error.h"
#include "models/systems/systems.h"

namespace flybar::cluster {
namespace {

using namespace literals;

TEST(Threads, AreAsManyAsAskedForFromSixteenNodesOn) {
  const SystemParams params = systems::defaults("trapeze");
  EXPECT_EQ(threads_for(params, 16, 4).count, 4u);
  EXPECT_EQ(threads_for(params, 16, 4).why, "");
  EXPECT_EQ(threads_for(params, 15, 4).count, 1u);
  EXPECT_EQ(threads_for(params, 15, 4).why,
            "threads are of use from 16 nodes on, and the system has 15");
}

TEST(Threads, AreNoMoreThanNodes) {
  const SystemParams params = systems::defaults("trapeze");
  EXPECT_EQ(threads_for(params, 16, 16).why, "");
  EXPECT_EQ(threads_for(params, 16, 17).count, 16u);
  EXPECT_EQ(threads_for(params, 16, 17).why, "the system has 16 nodes");
}

TEST(Threads, AreOneWhereAPartDoesNotSayThatItsNodesMayRunAtTheSameTime) {
  systems::parts().cards.front().threads = false;
  const Threads threads = threads_for(systems::defaults("trapeze"), 16, 4);
  EXPECT_EQ(threads.count, 1u);
  EXPECT_EQ(threads.why, "nodes with the part \"lanai\" run on one thread");
}

Threads two() {
  return {.count = 2, .late = Crew::Late::kWaitAlways};
}

TEST(Threads, RunTheNodesOfARoundTogether) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 4, plan_networks(params, 4), observer, two());
  for (const std::size_t node : {0, 1, 2, 3})
    hardware.add_program(node, [](host::Cpu& cpu) {
      for (int i = 0; i < 10; ++i) cpu.sleep(10_us);
    });

  hardware.run();

  EXPECT_GT(hardware.crew().pieces().all, 10u);
  EXPECT_EQ(hardware.crew().pieces().shared, hardware.crew().pieces().all);
}

TEST(Threads, LeaveSoftwareOfAllHostsToTheThreadOfTheRun) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 4, plan_networks(params, 4), observer, two());
  const pid_t own = gettid();
  std::array<int, 4> elsewhere = {};
  for (const std::size_t node : {0, 1, 2, 3})
    hardware.add_program(node, [&, node](host::Cpu& cpu) {
      for (int i = 0; i < 100; ++i) {
        cpu.sleep(10_us);
        if (gettid() != own) ++elsewhere[node];
      }
    });

  hardware.run();

  EXPECT_EQ(elsewhere, (std::array<int, 4>{}));
}

/// Of three nodes, two of which have a fault at the same instant.
std::size_t node_of_first_fault(const Threads& threads) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 3, plan_networks(params, 3), observer, threads);
  for (const std::size_t node : {2, 1})
    hardware.node(node).cpu.add_process([node](host::Cpu& cpu) {
      cpu.sleep(10_us);
      throw SimulationError(std::to_string(node), "this", "that", "do so");
    });
  try {
    hardware.run();
  } catch (const SimulationError& error) {
    return std::stoul(error.what());
  }
  return 0;
}

TEST(Threads, TellTheFaultThatOneThreadWouldTell) {
  EXPECT_EQ(node_of_first_fault(two()), 1u);
}

}  // namespace
}  // namespace flybar::cluster
