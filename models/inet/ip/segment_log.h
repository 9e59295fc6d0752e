/// Tells observers what the kernel does with a segment beside its way through the card: what
/// becomes of the pages or frames of its bytes, at both ends.
#pragma once

#include <string>
#include <string_view>

#include "models/common/details.h"
#include "models/host/cpu/cpu.h"

namespace flybar::inet {

class SegmentLog {
 public:
  SegmentLog(const std::string& name, host::Cpu& cpu, Observer& observer)
      : cpu_(cpu),
        observer_(observer),
        track_(declare_details(observer, {.name = name + ".host.segments",
                                          .lanes = {{Lane::kSoftware, ""}},
                                          .block = Block::kHost})) {}
  /// Somebody keeps them.
  bool told() const { return track_ != kUntold; }
  Time now() const { return told() ? cpu_.now() : Time(); }

  struct Span {
    Time begin, end;
  };
  /// `message`: the one that carried the segment, or 0 if there was none.
  void tell(std::string_view label, const Span& span, std::uint64_t message) {
    if (told()) observer_.on(Activity{track_, span.begin, span.end, label, message, 0});
  }
  /// tell() for a span from `begin` until now.
  void tell_since(Time begin, std::string_view label, std::uint64_t message) {
    tell(label, {begin, now()}, message);
  }

 private:
  host::Cpu& cpu_;
  Observer& observer_;
  const TrackId track_;
};

}  // namespace flybar::inet
