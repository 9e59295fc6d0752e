/// What random traffic on the pins (testbenches/tests/agree/cosim) reaches of the chip, for
/// scripts/cover-rtl alone: whether it does what it should is for the tests that compare it.
#include <gtest/gtest.h>

#include <Vlanai_board_asserted.h>
#include <Vlanai_board_asserted___024root.h>
#include <string>

#include "models/rtl/executor/verilated.h"
#include "testbenches/tests/agree/cosim/traffic.h"

int sc_main(int, char**) {  // asked for by the library, and never called
  return 0;
}

void Vlanai_board_asserted___024root___eval_settle(Vlanai_board_asserted___024root*);
template <>
struct flybar::rtl::Phases<Vlanai_board_asserted> {
  static constexpr auto settle = &Vlanai_board_asserted___024root___eval_settle;
};

namespace flybar::rtl {
namespace {

class Covered : public VerilatedExecutor<Vlanai_board_asserted> {
 public:
  using VerilatedExecutor::VerilatedExecutor;
  void write(const std::string& file) { context().coveragep()->write(file.c_str()); }
};

TEST(Traffic, ReachesMostOfTheChip) {
  constexpr std::uint32_t kSeeds = 64;
  constexpr std::int64_t kClocks = 20'000;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const lanai::ChipParams params = draw_params(seed);
    Covered chip(params);
    Traffic(seed, params, chip).run(kClocks);
    chip.write("coverage.traffic-" + std::to_string(seed) + ".dat");
  }
}

}  // namespace
}  // namespace flybar::rtl
