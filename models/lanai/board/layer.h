/// The LANai board as a kind of card.
#pragma once

#include "models/contracts/card.h"

namespace flybar::lanai {

/// The model of the chip, on a board for PCI and Myrinet.
CardKind card_kind();

}  // namespace flybar::lanai
