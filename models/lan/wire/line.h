/// When the bytes of a frame pass a line.
#pragma once

#include <algorithm>
#include <cstddef>

#include "models/common/rate.h"
#include "models/common/units.h"
#include "models/lan/wire/aal5.h"
#include "models/lan/wire/ethernet.h"

namespace flybar::lan {

enum class Framing : std::uint8_t {
  kEthernet,
  kAal5,  ///< in cells over SONET
};

/// Times are from the begin of a frame: of its preamble, or of its first cell.
class Line {
 public:
  Line(Framing framing, Rate rate)
      : framing_(framing), byte_(payload_rate(framing, rate).byte_time()) {}

  Framing framing() const { return framing_; }
  bool cells() const { return framing_ == Framing::kAal5; }
  /// Of a byte on the line, those of cell headers too.
  Time byte_time() const { return byte_; }
  /// The first `bytes` bytes have passed; cells count when they are whole.
  Time at(std::size_t bytes) const {
    return byte_ * static_cast<std::int64_t>(cells() ? cells_of(bytes) * aal5::kCell
                                                     : ethernet::kPreamble + bytes);
  }
  /// So many bytes have passed by then.
  std::size_t passed(Time since) const {
    const auto raw = static_cast<std::size_t>(std::max(since, Time()) / byte_);
    if (cells()) return raw / aal5::kCell * aal5::kPayload;
    return raw - std::min(raw, ethernet::kPreamble);
  }
  /// Between the end of a frame and the begin of the next one.
  Time gap() const { return cells() ? Time() : byte_ * static_cast<std::int64_t>(ethernet::kGap); }
  /// No frame takes less.
  Time shortest() const { return at(cells() ? aal5::kPayload : ethernet::kShortest); }

 private:
  static std::size_t cells_of(std::size_t bytes) {
    return (bytes + aal5::kPayload - 1) / aal5::kPayload;
  }
  /// Of 27 columns of a SONET frame 26 carry cells: 149.76 of 155.52 Mb/s.
  static Rate payload_rate(Framing framing, Rate rate) {
    if (framing == Framing::kEthernet) return rate;
    return Rate::bytes_per_second(rate.bytes_per_second() / 27 * 26);
  }

  Framing framing_;
  Time byte_;
};

}  // namespace flybar::lan
