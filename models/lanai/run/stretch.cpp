#include "models/lanai/run/stretch.h"

namespace flybar::lanai {

namespace {

/// The first multiple at or behind, in units; 0 if that is negative.
std::int64_t clocks_to(std::int64_t time, std::int64_t unit) {
  return time <= 0 ? 0 : (time + unit - 1) / unit;
}

/// Clocks of which every second one, from `kPhase` on, leaves an access less than kBase.
template <std::uint8_t kBase, std::size_t kPhase>
const Slot* every_second() {
  static constexpr auto kSlots = [] {
    std::array<std::uint8_t, Stretch::kMost> left{};
    for (std::size_t k = 0; k < left.size(); ++k)
      left[k] = static_cast<std::uint8_t>(kBase - (k % 2 == kPhase));
    std::array<Slot, Stretch::kMost + 1> slots{};
    fill_slots(slots.data(), left);
    return slots;
  }();
  return &kSlots[1];
}

}  // namespace

Stretch::Stretch(const Rules& rules, Time word_time)
    : clock_(static_cast<std::int32_t>(rules.clock.ps())),
      word_(static_cast<std::int32_t>(word_time.ps())),
      rate_(rules.link_words),
      width_(rules.width),
      phase_(rules.accesses_of(rules.host_phase)),
      accesses_(rules.accesses_of(rules.link_words)),
      all_(rules.order == Arbitration::kCpuHostReceiveSend ||
                   static_cast<int>(rules.fifo) <= rules.link_words
               ? -1
               : rules.accesses),
      steady_(rate_ == 1 && word_ <= clock_),
      keeps_up_(!steady_ && rate_ * word_ >= clock_) {}

std::int32_t Stretch::relative(Time t, Time now) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>((t - now).ps(), -kFar, kFar));
}

/// A data phase that has not had its turn when it was due lags by less than a clock.
[[gnu::always_inline]] inline bool Stretch::begin_host(const HostDma& host, Time now) {
  if (!host.bursting()) return true;
  host_next_ = relative(host.next(), now);
  interval_ = static_cast<std::int32_t>(host.interval().ps());
  if (interval_ < clock_ || host_next_ <= -clock_) return false;
  if (interval_ != clock_ && (interval_ != 2 * clock_ || phase_ > 1)) uneven_ = true;
  host_first_ = clocks_to(host_next_, clock_);
  host_ = true;
  const std::int64_t phases = std::min<std::int64_t>(host.phases_left(), kMost);
  until(clocks_to(host_next_ + (phases - 1) * interval_, clock_) + 1);
  return true;
}

void Stretch::begin(const Engines& engines, Time now, int most) {
  const SendDma& send = engines.send;
  clocks_ = most, ends_ = false;
  host_ = uneven_ = leaves_ = running_ = starts_anew_ = false;
  receive_.rate = send_.rate = 0;
  stop_ = kFar, base_ = all_;
  const bool known = begin_host(engines.host, now);
  begin_receive(engines, now);
  if (!known || !(send.idle() || begin_send(send, engines.state.send, engines.rules, now)))
    clocks_ = 0;
  if (base_ < (host_ ? phase_ : 0) && !without_host()) clocks_ = 0;
  if (uneven_) fill();
}

/// The stretch ends before the data phases, if they are not under way.
bool Stretch::without_host() {
  if (base_ < 0 || host_first_ * clock_ < interval_) return false;
  host_ = false;
  before(host_first_);
  return true;
}

void Stretch::begin_receive(const Engines& engines, Time now) {
  const ReceiveState& state = engines.state.receive;
  const ReceiveBuffer& buffer = engines.receive.buffer;
  receive_.there = static_cast<int>(state.waiting), receive_.runs = 0;
  if (buffer.known_runs() > 0) {
    const ReceiveBuffer::Run next = buffer.arrivals(0);
    receive_.run[receive_.runs++] = {relative(next.ready, now), static_cast<int>(next.words)};
  }
  const bool come = receive_.runs > 0;
  if (state.armed && (receive_.there > 0 || (come && receive_.run[0].ready <= 0))) {
    start(receive_);
    receive_.left =
        static_cast<int>(std::min<std::uint64_t>(engines.receive.words_to_end(), kManyWords));
    take_runs(buffer, now, state.stopped);
    until_work_ends(receive_);
  } else if (state.armed && come) {
    before(clocks_to(receive_.run[0].ready, clock_));
  }
  if (receive_.runs < buffer.known_runs()) {
    const auto next = buffer.arrivals(static_cast<std::uint32_t>(receive_.runs));
    before(clocks_to(relative(next.ready, now), clock_));
  }
  if (state.stopped && receive_.rate > 0) end_at_go(static_cast<int>(engines.rules.go));
  if (!state.stopped && (receive_.there > 0 || come))
    end_at_stop(static_cast<int>(engines.rules.stop));
}

