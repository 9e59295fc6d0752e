#include "models/cluster/build/hardware.h"

#include <gtest/gtest.h>

#include "models/common/error.h"
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
    sc_core::sc_stop();
  });

  hardware.run();

  EXPECT_EQ(hardware.nic_cycles(), 3 * ((kernel_time() + 29999_ps) / 30_ns));
}

}  // namespace
}  // namespace flybar::cluster
