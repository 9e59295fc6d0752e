/// Boards in lockstep, whose RTL does not wait for every load.
#pragma once

#include <memory>

#include "models/contracts/board.h"

namespace flybar::rtl {

std::unique_ptr<flybar::Board> make_faulty(const BoardSite& site);

}  // namespace flybar::rtl
