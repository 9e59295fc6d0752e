#include "models/lanai/run/ticks.h"

#include <algorithm>

namespace flybar::lanai {

/// Counts the words that the rules move.
struct Ticks::Words {
  Words(const Engines& of, Time begin, std::vector<Run>& runs)
      : engines(of), now(begin), state(of.state), link_runs(runs) {
    state.host.next -= now;
    state.receive.ready -= now;
    state.send.wire_free -= now;
    next_run();
  }

  bool may_start(Time& start, Time end) {
    return lanai::may_start(
        state.send, start, end, [this](Time t) { take_symbols(t); },
        [this] { return symbol.at - now; });
  }
  void take_symbols(Time t) {
    for (; symbol.at - now <= t; symbol = engines.send.symbol(++symbols))
      state.send.stopped = symbol.stop;
  }
  void leave(Time start) {
    if (link_runs.empty() || start != state.send.wire_free)
      link_runs.push_back({static_cast<std::int32_t>(start.ps()), 0});
    ++link_runs.back().words;
    state.send.wire_free = start + engines.send.word_time();
    --state.send.fifo;
    ++started;
  }
  void arrive() {
    ++state.receive.waiting, ++moved.arrived;
    state.receive.ready += engines.receive.buffer.word_time();
    if (--left_of_run == 0) next_run();
  }
  std::uint64_t receive_left() const { return engines.receive.words_to_end() - moved.receive; }
  std::uint64_t send_left() const { return engines.send.words_left() - moved.send; }
  static void host_word() {}
  void host_data(Time) { ++moved.host; }
  void store(Time, std::uint32_t words) {
    state.receive.waiting -= words;
    moved.receive = static_cast<std::uint16_t>(moved.receive + words);
  }
  void fetch(Time, std::uint32_t words) {
    state.send.fifo += words;
    moved.send = static_cast<std::uint16_t>(moved.send + words);
  }

  void next_run() {
    const ReceiveBuffer::Run next = engines.receive.buffer.arrivals(run++);
    left_of_run = next.words;
    state.receive.ready = next.words > 0 ? next.ready - now : Time::never();
  }
  /// The work of an engine is done.
  bool work_ends() const {
    return (engines.host.bursting() && moved.host == engines.host.phases_left()) ||
           (state.receive.armed && moved.receive > 0 && receive_left() == 0) ||
           (state.send.active && moved.send > 0 && send_left() == 0) ||
           started == engines.send.words_to_tail();
  }
  /// STOP or GO goes out.
  bool flow_changes() const {
    const ReceiveState& receive = state.receive;
    return receive.stopped ? receive.waiting < engines.rules.go
                           : receive.waiting >= engines.rules.stop;
  }
  /// More has started on the link than words of the same length.
  bool beyond() const {
    return started > engines.send.words_to_tail() || started > engines.send.whole_words();
  }

  const Engines& engines;
  const Time now;
  EngineState state;
  std::vector<Run>& link_runs;
  Moved moved;
  int started = 0;
  std::uint32_t symbols = 0;  ///< STOP and GO so far
  SendDma::Symbol symbol = engines.send.symbol(0);
  std::uint32_t run = 0;
  std::uint32_t left_of_run = 0;
};

void Ticks::begin(const Engines& engines, Time now, int most, bool words_interrupt) {
  clocks_ = 0, ends_ = false;
  runs_.clear();
  Words words(engines, now, runs_);
  most = std::min(most, kMost);
  switch (engines.rules.order) {
    case Arbitration::kHostReceiveSendCpu:
      return work_out<Arbitration::kHostReceiveSendCpu>(engines, words, most, words_interrupt);
    case Arbitration::kReceiveHostSendCpu:
      return work_out<Arbitration::kReceiveHostSendCpu>(engines, words, most, words_interrupt);
    case Arbitration::kHostSendReceiveCpu:
      return work_out<Arbitration::kHostSendReceiveCpu>(engines, words, most, words_interrupt);
    case Arbitration::kCpuHostReceiveSend:
      return;  // what the engines get depends on the processor
  }
}

template <Arbitration kOrder>
void Ticks::work_out(const Engines& engines, Words& words, int most, bool words_interrupt) {
  Rules rules = engines.rules;
  rules.order = kOrder;
  const bool none_waited = engines.receive.buffer.waiting() == 0;
  while (clocks_ < most && !ends_) {
    const Time t = rules.clock * clocks_;
    tick_link(words.state, t, rules, words);
    words.take_symbols(t);
    const Accesses grants = tick_sram(words.state, t, rules, {}, words);
    if (words.beyond()) return;
    const bool none_waits = words.state.receive.waiting == 0;
    ends_ =
        words.work_ends() || words.flow_changes() || (words_interrupt && none_waits != none_waited);
    const auto n = static_cast<std::size_t>(clocks_++);
    left_[n] = static_cast<std::uint8_t>(grants.cpu);
    ticks_[n] = {
        .moved = words.moved,
        .host_next = words.state.host.next,
        .running = words.state.send.running,
        .runs = static_cast<std::uint16_t>(runs_.size()),
        .words_of_run = static_cast<std::uint16_t>(runs_.empty() ? 0 : runs_.back().words)};
  }
}

const Slot* Ticks::slots() {
  fill_slots(slots_.data(), {left_.data(), static_cast<std::size_t>(clocks_)});
  return &slots_[1];
}

int Ticks::first_clock(std::uint16_t Moved::*words) const {
  std::size_t clock = 0;
  while (ticks_[clock].moved.*words == 0) ++clock;
  return static_cast<int>(clock);
}

}  // namespace flybar::lanai
