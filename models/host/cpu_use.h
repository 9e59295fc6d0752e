/// Where the time of a CPU went.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "models/common/units.h"

namespace flybar::host {

/// On whose behalf a CPU works.
enum class Share : std::uint8_t { kUser, kSystem, kInterrupt };

/// A kind of work. `text` is static.
struct Label {
  std::string_view text;
  Share share = Share::kSystem;
};

inline constexpr Label kPolling{"poll", Share::kUser};
inline constexpr Label kPioStall{"wait for PIO", Share::kSystem};
inline constexpr Label kContextSwitch{"context switch", Share::kSystem};
inline constexpr Label kInterruptEntry{"interrupt entry", Share::kInterrupt};
inline constexpr Label kInterruptExit{"interrupt exit", Share::kInterrupt};

/// CPU time by share and by label. What is left of the elapsed time is idle.
class CpuUse {
 public:
  /// Work of an interrupt handler counts as such, whatever its label says.
  void add(const Label& label, Time time, bool in_interrupt) {
    shares_[static_cast<std::size_t>(in_interrupt ? Share::kInterrupt : label.share)] += time;
    labels_[label.text] += time;
  }
  Time share(Share which) const { return shares_[static_cast<std::size_t>(which)]; }
  Time busy() const { return shares_[0] + shares_[1] + shares_[2]; }
  /// In the order of the labels.
  const std::map<std::string_view, Time>& by_label() const { return labels_; }

 private:
  std::array<Time, 3> shares_;
  std::map<std::string_view, Time> labels_;
};

}  // namespace flybar::host
