#include "testbenches/cosim/faulty.h"

#include <algorithm>
#include <string_view>

#include "models/rtl/seat.h"
#include "testbenches/cosim/seeded.h"

namespace flybar::rtl {

std::unique_ptr<flybar::Board> make_faulty(const BoardSite& site) {
  static const int kFault =
      1 + static_cast<int>(std::ranges::find(seeded_faults(),
                                             std::string_view("InterlockForgetsTheSecondOperand")) -
                           seeded_faults().begin());
  const MakeExecutor make = [](const lanai::ChipParams& params) {
    return make_seeded(params, kFault);
  };
  return make_lockstep_board(site, make, make);
}

}  // namespace flybar::rtl
