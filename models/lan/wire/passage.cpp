#include "models/lan/wire/passage.h"

#include <algorithm>

#include "models/common/systemc_time.h"

namespace flybar::lan {

namespace {
/// So many are kept before those that are over are summed.
constexpr std::size_t kMostSpans = 64;
}  // namespace

void Passage::passes(const Frame& frame, Time begin, Time end) {
  bytes_ += Bytes(static_cast<std::int64_t>(frame.bytes.size()));
  observer_.on(Activity{track_, begin, end, "frame", frame.message,
                        static_cast<std::int64_t>(frame.bytes.size())});
  spans_.push_back({begin, end});
  if (spans_.size() >= kMostSpans) fold();
}

Time Passage::counted(const Span& span, Time until) const {
  return std::max(std::min(span.end, until) - std::max(span.begin, from_), Time());
}

void Passage::fold() {
  const Time now = kernel_time();
  std::erase_if(spans_, [&](const Span& span) {
    if (span.end > now) return false;
    moving_ += counted(span, now);
    packets_ += span.end > from_;
    return true;
  });
}

void Passage::count_from(Time from) {
  std::erase_if(spans_, [from](const Span& span) { return span.end <= from; });
  from_ = from;
  moving_ = Time();
  packets_ = 0;
}

void Passage::add_to(CableTraffic& traffic, Time until) const {
  traffic.packets += packets_;
  traffic.moving += moving_;
  for (const Span& span : spans_) {
    traffic.moving += counted(span, until);
    traffic.packets += span.end <= until && span.end > from_;
  }
  traffic.held = traffic.moving;
}

}  // namespace flybar::lan
