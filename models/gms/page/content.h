/// What stands in a page: made from its name and version, so that it need not be kept to be known.
#pragma once

#include <cstdint>
#include <span>

#include "models/gms/page/page_id.h"

namespace flybar::gms {

/// The bytes from `offset` on of the page that a program writes whole as `version`. Version 0 is
/// zeros.
void fill(std::span<std::uint8_t> bytes, PageId id, Version version, std::size_t offset = 0);

}  // namespace flybar::gms
