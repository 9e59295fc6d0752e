/// Where the time of a CPU went.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "models/common/units.h"
#include "models/contracts/resource.h"

namespace flybar::host {

/// On whose behalf a CPU works.
enum class Share : std::uint8_t { kUser, kSystem, kInterrupt };

// Parameters that make work shorter.
inline constexpr char kByClock[] = "host.clock";
inline constexpr char kByCopyRate[] = "host.copy_rate";
inline constexpr char kByReadRate[] = "host.read_rate";
inline constexpr char kByWriteRate[] = "host.write_rate";
inline constexpr char kByNothing[] = "";

/// A kind of work. `text` and `relief` are static.
struct Label {
  std::string_view text;
  Share share = Share::kSystem;
  const char* relief = kByClock;  ///< the parameter that makes it shorter

  Label relieved_by(const char* parameter) const { return {text, share, parameter}; }
};

inline constexpr Label kPolling{"poll", Share::kUser, kByNothing};
inline constexpr Label kPioStall{"wait for PIO", Share::kSystem, kByNothing};
inline constexpr Label kContextSwitch{"context switch", Share::kSystem};
inline constexpr Label kProcessWake{"process wake-up", Share::kSystem};
inline constexpr Label kInterruptEntry{"interrupt entry", Share::kInterrupt};
inline constexpr Label kInterruptExit{"interrupt exit", Share::kInterrupt};
inline constexpr Label kSoftInterrupt{"software interrupt", Share::kInterrupt};

/// CPU time by share and by label. What is left of the elapsed time is idle.
class CpuUse {
 public:
  /// Work of a handler counts as such, whatever its label says.
  void add(const Label& label, Time time, bool in_handler) {
    shares_[static_cast<std::size_t>(in_handler ? Share::kInterrupt : label.share)] += time;
    of(label) += time;
  }
  Time share(Share which) const { return shares_[static_cast<std::size_t>(which)]; }
  Time busy() const { return shares_[0] + shares_[1] + shares_[2]; }
  /// The CPU is busy with all but polling and waiting for PIO. The clock relieves the kernel's time
  /// except for `memory_share` of it.
  Uses uses(double memory_share) const;
  /// In the order of the labels.
  std::map<std::string_view, Time> by_label() const {
    std::map<std::string_view, Time> all;
    for (const Work& work : works_) all[work.label.text] += work.time;
    return all;
  }

 private:
  /// Texts are told apart by where they stand, which is quick to compare.
  struct Work {
    Label label;
    Time time;
    bool is(const Label& other) const {
      return label.text.data() == other.text.data() && label.relief == other.relief;
    }
  };
  Time& of(const Label& label) {
    for (Work& work : works_)
      if (work.is(label)) return work.time;
    return works_.emplace_back(Work{label, Time()}).time;
  }

  std::array<Time, 3> shares_;
  std::vector<Work> works_;
};

}  // namespace flybar::host
