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
  static const auto kAll = [] {
    std::array<IdleRecords, 9> tables;
    for (std::size_t left = 0; left < tables.size(); ++left)
      for (Record& record : tables[left]) record.left = static_cast<std::uint8_t>(left);
    return tables;
  }();
  return kAll[static_cast<std::size_t>(accesses)];
}

}  // namespace

/// The first instant at which an engine may do something that a plan does not foresee: clocks that
/// begin before it are free of that.
Time Chip::special_event() const {
  const Time symbol = send_.next_symbol();
  const Time in_clock = symbol == Time::never() ? symbol : symbol - params_.clock + Time::ps(1);
  return std::min({host_port_.due(), timers_.expiry(), dma_.request_at(), in_clock});
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
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend || !send_.plain() || halted_)
    return 0;
  const std::int64_t until = std::min(clock_at(limit) - clock_, std::int64_t{Window::kMost});
  guards_ = 0;
  const bool arrivals = receive_.wants() > 0 || receive_.buffer.next_ready() < limit;
  if (send_.idle() && !arrivals) return plan_host_only(until);
  return plan_all(static_cast<int>(until));
}

/// Only the host DMA is at work, and nothing arrives.
int Chip::plan_host_only(std::int64_t until) {
  const auto all = static_cast<std::uint8_t>(params_.accesses_per_clock);
  Time next = dma_.next();
  const Time interval = dma_.interval();
  const std::uint32_t most = dma_.words_before_last();
  std::uint32_t words = 0;
  int n = 0;
  for (Time t = now_; n < until; t += params_.clock, ++n) {
    Record& record = window_.records[static_cast<std::size_t>(n)];
    const bool moves = next <= t;
    if (moves) {
      if (words == most) break;
      ++words;
      next += interval;
    }
    record = {.left = static_cast<std::uint8_t>(all - moves),
              .host = static_cast<std::uint8_t>(words),
              .running = send_.running(),
              .host_next = next};
  }
  guard(dma_.sram_address, static_cast<int>(words));
  return n;
}

int Chip::plan_all(int until) {
  const Time clock = params_.clock;
  const int accesses = static_cast<int>(params_.accesses_per_clock);
  const int link_words = static_cast<int>(params_.link_words);

  Time host_next = dma_.next();
  const Time host_interval = dma_.interval();
  const int host_left = dma_.bursting() ? static_cast<int>(dma_.words_before_last()) : 0;

  Time ready = receive_.buffer.next_ready();
  const Time word_time = receive_.buffer.word_time();
  const int steady = static_cast<int>(receive_.buffer.steady_arrivals());
  const Time after_steady = receive_.buffer.ready_after_steady();
  int waiting = static_cast<int>(receive_.buffer.waiting());
  // The word that ends the packet or fills the buffer is not for the plan, nor is a packet's first.
  const int may_take = static_cast<int>(std::min<std::uint64_t>(
      {receive_.buffer.before_tail(), receive_.words_to_limit() - 1ull, 2ull * Window::kMost + 2}));
  const bool armed = receive_.armed();
  const bool in_packet = receive_.in_packet();
  const bool stopped = receive_.stopped();
  const int stop_words = static_cast<int>(receive_.stop_words());
  const int go_words = static_cast<int>(receive_.go_words());

  Time wire_free = send_.wire_free();
  const Time send_word_time = send_.word_time();
  const bool halted_link = send_.halted();
  bool running = send_.running();
  int fifo = static_cast<int>(send_.waiting());
  const int depth = static_cast<int>(params_.send_fifo);
  const int start_level = static_cast<int>(params_.send_start);
  const bool active = send_.active();
  const int to_send = active ? static_cast<int>(send_.words_left()) : 0;

  int host = 0, receive = 0, send = 0, started = 0, arrived = 0;
  int n = 0;
  for (Time t = now_; n < until; t += clock, ++n) {
    if (fifo >= start_level || !active) running = fifo > 0;
    if (running && !halted_link) {
      for (Time start = std::max(wire_free, t); start < t + clock;) {
        wire_free = start += send_word_time;
        ++started;
        running = --fifo > 0;
        if (!running) break;
      }
    }
    while (ready <= t && arrived < steady) {
      ++arrived, ++waiting;
      ready = arrived < steady ? ready + word_time : after_steady;
    }
    if (ready <= t) break;

    Accesses wants;
    wants.host = host_next <= t;
    wants.receive = armed ? std::min({waiting, may_take - receive + 1, link_words}) : 0;
    wants.send = std::min({depth - fifo, to_send - send, link_words});
    const Accesses grants = arbitrate(params_.arbitration, wants, accesses);

    if (grants.host > 0 && host == host_left) break;
    if (grants.receive > 0 && (!in_packet || receive + grants.receive > may_take)) break;
    if (grants.send > 0 && send + grants.send == to_send) break;
    waiting -= grants.receive;
    if (stopped ? waiting < go_words : waiting >= stop_words) break;

    if (wants.host > 0) host_next = grants.host > 0 ? host_next + host_interval : t + clock;
    host += grants.host;
    receive += grants.receive;
    send += grants.send;
    fifo += grants.send;
    window_.records[static_cast<std::size_t>(n)] = {.left = static_cast<std::uint8_t>(grants.cpu),
                                                    .host = static_cast<std::uint8_t>(host),
                                                    .receive = static_cast<std::uint8_t>(receive),
                                                    .send = static_cast<std::uint8_t>(send),
                                                    .started = static_cast<std::uint8_t>(started),
                                                    .arrived = static_cast<std::uint8_t>(arrived),
                                                    .running = running,
                                                    .host_next = host_next};
  }
  guard(dma_.sram_address, host);
  guard(receive_.pointer, receive);
  guard(send_.pointer, send);
  return n;
}

/// The processor may touch these words only when the engines have come as far as it has.
void Chip::guard(std::uint32_t address, int words) {
  if (words > 0)
    guard_[static_cast<std::size_t>(guards_++)] = {address, static_cast<std::uint32_t>(words) * 4};
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
