#include "testbenches/tests/agree/cosim/faulty.h"

#include <algorithm>
#include <string_view>

#include "models/rtl/seat.h"
#include "testbenches/tests/agree/cosim/seeded.h"

namespace flybar::rtl {

namespace {

std::unique_ptr<Executor> make_chip(const lanai::ChipParams& params) {
  static const int kFault =
      1 + static_cast<int>(std::ranges::find(seeded_faults(),
                                             std::string_view("InterlockForgetsTheSecondOperand")) -
                           seeded_faults().begin());
  return make_seeded(params, kFault);
}

}  // namespace

std::unique_ptr<Card> make_faulty(const CardSite& site) {
  return make_lockstep_board(site, &make_chip, &make_chip);
}

std::unique_ptr<Card> make_faulty_shadow(const CardSite& site) {
  return make_shadow_board(site, &make_chip, &make_chip);
}

}  // namespace flybar::rtl
