/// Boards in lockstep and with shadows, whose RTL does not wait for every load.
#pragma once

#include <memory>

#include "models/contracts/board.h"

namespace flybar::rtl {

std::unique_ptr<flybar::Board> make_faulty(const BoardSite& site);
std::unique_ptr<flybar::Board> make_faulty_shadow(const BoardSite& site);

}  // namespace flybar::rtl
