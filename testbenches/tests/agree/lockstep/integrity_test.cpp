/// Every message is delivered once and intact, or its loss is reported.
#include <gtest/gtest.h>

#include <cstdio>

#include "testbenches/tests/agree/lockstep/stress.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/test_size.h"

namespace flybar::lockstep {
namespace {

void expect_account(const StressPlan& plan) {
  const std::string found = in_child([&] { return stress(plan); });
  if (asked_seed()) std::puts(stress_scenario(plan).text().c_str());
  std::printf("seed %llu, %s, control by %s, %s: %s\n", static_cast<unsigned long long>(plan.seed),
              plan.mode.c_str(), plan.control_by_dma ? "DMA" : "PIO",
              plan.notify == trapeze::Notify::kPolling ? "polling" : "interrupt", found.c_str());
  EXPECT_FALSE(found.starts_with("error: ")) << "FLYBAR_TEST_SEED=" << plan.seed;
}

class Integrity : public testing::TestWithParam<const char*> {
 protected:
  /// All ways of control and notification, with each kind of trouble in turn.
  void run(std::uint64_t first_seed, std::uint64_t rounds, std::int64_t messages) {
    StressPlan plan;
    plan.mode = GetParam();
    plan.messages = messages;
    for (std::uint64_t i = 0; i < 4 * rounds && !HasFailure(); ++i) {
      plan.seed = first_seed + i;
      plan.control_by_dma = i % 2 != 0;
      plan.notify = i % 4 < 2 ? trapeze::Notify::kPolling : trapeze::Notify::kInterrupt;
      plan.trouble = static_cast<Trouble>((i + i / 4) % 3);
      expect_account(plan);
    }
  }
};

TEST_P(Integrity, EveryMessageIsDeliveredOnceAndIntactOrReported) {
  if (const auto seed = asked_seed())
    run(*seed / 4 * 4, 1, long_form() ? 2200 : 130);
  else
    run(100, long_form() ? 3 : 1, long_form() ? 2200 : 130);
}

INSTANTIATE_TEST_SUITE_P(Modes, Integrity,
                         testing::Values("store-and-forward", "static", "eager", "functional"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace flybar::lockstep
