/// The ring card as a kind of card, for the list of parts.
#pragma once

#include "models/contracts/card.h"

namespace flybar::lan {

CardKind card_kind();

}  // namespace flybar::lan
