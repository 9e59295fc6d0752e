/// A short stand-in for what a page holds.
#pragma once

#include <cstdint>
#include <span>

namespace flybar::gms {

/// A number for the contents of a page: differs if any byte does, or two change places (save for
/// one case in 2^64). That of zeros is 0.
std::uint64_t digest(std::span<const std::uint8_t> page);

}  // namespace flybar::gms