/// Whether this run of words goes on with those before it, `words` in all, which end at `follows`
/// on a link without breaks. To an engine that keeps up it does if it comes no sooner; else if it
/// comes before the engine has stored them, so that the engine always has as many words as it can
/// move.
bool Stretch::goes_on(const Run& run, int words, std::int64_t follows) const {
  if (keeps_up_) return run.ready >= follows;
  return run.ready <= 0 ||
         std::int64_t{rate_} * run.ready <= std::int64_t{words - rate_ * (rate_ - 1)} * clock_;
}

/// The stretch of an engine that does not keep up ends when it has stored the last of the words.
void Stretch::take_runs(const ReceiveBuffer& buffer, Time now, bool stopped) {
  if (runs_short(receive_)) before(1);
  int words = receive_.there;
  if (receive_.runs > 0 && goes_on(receive_.run[0], words, -kFar)) {
    words += receive_.run[0].words;
    if (!stopped && buffer.known_runs() > 1) words = take_more_runs(buffer, now, words);
  }
  if (!keeps_up_) before(std::max(words / rate_, 1));
}

[[gnu::noinline]] int Stretch::take_more_runs(const ReceiveBuffer& buffer, Time now, int words) {
  const std::size_t known = std::min<std::size_t>(buffer.known_runs(), kRuns);
  while (receive_.runs < known && words < rate_ * clocks_) {
    const ReceiveBuffer::Run next = buffer.arrivals(static_cast<std::uint32_t>(receive_.runs));
    const Run run{relative(next.ready, now), static_cast<int>(next.words)};
    const Run& last = receive_.run[receive_.runs - 1];
    if (!goes_on(run, words, last.ready + std::int64_t{word_} * last.words)) break;
    receive_.run[receive_.runs++] = run;
    words += run.words;
  }
  return words;
}

/// With the first clock after which the words that wait have come to the mark.
void Stretch::end_at_stop(int mark) {
  const int rate = receive_.rate;
  const std::int32_t gain = clock_ - rate * word_;
  if (receive_.there >= mark) return until(1);
  int earlier = receive_.there;
  for (std::size_t i = 0; i < receive_.runs; earlier += receive_.run[i++].words) {
    const auto [ready, words] = receive_.run[i];
    const std::int64_t lack = mark - earlier;
    if (rate == 0) {
      if (words < lack) continue;
      return until(clocks_to(ready + std::max<std::int64_t>(0, lack - 1) * word_, clock_) + 1);
    }
    // The search begins with the first clock of the run, in which more words may come than go. If
    // the link gains nothing on the engine, the number of words that wait is largest there.
    const std::int64_t gained = gain > 0 ? clocks_to(word_ * (lack + rate - 1) + ready, gain) : 0;
    const std::int64_t clock = std::max<std::int64_t>(gained, clocks_to(ready, clock_));
    if (clock >= clocks_) continue;
    const std::int64_t come = std::min<std::int64_t>(words, (clock * clock_ - ready) / word_ + 1);
    if (earlier + come - rate * (clock + 1) >= mark) until(clock + 1);
  }
}

/// With the first clock after which fewer words wait than the mark. Where words come to a steady
/// engine, they do so at least as fast as it stores them.
void Stretch::end_at_go(int mark) {
  const int more = receive_.there - mark + 1;
  if (!steady_)
    return until_gone([&](int clocks) { return more + arrived(clocks) - moved(receive_, clocks); });
  const bool come = arrived(std::max(more, 1)) > 0;
  until(std::max(come ? more + receive_.run[0].words : more, 1));
}

bool Stretch::begin_send(const SendDma& send, const SendState& state, const Rules& rules,
                         Time now) {
  if (send.whole_words() != kManyWords) return false;
  fifo_ = static_cast<int>(state.fifo);
  start_ = static_cast<int>(rules.start);
  running_ = fifo_ >= start_ || !state.active ? fifo_ > 0 : state.running;
  wire_ = std::max(0, relative(state.wire_free, now));
  const bool stopped = take_symbols(send, state.stopped, now);
  leaves_ = running_ && !stopped;
  const int room = static_cast<int>(rules.fifo - state.fifo);
  const bool leaves_at_once = leaves_ && wire_ < std::min(clock_, stop_);
  if (state.active && (leaves_at_once || room > 0)) {
    start(send_);
    send_.left = static_cast<int>(send.words_left());
    if (!steady_) begin_unsteady_send(room);
    if (!leaves_at_once && (running_ || stopped)) before((room + rate_ - 1) / rate_);
    until_work_ends(send_);
  } else if (state.active && leaves_ && wire_ < stop_) {
    before(wire_ / clock_);
  }
  starts_anew_ = steady_ && state.active && !stopped && !send.fifo().has_tail();
  if (stop_ < kFar)
    end_with_stop(send, room);
  else if (!starts_anew_)
    end_with_link(send);
  return true;
}

/// A word that starts in a clock makes room in that clock. A STOP ends the stretch before room
/// lacks.
[[gnu::noinline]] void Stretch::begin_unsteady_send(int room) {
  send_.there = room, send_.runs = 0;
  if (leaves_) send_.run[send_.runs++] = {wire_ - clock_ + 1, kManyWords};
  if (runs_short(send_)) before(1);
}

