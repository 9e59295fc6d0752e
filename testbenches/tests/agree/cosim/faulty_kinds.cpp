/// In the place of models/rtl/kinds.cpp.
#include <array>

#include "models/rtl/seat.h"
#include "testbenches/tests/agree/cosim/faulty.h"

namespace flybar::rtl {

std::span<const Kind> kinds() {
  static constexpr std::array kAll = {Kind{"lockstep", "RTL with a fault", &make_faulty},
                                      Kind{"shadow", "RTL with a fault", &make_faulty_shadow}};
  return kAll;
}

}  // namespace flybar::rtl
