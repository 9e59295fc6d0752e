/// When a TCP receiver acknowledges data.
#pragma once

#include <cstdint>

namespace flybar::inet {

enum class AckPolicy : std::uint8_t {
  /// With the update of the window once the reader has taken two segments or half the window; else
  /// by the timer of 200 ms. 4.4BSD.
  kOnRead,
  /// Also at once with every second segment.
  kEverySecond,
};

}  // namespace flybar::inet