/// A stretch may begin with a GO in its first clock, and a STOP may come in it: it ends before any
/// other symbol. Returns whether the link is still stopped when that GO has come.
bool Stretch::take_symbols(const SendDma& send, bool stopped, Time now) {
  std::uint32_t taken = 0;
  const auto next = [&] { return send.symbol(taken); };
  if (stopped && !next().stop && relative(next().at, now) < clock_) {
    wire_ = std::max(wire_, relative(next().at, now));
    stopped = false, ++taken;
  }
  stop_ = kFar;
  if (!stopped && next().stop) stop_ = relative(send.symbol(taken++).at, now);
  before(relative(next().at, now) / clock_);
  return stopped;
}

/// The link takes words until the STOP comes; then words fill the buffer, and the stretch ends. If
/// the link runs dry or ends a packet before the STOP, the stretch ends before the STOP.
void Stretch::end_with_stop(const SendDma& send, int room) {
  const int clock = std::max(0, stop_) / clock_;
  const bool flows = leaves_ && runs_dry(0, fifo_, wire_) > clock && !send.fifo().has_tail();
  if (!flows) {
    stop_ = kFar;
    before(clock);
    if (!starts_anew_) end_with_link(send);
  } else if (send_.rate > 0) {
    before(std::max((room + words_before(stop_)) / rate_, clock));
  }
}

/// What the link does is told in the clock in which it starts, runs dry, or ends a packet.
void Stretch::end_with_link(const SendDma& send) {
  if (!running_ && send_.rate > 0) before((start_ - fifo_ + rate_ - 1) / rate_);
  if (!leaves_) return;
  before(runs_dry(0, fifo_, wire_) + 1);
  if (!send.fifo().has_tail()) return;
  const int tail = send.words_to_tail();
  const std::int32_t ahead = clock_ - 1 - wire_;
  const std::int64_t clock = clocks_to(std::int64_t{word_} * (tail - 1) - ahead, clock_);
  if ((ahead + clock * clock_) / word_ + 1 > tail)
    before(clock);
  else
    until(clock + 1);
}

int Stretch::moved_unevenly(const Mover& mover, int clocks) const {
  return std::min({mover.rate * clocks, mover.there + come(mover, clocks), mover.left});
}

[[gnu::noinline]] void Stretch::until_uneven_work_ends(const Mover& mover) {
  until_gone([&](int clocks) { return mover.left - moved_unevenly(mover, clocks); });
}

/// For clocks that do not leave the same by turns.
void Stretch::fill() {
  const std::span<std::uint8_t> left{left_.data(), static_cast<std::size_t>(clocks_)};
  std::ranges::fill(left, static_cast<std::uint8_t>(base_));
  for (std::int64_t due = host_next_; host_; due += interval_) {
    const auto clock = static_cast<std::size_t>(clocks_to(due, clock_));
    if (clock >= left.size()) break;
    left[clock] = static_cast<std::uint8_t>(left[clock] - phase_);
  }
  if (!steady_ && receive_.rate > 0) leave_unused(receive_, left);
  if (!steady_ && send_.rate > 0) leave_unused(send_, left);
  fill_slots(slots_.data(), left);
}

/// `left` lacks the most accesses that `mover` may use in a clock; it gets back those that the
/// mover does not use.
void Stretch::leave_unused(const Mover& mover, std::span<std::uint8_t> left) const {
  int most = 0, there = mover.there, moved = 0, of_run = 0;
  std::size_t run = 0;
  std::int32_t begin = 0;
  const auto comes = [&] { return mover.run[run].ready + of_run * word_ <= begin; };
  for (std::uint8_t& of_clock : left) {
    for (; run < mover.runs && comes(); ++there)
      if (++of_run == mover.run[run].words) ++run, of_run = 0;
    const int words = std::min({most += rate_, there, mover.left}) - moved;
    const int used = width_ == 1 ? words : (words + 1) / 2;
    of_clock = static_cast<std::uint8_t>(of_clock + accesses_ - used);
    moved += words, begin += clock_;
  }
}

Stretch::Piece Stretch::piece(int clock, int clocks) const {
  const auto equal = [](int left) {
    return left >= 2   ? equal_slots<kMost, 2>()
           : left == 1 ? equal_slots<kMost, 1>()
                       : equal_slots<kMost, 0>();
  };
  if (uneven_) return {&slots_[static_cast<std::size_t>(clock) + 1], clocks};
  if (!host_) return {equal(base_), clocks};
  if (clock < host_first_)
    return {equal(base_), std::min(clocks, static_cast<int>(host_first_) - clock)};
  if (interval_ == clock_ || base_ - phase_ >= 2) return {equal(base_ - phase_), clocks};
  const bool now = (clock - host_first_) % 2 == 0;
  if (base_ == 2) return {now ? every_second<2, 0>() : every_second<2, 1>(), clocks};
  return {now ? every_second<1, 0>() : every_second<1, 1>(), clocks};
}

}  // namespace flybar::lanai
