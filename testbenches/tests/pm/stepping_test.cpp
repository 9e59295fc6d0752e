/// PM's systems are the same however their chips are stepped. As lockstep_test.cpp: FLYBAR_LONG=1
/// for hundreds of them, FLYBAR_TEST_SEED for certain ones.
#include <gtest/gtest.h>

#include <cstdio>

#include <fmt/format.h>

#include "models/common/systemc_time.h"
#include "testbenches/tests/agree/lockstep/compare.h"
#include "testbenches/tests/pm/bench.h"
#include "testbenches/tests/random.h"
#include "testbenches/tests/test_size.h"

namespace flybar::pm {
namespace {

using lockstep::How;
using lockstep::Random;

void draw_firmware(Random& random, TrafficSystem& system) {
  const auto set = [&](const char* key, const std::string& value) { system.set(key, value); };
  set("pm.sending", random.one_of<const char*>({"whole", "immediate"}));
  set("pm.channels", std::to_string(random.between(system.channels, 4)));
  set("pm.pin_entries", std::to_string(random.one_of<std::int64_t>({128, 200, 512})));
  set("pm.buffers", std::to_string(random.between(2, 4)));
  set("pm.pulse", std::to_string(4 * random.between(16, 1024)) + " B");
  set("pm.ack_after", std::to_string(random.between(1, 16)));
  set("pm.pause", std::to_string(random.between(1, 60)) + " us");
  set("pm.retry", std::to_string(random.between(500, 5000)) + " us");
  set("pm.give_up", "1000");
  set("pm.receive_buffer", random.one_of<const char*>({"32 KB", "32 KB", "40000 B", "128 KB"}));
  set("pm.send_buffer", random.one_of<const char*>({"32 KB", "128 KB"}));
  set("pm.call", random.one_of<const char*>({"300 ns", "100 ns", "1 us"}));
  // Of errors that damage every other packet of 8 KB a run takes seconds of modelled time.
  set("link.byte_errors", random.one_of<const char*>({"0", "0", "0.000002", "0.00001"}));
}

void draw_plan(Random& random, TrafficPlan& plan) {
  plan.operations = static_cast<std::uint64_t>(random.between(2, 8));
  plan.writes_in_8 = static_cast<std::uint64_t>(random.between(0, 6));
  plan.longest_message = random.one_of<std::uint64_t>({40, 600, layout::kMtu, layout::kMtu});
  plan.longest_write = random.one_of<std::uint64_t>({64, 4096, 16384});
  plan.reluctance = Time::us(random.one_of<std::int64_t>({0, 0, 20, 300}));
}

TrafficSystem attempt(std::uint64_t seed, std::uint64_t number) {
  Random random(seed * 1000003 + number);
  TrafficSystem system;
  system.machine.seed = seed;
  system.machine.stand_on("rwc-pentium-pro");
  system.machine.nodes.resize(static_cast<std::size_t>(random.one_of({2, 2, 2, 3, 4, 6})));
  system.channels = static_cast<unsigned>(random.between(1, 3));
  system.plan.seed = seed;
  lockstep::draw_machine(random, system.machine);
  draw_firmware(random, system);
  draw_plan(random, system.plan);
  return system;
}

/// Settings that do not fit together are drawn again.
TrafficSystem draw(std::uint64_t seed) {
  std::uint64_t number = 0;
  TrafficSystem system = attempt(seed, number);
  while (!lockstep::possible(system.machine)) system = attempt(seed, ++number);
  return system;
}

std::string run(const TrafficSystem& system, const How& how) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const auto loaded = system.machine.system();
  lockstep::Witness witness(how.detail);
  TrafficBench bench(system, {.system = loaded->params,
                              .observer = witness,
                              .stepping = how.stepping,
                              .instructions = how.instructions});
  std::string at_end;
  Time end = Time::never();
  try {
    bench.run([&](host::Cpu& cpu) {
      // Processes of other nodes still wait.
      lockstep::look_when_settled(cpu, [&] {
        end = kernel_time();
        at_end = lockstep::final_text(bench.testbed(), false);
      });
    });
  } catch (const std::exception& error) {
    end = kernel_time();  // as far as all nodes have come for certain
    at_end = std::string("stopped by: ") + error.what() + "\n";
  }
  const auto sum = bench.counters();
  return witness.text(end) + at_end +
         fmt::format("{} messages, {} writes, {} errors\n", sum.messages, sum.writes, sum.errors);
}

void expect_agreement(const TrafficSystem& system) {
  const auto found =
      lockstep::disagreement(system.text(), [&](const How& how) { return run(system, how); },
                             {.instructions = system.plan.seed % 2 == 0});
  EXPECT_FALSE(found) << "FLYBAR_TEST_SEED=" << system.plan.seed << "\n" << *found;
}

void sweep(std::uint64_t first) {
  const std::uint64_t count = lockstep::long_form() ? 500 : 6;
  const auto seeds = lockstep::asked_seeds().value_or(lockstep::Seeds{first, first + count - 1});
  std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(seeds.first),
              static_cast<unsigned long long>(seeds.last));
  for (std::uint64_t seed = seeds.first; seed <= seeds.last && !testing::Test::HasFailure();
       ++seed) {
    const TrafficSystem system = draw(seed);
    if (seeds.first == seeds.last) std::puts(system.text().c_str());
    expect_agreement(system);
  }
}

TEST(PmStepping, MakesNoDifferenceToSystemsFrom1000) {
  sweep(1000);
}
TEST(PmStepping, MakesNoDifferenceToSystemsFrom2000) {
  sweep(2000);
}

}  // namespace
}  // namespace flybar::pm
