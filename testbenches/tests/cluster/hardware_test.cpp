#include "models/cluster/build/hardware.h"

#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/common/software_time.h"
#include "models/systems/systems.h"

namespace flybar::cluster {
namespace {

using namespace literals;

TEST(Hardware, WhatSoftwareThrowsKeepsItsType) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 2, plan_networks(params, 2), observer);
  hardware.node(1).cpu.add_process([](host::Cpu& cpu) {
    cpu.sleep(10_us);
    throw SimulationError("here", "this", "that", "do so");
  });

  EXPECT_THROW(hardware.run(), SimulationError);
}

TEST(Hardware, EveryNodeCountsItsClocks) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 3, plan_networks(params, 3), observer);
  hardware.node(0).cpu.add_process([](host::Cpu& cpu) {
    cpu.sleep(30_us);
    cpu.in_step();
    sc_core::sc_stop();
  });

  hardware.run();

  EXPECT_EQ(hardware.nic_cycles(), 3 * ((kernel_time() + 29999_ps) / 30_ns));
}

TEST(Hardware, RunsUntilTheLastProgramHasReturned) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 2, plan_networks(params, 2), observer);
  Time last;
  hardware.add_program(0, [](host::Cpu& cpu) { cpu.sleep(10_us); });
  hardware.add_program(1, [&last](host::Cpu& cpu) {
    cpu.sleep(30_us);
    last = software_time();
  });

  hardware.run();

  EXPECT_EQ(hardware.programs(), 0u);
  EXPECT_GT(last, 30_us);
  EXPECT_EQ(kernel_time(), last);
}

TEST(Hardware, NoSoftwareActsBehindTheEndOfTheRun) {
  const SystemParams params = systems::defaults("trapeze");
  Observer observer;
  Hardware hardware("system", params, 3, plan_networks(params, 3), observer);
  Time last;
  hardware.node(2).cpu.add_process(
      "server",
      [&last](host::Cpu& cpu) {
        for (;; cpu.sleep(100_ns)) last = software_time();
      },
      host::Role::kServer);
  hardware.add_program(0, [](host::Cpu& cpu) { cpu.sleep(200_us); });

  hardware.run();

  EXPECT_LE(last, kernel_time());
  EXPECT_GT(last, kernel_time() - 20_us);
}

}  // namespace
}  // namespace flybar::cluster
