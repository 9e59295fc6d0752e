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

/// At least two accesses, so that two engines never wait for each other. Of two, a third would.
bool Stretch::describe(const Rules& rules, Time word_time) {
  return rules.order != Arbitration::kCpuHostReceiveSend && rules.accesses >= 2 &&
         rules.width == 1 && rules.host_phase == 1 && rules.link_words == 1 &&
         word_time <= rules.clock;
}

std::int32_t Stretch::relative(Time t, Time now) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>((t - now).ps(), -kFar, kFar));
}

void Stretch::begin(const Engines& engines, Time now, int most) {
  const SendDma& send = engines.send;
  clocks_ = most, ends_ = false;
  clock_ = static_cast<std::int32_t>(engines.rules.clock.ps());
  word_ = static_cast<std::int32_t>(send.word_time().ps());
  host_ = leaves_ = running_ = starts_anew_ = false;
  receive_ = send_ = runs_ = 0;
  stop_ = kFar;
  const bool known = begin_host(engines.host, now);
  begin_receive(engines, now);
  if (!known || !(send.idle() || begin_send(send, engines.state.send, engines.rules, now)))
    clocks_ = 0;
  base_ = engines.rules.accesses - receive_ - send_;
  if (host_ && interval_ != clock_ && interval_ != 2 * clock_) fill_slots_of_host();
}

/// A data phase that has not had its turn when it was due lags by less than a clock.
bool Stretch::begin_host(const HostDma& host, Time now) {
  if (!host.bursting()) return true;
  host_next_ = relative(host.next(), now);
  interval_ = static_cast<std::int32_t>(host.interval().ps());
  if (interval_ < clock_ || host_next_ <= -clock_) return false;
  host_first_ = clocks_to(host_next_, clock_);
  host_ = true;
  const std::int64_t phases = std::min<std::int64_t>(host.phases_left(), kMost);
  until(clocks_to(host_next_ + (phases - 1) * interval_, clock_) + 1);
  return true;
}

void Stretch::begin_receive(const Engines& engines, Time now) {
  const ReceiveState& state = engines.state.receive;
  const ReceiveBuffer& buffer = engines.receive.buffer;
  waiting_ = static_cast<int>(state.waiting);
  if (buffer.known_runs() > 0) {
    const ReceiveBuffer::Run next = buffer.arrivals(0);
    run_[runs_++] = {relative(next.ready, now), static_cast<int>(next.words)};
  }
  if (state.armed && (waiting_ > 0 || (runs_ > 0 && run_[0].ready <= 0))) {
    receive_ = 1;
    take_runs(buffer, now, state.stopped);
    until(static_cast<std::int64_t>(std::min<std::uint64_t>(engines.receive.words_to_end(), kFar)));
  } else if (state.armed && runs_ > 0) {
    before(clocks_to(run_[0].ready, clock_));
  }
  if (runs_ < static_cast<int>(buffer.known_runs())) {
    const auto next = buffer.arrivals(static_cast<std::uint32_t>(runs_));
    before(clocks_to(relative(next.ready, now), clock_));
  }
  if (state.stopped)
    end_at_go(engines);
  else
    end_at_stop(engines);
}

/// Takes runs of words as long as each begins before the engine has stored all that came before it.
/// The stretch ends when the engine has stored the last of them.
void Stretch::take_runs(const ReceiveBuffer& buffer, Time now, bool stopped) {
  const int known = std::min(static_cast<int>(buffer.known_runs()), kRuns);
  int end = waiting_;
  if (runs_ > 0 && run_[0].ready <= end * clock_) {
    end += run_[0].words;
    while (!stopped && runs_ < known && end < clocks_) {
      const ReceiveBuffer::Run next = buffer.arrivals(static_cast<std::uint32_t>(runs_));
      const std::int32_t ready = relative(next.ready, now);
      if (ready > end * clock_) break;
      run_[static_cast<std::size_t>(runs_++)] = {ready, static_cast<int>(next.words)};
      end += static_cast<int>(next.words);
    }
  }
  before(end);
}

