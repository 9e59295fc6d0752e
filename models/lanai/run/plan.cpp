#include "models/lanai/run/plan.h"

#include <algorithm>

namespace flybar::lanai {

bool Plan::make(Time now, int most, bool words_interrupt) {
  now_ = now;
  by_stretch_ = !words_interrupt;
  if (by_stretch_) {
    stretch_.begin(engines_, now, most);
    clocks_ = stretch_.clocks(), ends_ = stretch_.ends();
    by_stretch_ = clocks_ > 0;
  }
  if (!by_stretch_) {
    // One clock of the reference is quicker, if there is a stretch again behind it.
    const Time next = now + engines_.rules.clock;
    if (engines_.send.next_symbol() < next) return false;
    ticks_.begin(engines_, now, most, words_interrupt);
    clocks_ = ticks_.clocks(), ends_ = ticks_.ends();
  }
  if (clocks_ == 0) return false;
  if (by_stretch_) {
    const auto words = [](int count) { return static_cast<std::uint32_t>(count); };
    set_guards(words(stretch_.data_phases(clocks_)), words(stretch_.stored(clocks_)),
               words(stretch_.fetched(clocks_)));
  } else {
    const Moved all = ticks_.moved(clocks_);
    set_guards(all.host, all.receive, all.send);
  }
  if (stores_code()) return false;
  if (!by_stretch_) slots_ = ticks_.slots();
  return true;
}

void Plan::set_guards(std::uint32_t phases, std::uint32_t stored, std::uint32_t fetched) {
  guards_ = {{{engines_.host.sram_address, engines_.host.words_in(phases) * 4},
              {engines_.receive.pointer, stored * 4},
              {engines_.send.pointer, fetched * 4}}};
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

/// In a stretch, an engine that moves words does so from the first clock on.
void Plan::commit(int clocks) {
  if (by_stretch_)
    commit(stretch_, stretch_.moved(clocks), clocks, [this](auto) { return now_; });
  else
    commit(ticks_, ticks_.moved(clocks), clocks, [this](std::uint16_t Moved::*words) {
      return now_ + engines_.rules.clock * ticks_.first_clock(words);
    });
}

template <class Ahead, class First>
[[gnu::always_inline]] inline void Plan::commit(const Ahead& ahead, const Moved& all, int clocks,
                                                First&& first) {
  const Time last = now_ + engines_.rules.clock * (clocks - 1);
  if (!engines_.send.idle())
    engines_.send.advance(all.send, all.send > 0 ? first(&Moved::send) : now_, last,
                          [&](auto&& leave) {
                            return ahead.walk_link(clocks, [&](std::int32_t start, int words) {
                              leave(now_ + Time::ps(start), static_cast<std::uint32_t>(words));
                            });
                          });
  engines_.send.take_symbols(last);
  if (all.arrived > 0) engines_.receive.buffer.arrive(all.arrived);
  if (all.receive > 0) engines_.receive.advance(all.receive, first(&Moved::receive), last);
  // Last, since the bus may refuse its next request, which stops the run.
  if (engines_.host.bursting())
    engines_.host.advance(all.host, now_ + ahead.host_next(clocks), last);
}

}  // namespace flybar::lanai
