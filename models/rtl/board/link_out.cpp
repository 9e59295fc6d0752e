#include "models/rtl/board/link_out.h"

#include <algorithm>
#include <array>

namespace flybar::rtl {

std::uint8_t LinkOut::take(Time t, const Outputs& out) {
  std::uint8_t taken = 0;
  while (taken < out.link_offer) {
    Time start = std::max(wire_free_, t);
    if (!may_start(start, t + params_.clock)) break;
    leave(start, out.link_front[taken++], out.link_crc);
  }
  take_symbols(t);
  talker.tell_head();
  return taken;
}

void LinkOut::take_symbols(Time t) {
  while (!symbols_.empty() && symbols_.front().at <= t) {
    stopped_ = symbols_.front().stop;
    symbols_.pop_front();
  }
}

/// Moves `start` past a STOP to the GO that ends it; false if no start is possible before `end`.
bool LinkOut::may_start(Time& start, Time end) {
  while (start < end) {
    take_symbols(start);
    if (!stopped_) return true;
    start = symbols_.empty() ? Time::never() : symbols_.front().at;
  }
  return false;
}

void LinkOut::leave(Time start, FrontWord word, bool crc) {
  std::array<std::uint8_t, 4> bytes;
  for (std::uint32_t i = 0; i < 4; ++i)
    bytes[i] = static_cast<std::uint8_t>(word.data() >> (24 - 8 * i));
  talker.begin_run(start, wire_free_);
  talker.append(std::span(bytes).subspan(word.skip()));
  wire_free_ = start + params_.byte_time * std::int64_t{4 - word.skip()};
  if (!word.tail()) return;
  std::optional<std::uint8_t> behind;
  if (crc) behind = word.crc();
  wire_free_ = talker.end_packet(wire_free_, behind);
}

}  // namespace flybar::rtl
