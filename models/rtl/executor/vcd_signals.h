/// What Verilator writes as a waveform (VCD, as text), as signals that an observer is told of.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/common/observer.h"

namespace flybar::rtl {

/// Variables of the scope `top` and of those in it; what is above, and constants, is left out.
class VcdSignals {
 public:
  /// `chip` takes the place of `top` in the names.
  VcdSignals(Observer& observer, std::string chip, std::string top);

  /// Values that follow are those of this instant.
  void at(Time time) { now_ = time; }
  /// The next part of the text.
  void read(std::string_view text);

 private:
  /// Bits of a value that are one track: up to 64, or a field of the monitor.
  struct Part {
    unsigned at, bits;
    TrackId track;
  };

  void line(std::string_view text);
  void declare(std::string_view text);
  void change(std::string_view code, std::string_view digits);

  Observer& observer_;
  const std::string chip_, top_;
  std::string rest_;  ///< of a line that is not complete
  std::vector<std::string> scopes_;
  std::unordered_map<std::string, std::vector<Part>> parts_;  ///< by code
  Time now_;
};

}  // namespace flybar::rtl
