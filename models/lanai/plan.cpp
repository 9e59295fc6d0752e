/// Fast stepping: what the engines will do in the coming clocks, worked out ahead.
#include <algorithm>

#include "models/lanai/chip.h"

namespace flybar::lanai {

namespace {

constexpr int kIdleClocks = 256;
/// A loop is worth finding only if nothing is going to happen for so many clocks.
constexpr std::int64_t kQuietClocks = 400;

using IdleRecords = std::array<Record, kIdleClocks>;

const IdleRecords& idle_records(std::int64_t accesses) {
  static const auto all = [] {
    std::array<IdleRecords, 9> tables;
    for (std::size_t left = 0; left < tables.size(); ++left)
      for (Record& record : tables[left]) record.left = static_cast<std::uint8_t>(left);
    return tables;
  }();
  return all[static_cast<std::size_t>(accesses)];
}

}  // namespace

/// The first instant at which an engine may do something that a plan does not foresee: clocks that
/// begin before it are free of that.
Time Chip::special_event() const {
  const Time symbol = send_.next_symbol();
  const Time in_clock = symbol == Time::never() ? symbol : symbol - params_.clock + Time::ps(1);
  return std::min({host_port_.due(), timers_.expiry(), in_clock});
}

/// When an engine next wants the SRAM or the link; now_ if it does already.
Time Chip::engine_event() const {
  if (!send_.idle() || receive_.wants() > 0) return now_;
  return std::min(dma_.next(), receive_.buffer.next_ready());
}

int Chip::run_core(const Record* records, int clocks) {
  return observed_ || idle_.recording() ? core_.run_watched(records, clocks)
                                        : core_.run(records, clocks);
}

void Chip::run_window(Time limit) {
  int ran = 0;
  const Time event = std::min(engine_event(), special_event());
  if (event > now_) {
    if (event - now_ > params_.clock * kQuietClocks && !idle_.recording() && idle_.promising())
      idle_.begin(core_, clock_);
    const std::int64_t clocks = clock_at(std::min(event, limit)) - clock_;
    ran = run_core(idle_records(params_.accesses_per_clock).data(),
                   static_cast<int>(std::min<std::int64_t>(clocks, kIdleClocks)));
  } else {
    idle_.abort();
    idle_.encourage();
    const int clocks = plan(std::min(limit, special_event()));
    if (clocks == 0) return step();
    in_window_ = true;
    ran = run_core(window_.records.data(), clocks);
    settle(ran);
    guards_ = 0;
  }
  now_ += params_.clock * ran;
  clock_ += ran;
}

/// Fills window_ with clocks in which nothing begins or ends, and returns how many.
int Chip::plan(Time limit) {
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend || !send_.plain() || halted_) return 0;
  const Time clock = params_.clock;
  const int accesses = static_cast<int>(params_.accesses_per_clock);

  Time host_next = dma_.next();
  const Time host_interval = dma_.interval();
  std::uint32_t host_left = dma_.bursting() ? dma_.words_before_last() : 0;

  Time ready = receive_.buffer.next_ready();
  const Time word_time = receive_.buffer.word_time();
  const std::uint32_t steady = receive_.buffer.steady_arrivals();
  const Time after_steady = receive_.buffer.ready_after_steady();
  std::uint32_t waiting = receive_.buffer.waiting();
  const std::uint64_t before_tail = receive_.buffer.before_tail();
  const std::uint32_t to_limit = receive_.words_to_limit();
  const bool armed = receive_.armed();
  const bool may_take = receive_.in_packet();
  const std::uint32_t stop_words = receive_.stop_words(), go_words = receive_.go_words();
  const bool stopped = receive_.stopped();

  Time wire_free = send_.wire_free();
  const Time send_word_time = send_.word_time();
  const bool halted_link = send_.halted();
  int fifo = static_cast<int>(send_.waiting());
  const int depth = static_cast<int>(params_.send_fifo);
  const std::uint32_t to_send = send_.active() ? send_.words_left() : 0;

  std::uint32_t host = 0, receive = 0, send = 0, started = 0, arrived = 0;
  int n = 0;
  for (Time t = now_; n < Window::kMost && t < limit; t += clock, ++n) {
    Record& record = window_.records[static_cast<std::size_t>(n)];
    if (!halted_link) {
      while (fifo > 0) {
        const Time start = std::max(wire_free, t);
        if (start >= t + clock) break;
        wire_free = start + send_word_time;
        --fifo, ++started;
      }
    }
    while (ready <= t && arrived < steady) {
      ++arrived, ++waiting;
      ready = arrived < steady ? ready + word_time : after_steady;
    }
    if (ready <= t) break;

    Accesses wants;
    wants.host = host_next <= t ? 1 : 0;
    if (armed)
      wants.receive = static_cast<int>(
          std::min({std::uint64_t{waiting}, before_tail - receive + 1, std::uint64_t{to_limit - receive}}));
    wants.send = std::min(depth - fifo, static_cast<int>(to_send - send));
    const Accesses grants = arbitrate(params_.arbitration, wants, accesses);

    if (grants.host > 0 && host == host_left) break;
    if (grants.receive > 0 && (!may_take || receive + static_cast<std::uint32_t>(grants.receive) > before_tail ||
                               receive + static_cast<std::uint32_t>(grants.receive) == to_limit))
      break;
    if (grants.send > 0 && send + static_cast<std::uint32_t>(grants.send) == to_send) break;
    waiting -= static_cast<std::uint32_t>(grants.receive);
    if (stopped ? waiting < go_words : waiting >= stop_words) break;

    if (wants.host > 0) host_next = grants.host > 0 ? host_next + host_interval : t + clock;
    host += static_cast<std::uint32_t>(grants.host);
    receive += static_cast<std::uint32_t>(grants.receive);
    send += static_cast<std::uint32_t>(grants.send);
    fifo += grants.send;
    record.left = static_cast<std::uint8_t>(grants.cpu);
    record.host = static_cast<std::uint8_t>(host);
    record.receive = static_cast<std::uint8_t>(receive);
    record.send = static_cast<std::uint8_t>(send);
    record.started = static_cast<std::uint8_t>(started);
    record.arrived = static_cast<std::uint8_t>(arrived);
    record.host_next = host_next;
  }
  guards_ = 0;
  if (host > 0) guard_[static_cast<std::size_t>(guards_++)] = {dma_.sram_address, host * 4};
  if (receive > 0) guard_[static_cast<std::size_t>(guards_++)] = {receive_.pointer, receive * 4};
  if (send > 0) guard_[static_cast<std::size_t>(guards_++)] = {send_.pointer, send * 4};
  return n;
}

void Chip::settle(int clocks) {
  if (!in_window_) return;
  in_window_ = false;
  guards_ = 0;
  if (clocks == 0) return;
  const Record& last = window_.records[static_cast<std::size_t>(clocks - 1)];
  if (dma_.bursting()) dma_.advance(last.host, last.host_next);
  send_.advance(window_, clocks, now_);
  receive_.buffer.skip_arrivals(last.arrived);
  receive_.advance(now_, last.receive);
}

}  // namespace flybar::lanai
