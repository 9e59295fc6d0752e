/// When a TCP receiver acknowledges data.
#pragma once

#include <cstdint>

namespace flybar::inet {

enum class AckPolicy : std::uint8_t {
  kOnRead,       ///< with the window update, when the reader has taken two segments or more
  kEverySecond,  ///< with every second segment, as it arrives
};

}  // namespace flybar::inet
