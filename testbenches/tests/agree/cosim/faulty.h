/// Boards in lockstep and with shadows, whose RTL does not wait for every load.
#pragma once

#include <memory>

#include "models/contracts/card.h"

namespace flybar::rtl {

std::unique_ptr<Card> make_faulty(const CardSite& site);
std::unique_ptr<Card> make_faulty_shadow(const CardSite& site);

}  // namespace flybar::rtl
