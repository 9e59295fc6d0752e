#include "models/lanai/run/plan.h"

#include <algorithm>

namespace flybar::lanai {

bool Plan::make(Time now, int most, bool words_interrupt) {
  now_ = now;
  by_stretch_ = has_stretches_ && !words_interrupt;
  if (by_stretch_) {
    stretch_.begin(engines_, now, most);
    clocks_ = stretch_.clocks(), ends_ = stretch_.ends();
    by_stretch_ = clocks_ > 0;
  }
  if (!by_stretch_) {
    const std::int64_t free = (engines_.send.next_symbol() - now) / engines_.rules.clock;
    most = static_cast<int>(std::clamp<std::int64_t>(free, 0, most));
    ticks_.begin(engines_, now, most, words_interrupt);
    clocks_ = ticks_.clocks(), ends_ = ticks_.ends();
  }
  if (clocks_ == 0) return false;
  set_guards();
  if (stores_code()) return false;
  slots_ = by_stretch_ ? stretch_.slots() : ticks_.slots();
  return true;
}

void Plan::set_guards() {
  const Moved all = moved(clocks_);
  guards_ = {{{engines_.host.sram_address, engines_.host.words_in(all.host) * 4u},
              {engines_.receive.pointer, all.receive * 4u},
              {engines_.send.pointer, all.send * 4u}}};
}

bool Plan::stores_code() const {
  const bool host = guards_[0].size > 0 && engines_.host.to_sram;
  return (host && sram_.holds_code(guards_[0].begin)) ||
         (guards_[1].size > 0 && sram_.holds_code(guards_[1].begin));
}

Guard Plan::guard() const {
  std::uint32_t begin = ~0u, end = 0;
  for (const Guard& guard : guards_) {
    if (guard.size == 0) continue;
    begin = std::min(begin, guard.begin);
    end = std::max(end, guard.begin + guard.size);
  }
  return end > begin ? Guard{begin, end - begin} : Guard();
}

template <class Ahead>
void Plan::commit_send(const Ahead& ahead, const Moved& moved, Time first, int clocks) {
  const Time last = now_ + engines_.rules.clock * (clocks - 1);
  engines_.send.advance(moved.send, first, last, [&](auto&& leave) {
    return ahead.walk_link(clocks, [&](std::int32_t start, int words) {
      leave(now_ + Time::ps(start), static_cast<std::uint32_t>(words));
    });
  });
}

void Plan::commit(int clocks) {
  const Moved all = moved(clocks);
  const Time clock = engines_.rules.clock, last = now_ + clock * (clocks - 1);
  // In a stretch, who moves words begins with the first clock.
  const auto first = [&](std::uint16_t Moved::*words) {
    return by_stretch_ || all.*words == 0 ? now_ : now_ + clock * ticks_.first_clock(words);
  };
  if (by_stretch_)
    commit_send(stretch_, all, now_, clocks);
  else
    commit_send(ticks_, all, first(&Moved::send), clocks);
  engines_.receive.buffer.arrive(all.arrived);
  if (all.receive > 0) engines_.receive.advance(all.receive, first(&Moved::receive), last);
  // Last, since the bus may refuse its next request, which stops the run.
  if (engines_.host.bursting())
    engines_.host.advance(all.host, now_ + (by_stretch_ ? stretch_.host_next(clocks) : ticks_.host_next(clocks)),
                          last);
}

}  // namespace flybar::lanai
