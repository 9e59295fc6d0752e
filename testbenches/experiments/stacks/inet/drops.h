/// Packets that a node lost, or did not send or take at once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace flybar::experiments {

struct Drops {
  std::string_view cause;
  bool lost;  ///< else they waited, or took longer
  std::uint64_t count;
  const char* relief = "";  ///< the parameter that would help
};

/// A cause that the layers above a device have, too.
inline constexpr char kMalformed[] = "malformed";

/// Of several nodes, each with the same causes in the same order.
std::vector<Drops> sum_of(const std::vector<std::vector<Drops>>& nodes);

}  // namespace flybar::experiments
