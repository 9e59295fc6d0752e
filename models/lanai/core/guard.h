/// Words that the processor may touch only when the engines have come as far as it has.
#pragma once

#include <cstdint>

namespace flybar::lanai {

struct Guard {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;  ///< bytes
  bool hold(std::uint32_t address) const { return address - begin < size; }
};

}  // namespace flybar::lanai