/// With the first clock after which the words that wait have come to the mark.
void Stretch::end_at_stop(const Engines& engines) {
  const int stop = static_cast<int>(engines.rules.stop);
  if (waiting_ >= stop) return until(1);
  int earlier = waiting_;
  for (int i = 0; i < runs_; earlier += run_[static_cast<std::size_t>(i++)].words) {
    const auto [ready, words] = run_[static_cast<std::size_t>(i)];
    const std::int64_t lack = stop - earlier;
    if (receive_ == 0) {
      if (words < lack) continue;
      return until(clocks_to(ready + std::max<std::int64_t>(0, lack - 1) * word_, clock_) + 1);
    }
    if (clock_ <= word_) continue;
    // Not before the run begins to arrive: two words may come in one clock then.
    const std::int64_t clock =
        std::max(clocks_to(word_ * lack + ready, clock_ - word_), clocks_to(ready, clock_));
    if (clock >= clocks_) continue;
    const std::int64_t come = std::min<std::int64_t>(words, (clock * clock_ - ready) / word_ + 1);
    if (earlier + come - (clock + 1) >= stop) until(clock + 1);
  }
}

/// With the clock after which fewer words wait than the mark. Where words come they do so at least
/// as fast as they are stored.
void Stretch::end_at_go(const Engines& engines) {
  if (receive_ == 0) return;
  const int go = static_cast<int>(engines.rules.go);
  const int drained = std::max(0, waiting_ - go);
  const bool more = runs_ > 0 && arrived(drained + 1) > 0;
  until((more ? std::max(drained, waiting_ + run_[0].words - go) : drained) + 1);
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
    if (rules.accesses == 2 && host_ && receive_ > 0 && !without_host()) return false;
    send_ = 1;
    if (!leaves_at_once && (running_ || stopped)) before(room);
    until(send.words_left());
  } else if (state.active && leaves_ && wire_ < stop_) {
    before(wire_ / clock_);
  }
  starts_anew_ = state.active && !stopped && !send.fifo().has_tail();
  if (stop_ < kFar)
    end_with_stop(send, room);
  else if (!starts_anew_)
    end_with_link(send);
  return true;
}

/// The stretch ends before the data phases, if they are not under way.
bool Stretch::without_host() {
  if (host_first_ * clock_ < interval_) return false;
  host_ = false;
  before(host_first_);
  return true;
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
  } else if (send_ > 0) {
    before(room + words_before(stop_));
  }
}

/// What the link does is told in the clock in which it starts, runs dry, or ends a packet.
void Stretch::end_with_link(const SendDma& send) {
  if (!running_ && send_ > 0) before(start_ - fifo_);
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

void Stretch::fill_slots_of_host() {
  std::array<std::uint8_t, kMost> left;
  const auto count = static_cast<std::size_t>(clocks_);
  std::fill_n(left.begin(), count, static_cast<std::uint8_t>(base_));
  for (std::int64_t due = host_next_;; due += interval_) {
    const auto clock = static_cast<std::size_t>(clocks_to(due, clock_));
    if (clock >= count) break;
    --left[clock];
  }
  fill_slots(slots_.data(), {left.data(), count});
}

Stretch::Piece Stretch::piece(int clock, int clocks) const {
  const auto equal = [](int left) {
    return left >= 2   ? equal_slots<kMost, 2>()
           : left == 1 ? equal_slots<kMost, 1>()
                       : equal_slots<kMost, 0>();
  };
  if (!host_) return {equal(base_), clocks};
  if (clock < host_first_)
    return {equal(base_), std::min(clocks, static_cast<int>(host_first_) - clock)};
  if (interval_ == clock_ || base_ > 2) return {equal(base_ - 1), clocks};
  if (interval_ != 2 * clock_) return {&slots_[static_cast<std::size_t>(clock) + 1], clocks};
  const bool now = (clock - host_first_) % 2 == 0;
  if (base_ == 2) return {now ? every_second<2, 0>() : every_second<2, 1>(), clocks};
  return {now ? every_second<1, 0>() : every_second<1, 1>(), clocks};
}

}  // namespace flybar::lanai
