/// One clock of the engines: the rules by which they use the SRAM and the link.
///
/// The rules stand here and nowhere else. They decide on plain state, and tell `words` which words
/// move; that moves the data and counts the words in the state, or only counts them. A clock has
/// two halves, between which the host may access a register:
///   tick_link  the link takes words that wait, and words that have arrived are counted
///   tick_sram  the ports of the SRAM are served in their order
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/lanai/engines/arbiter.h"
#include "models/lanai/engines/state.h"
#include "models/lanai/params.h"

namespace flybar::lanai {

/// Lengths and limits that the rules use, from the chip's parameters. Marks are words: STOP goes
/// out when `stop` words wait, GO when fewer than `go` do.
struct Rules {
  explicit Rules(const ChipParams& params)
      : clock(params.clock),
        order(params.arbitration),
        accesses(static_cast<int>(params.accesses_per_clock)),
        width(static_cast<int>(params.sram_words)),
        host_phase(static_cast<int>(params.bus_words)),
        link_words(static_cast<int>(params.link_words)),
        fifo(static_cast<std::uint32_t>(params.send_fifo)),
        start(static_cast<std::uint32_t>(params.send_start)),
        stop(words(params.stop_mark)),
        go(words(params.go_mark)) {}
  friend bool operator==(const Rules&, const Rules&) = default;

  /// Accesses in which an engine moves N words. Without a division: asked thrice in every clock.
  int accesses_of(int words) const { return width == 1 ? words : (words + 1) / 2; }

  Time clock;
  Arbitration order;
  int accesses;
  int width;            ///< words that an access of an engine moves: 1 or 2
  int host_phase;       ///< words that a data phase of the host DMA moves
  int link_words;       ///< most words in a clock between SRAM and link, each way
  std::uint32_t fifo;   ///< words that fit between send DMA and link
  std::uint32_t start;  ///< words that must wait there before the link starts
  std::uint32_t stop, go;

 private:
  static std::uint32_t words(Bytes bytes) {
    return static_cast<std::uint32_t>(bytes.count + 3) / 4;
  }
};

/// Words that the receive DMA wants to store. It may store `left()` more words.
template <class Left>
[[gnu::always_inline]] inline int receive_wants(const ReceiveState& receive, const Rules& rules,
                                                Left&& left) {
  if (!receive.armed || receive.waiting == 0) return 0;
  return static_cast<int>(std::min({std::uint64_t{receive.waiting}, std::uint64_t{left()},
                                    static_cast<std::uint64_t>(rules.link_words)}));
}

/// Words that the send DMA wants to fetch. It is to fetch `left()` more words.
template <class Left>
[[gnu::always_inline]] inline int send_wants(const SendState& send, const Rules& rules,
                                             Left&& left) {
  if (!send.active) return 0;
  return static_cast<int>(std::min({std::uint64_t{rules.fifo - send.fifo}, std::uint64_t{left()},
                                    static_cast<std::uint64_t>(rules.link_words)}));
}

/// The most words N such that the receive DMA stores N in every clock in which N wait, whatever the
/// others want. That they want less can leave it less: a data phase of the host DMA gets all its
/// accesses or none.
inline int sure_receive_words(const Rules& rules) {
  constexpr int kMostOfProcessor = 2;
  const int link = rules.accesses_of(rules.link_words);
  int granted = link;
  for (const int host : {0, 1, rules.accesses_of(rules.host_phase)})
    for (int send = 0; send <= link; ++send)
      for (int cpu = 0; cpu <= kMostOfProcessor; ++cpu) {
        const Accesses wants{.host = host, .receive = link, .send = send, .cpu = cpu};
        granted = std::min(granted, arbitrate(rules.order, wants, rules.accesses).receive);
      }
  return std::min(rules.link_words, granted * rules.width);
}

enum class Flow : std::uint8_t { kNone, kStop, kGo };
/// What the words that wait after a clock ask of the sender. Remembers what it was told.
inline Flow tick_flow(ReceiveState& receive, const Rules& rules) {
  if (!receive.stopped && receive.waiting >= rules.stop) return receive.stopped = true, Flow::kStop;
  if (receive.stopped && receive.waiting < rules.go) return receive.stopped = false, Flow::kGo;
  return Flow::kNone;
}

/// Whether a word may start from `start` on, and before `end`: moves `start` past a STOP to the GO
/// that ends it. `take(t)` lets STOP and GO count that have come by `t`; the next of them comes at
/// `next()`.
template <class Take, class Next>
[[gnu::always_inline]] inline bool may_start(const SendState& send, Time& start, Time end,
                                             Take&& take, Next&& next) {
  for (; start < end; start = next()) {
    take(start);
    if (!send.stopped) return true;
  }
  return false;
}

/// The clock that begins at `t`. The link starts when enough words wait, or when no more will come;
/// then it takes one after the other until none is left.
template <class Words>
[[gnu::always_inline]] inline void tick_link(EngineState& state, Time t, const Rules& rules,
                                             Words& words) {
  SendState& send = state.send;
  if (send.fifo >= rules.start || !send.active) send.running = send.fifo > 0;
  while (send.running) {
    Time start = std::max(send.wire_free, t);
    if (!words.may_start(start, t + rules.clock)) break;
    words.leave(start);
    send.running = send.fifo > 0;
  }
  while (state.receive.ready <= t) words.arrive();
}

/// What others than the engines want of the SRAM.
struct OtherWants {
  bool host_word = false;  ///< a word of host PIO
  int cpu = 0;             ///< counts only if the processor does not come last
};

/// The clock that begins at `t`. A data phase of the host DMA that gets no access, or finds the
/// host at the SRAM, waits a clock. Returns the accesses granted.
template <class Words>
[[gnu::always_inline]] inline Accesses tick_sram(EngineState& state, Time t, const Rules& rules,
                                                 const OtherWants& others, Words& words) {
  const bool data_phase = state.host.next <= t;
  const int phase = data_phase ? rules.accesses_of(rules.host_phase) : 0;
  const int receive = receive_wants(state.receive, rules, [&] { return words.receive_left(); });
  const int send = send_wants(state.send, rules, [&] { return words.send_left(); });
  const Accesses wants{.host = others.host_word ? 1 : phase,
                       .receive = rules.accesses_of(receive),
                       .send = rules.accesses_of(send),
                       .cpu = others.cpu};
  const Accesses grants = arbitrate(rules.order, wants, rules.accesses);
  const auto words_of = [&](int granted, int wanted) {
    return static_cast<std::uint32_t>(std::min(granted * rules.width, wanted));
  };
  if (others.host_word && grants.host > 0) words.host_word();
  if (data_phase) {
    const bool moves = grants.host > 0 && !others.host_word;
    state.host.next = moves ? state.host.next + state.host.interval : t + rules.clock;
    if (moves) words.host_data(t);
  }
  if (grants.receive > 0) words.store(t, words_of(grants.receive, receive));
  if (grants.send > 0) words.fetch(t, words_of(grants.send, send));
  return grants;
}

}  // namespace flybar::lanai
