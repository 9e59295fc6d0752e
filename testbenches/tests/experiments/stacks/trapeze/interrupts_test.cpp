/// Interrupts of a host whose handler takes so long for a message that all others come meanwhile.
#include <gtest/gtest.h>

#include "models/host/params.h"
#include "models/systems/systems.h"
#include "models/trapeze/mcp_params.h"
#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {
namespace {

constexpr int kMessages = 8;

struct Receiver {
  host::Cpu& cpu;
  host::Signal all = host::Signal("all");
  int got = 0;
};

tpz_disposition handle(tpz_rcvmsg*, void* argument) {
  auto& to = *static_cast<Receiver*>(argument);
  to.cpu.spend(Time::us(100), {"work", host::Share::kSystem});
  if (++to.got == kMessages) to.cpu.notify(to.all);
  return TPZ_RELEASE;
}

struct Counts {
  std::uint32_t raised = 0;  ///< by the NIC
  std::int64_t taken = 0;    ///< by the CPU
};

Counts interrupts_of_a_burst(trapeze::Interrupts when, std::int64_t messages_each) {
  cluster::SystemParams system = systems::defaults("trapeze");
  for (std::size_t node : {0, 1}) {
    auto& mcp = system.node(node).get<trapeze::McpParams>();
    mcp.interrupts = when;
    mcp.coalesce_messages = messages_each;
  }
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  TrapezeStack stack(testbed, {.notify = trapeze::Notify::kInterrupt});
  Receiver receiver{testbed.hardware().node(1).cpu};
  tpz_register_handler(&stack.endpoint(1), 0, handle, &receiver);
  Counts counts;
  stack.run_on(1, [&](TrapezeStack::Host& host) {
    host.cpu.wait_for(receiver.all);
    host.cpu.sleep(Time::us(500));
    counts.raised = tpz_get_counters(host.nic).interrupts;
  });
  stack.run_on(0, [&](TrapezeStack::Host& host) {
    SendFrames frames(host.memory, 1, Bytes());
    for (std::uint64_t i = 0; i < kMessages; ++i) send(host, frames, {1, Bytes(16), Bytes(), i});
  });
  testbed.run();
  const Time each = system.node(1).get<host::HostParams>().interrupt_entry;
  counts.taken = receiver.cpu.use().by_label().at(host::kInterruptEntry.text).ps() / each.ps();
  return counts;
}

TEST(Interrupts, TheLineStaysHighUntilTheRingIsEmpty) {
  EXPECT_EQ(interrupts_of_a_burst(trapeze::Interrupts::kEach, 1).raised, 1u);
}

TEST(Interrupts, TheCpuTakesOneForEachMessage) {
  EXPECT_EQ(interrupts_of_a_burst(trapeze::Interrupts::kEach, 1).taken, kMessages);
}

/// The first one comes for two messages, and the rest of them waits in the ring by then.
TEST(Interrupts, TheCpuTakesOneForAsManyMessagesAsTheNicGathers) {
  EXPECT_EQ(interrupts_of_a_burst(trapeze::Interrupts::kCoalesced, 2).taken, kMessages / 2);
}

}  // namespace
}  // namespace flybar::experiments
