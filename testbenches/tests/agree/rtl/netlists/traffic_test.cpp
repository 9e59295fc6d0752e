/// A netlist of the chip does what the model does, in random traffic on its pins.
#include "testbenches/tests/agree/rtl/board_class.h"

#include <gtest/gtest.h>

#include <memory>

#include "models/rtl/executor/verilated.h"
#include "testbenches/tests/agree/cosim/compare.h"
#include "testbenches/tests/test_size.h"

namespace flybar::rtl {

template <>
struct Phases<BoardClass> {
  static constexpr auto settle = &FLYBAR_SETTLE(FLYBAR_BOARD);
};

namespace {

class Netlist final : public VerilatedExecutor<BoardClass> {
 public:
  explicit Netlist(const lanai::ChipParams& params) : VerilatedExecutor(params) {
#ifdef FLYBAR_MUTANTS
    pins().mutant = chosen_mutant();
    touch();
#endif
  }
};

TEST(Netlist, AgreesWithTheModelOnTrafficFrom1000) {
  const auto asked = lockstep::asked_seeds();
  const std::uint32_t begin = asked ? static_cast<std::uint32_t>(asked->first) : 1000;
  const std::uint32_t end = asked ? static_cast<std::uint32_t>(asked->last) + 1
                                  : begin + (lockstep::long_form() ? 100 : FLYBAR_SEEDS);
  const auto netlist = [](const lanai::ChipParams& params) {
    return std::make_unique<Netlist>(params);
  };
  for (std::uint32_t seed = begin; seed < end && !testing::Test::HasFailure(); ++seed)
    EXPECT_EQ(compared(netlist, seed, FLYBAR_CLOCKS), "") << "FLYBAR_TEST_SEED=" << seed;
}

}  // namespace
}  // namespace flybar::rtl
