#include "models/lanai/run/outlook.h"

#include <algorithm>

#include "models/lanai/image/gate_watch.h"
#include "models/lanai/image/image.h"

namespace flybar::lanai {
namespace {

/// Before a new chip can send, its host has to load a program and to end the reset. A program of
/// 500 words takes this many clocks: PCI moves 8 words in a burst of 16 clocks. A shorter program
/// could send sooner; then the network stops the run, as for any guarantee that does not hold, and
/// `--step every-clock`, which gives no such guarantee, still answers.
constexpr std::int64_t kLoading = 1000;

}  // namespace

/// The clock of the next instruction that may start a send, even if the host resets the chip
/// meanwhile.
Time Outlook::next_store() const {
  if (!image) return here;
  const std::int64_t clocks = idle.found() ? idle.before_send() : image->sends.clocks(core.place());
  const Time code = here + params.clock * clocks;
  if (!gate.declared()) return std::min(code, here + params.clock * image->sends.clocks(0));
  return std::min(std::max(code, gate.no_send_before(here)), gate.no_send_after_reset(here));
}

/// A write to SML acts in the clock after it, and what that fetches leaves in the one after that.
Time Outlook::next_start() const {
  if (untouched) return here + params.clock * kLoading;
  return runs_ahead ? next_store() + params.clock * 2 : here;
}

/// When the last of the next `words` words of the packet under way leaves.
Time Outlook::last_word(std::int64_t words) const {
  const Time from = std::max(here, engines.state.send.wire_free);
  return from + engines.send.word_time() * std::max<std::int64_t>(0, words - 1);
}

/// The packet under way does not end before. After a reset, the next one ends it.
Time Outlook::least_tail() const {
  const std::int64_t asked = engines.send.to_fetch() + engines.state.send.fifo;
  if (engines.send.ends_packet()) return std::max(here, last_word(asked));
  const Time least = std::max(last_word(asked), next_start());
  if (!runs_ahead || !gate.declared()) return least;
  const std::int64_t more = gate.words_left(sram, engines.send.piece_bytes());
  return std::max(least, std::min(last_word(asked + more), gate.no_send_after_reset(here)));
}

Time Outlook::byte_guarantee() const {
  return engines.send.idle() ? next_start() : here;
}

/// The send engine fetches at most link_words in each clock. Words that wait for the link leave
/// faster, but no more of them wait than when the link starts, unless a STOP lets the buffer fill.
Outlook::Coming Outlook::envelope() const {
  const bool plain =
      engines.send.words_to_tail() == kManyWords && engines.send.whole_words() == kManyWords;
  if (!engines.send.open() || !plain) return {};
  const Time from = std::max(here, engines.state.send.wire_free);
  const std::int64_t waiting = engines.state.send.fifo;
  myrinet::Envelope bytes{.word = time_of_word(params.link_words),
                          .from = Time(),
                          .level = Time::never(),
                          .tail = least_tail()};
  const bool stops = engines.state.send.stopped || engines.send.next_symbol() != Time::never();
  if (stops || engines.send.word_time() > bytes.word) return bytes;
  // One word may be on the link, and one be fetched in a clock that has just begun.
  bytes.from = from - bytes.word * (waiting + 2);
  bytes.level = bytes.word * (std::max(waiting, params.send_start) + 2);
  return bytes;
}

/// The host may reset the chip at any time. A reset empties the buffer, and GO follows at once.
Time Outlook::flow_guarantee(const Coming& coming) const {
  return engines.state.receive.stopped ? here : stop_before(coming);
}

/// STOP follows when the buffer fills: because what comes is not stored, or not fast enough.
Time Outlook::stop_before(const Coming& coming) const {
  const std::int64_t room = std::int64_t{engines.rules.stop} - engines.receive.buffer.waiting();
  if (room <= 0) return here;
  const Time filled = engines.receive.buffer.arrival(room, here);
  // Of a packet that may end at once, nothing is sure to be stored but what is known to come.
  const bool blind = !coming && engines.receive.buffer.known() == engines.receive.buffer.waiting();
  const std::int64_t sure = engines.sure_receive;
  if (blind || !engines.receive.armed() || sure == 0) return filled;
  return std::max(filled, outrun_before(coming, sure));
}

/// The same for a receive DMA that stores `sure` words in a clock as long as the packet and the
/// place for it last. In the first clock, all but one of them may not have come yet.
Time Outlook::outrun_before(const Coming& coming, std::int64_t sure) const {
  const ReceiveBuffer& buffer = engines.receive.buffer;
  const Clock clock(params.clock);
  const Time word = time_of_word(sure);
  const std::int64_t stop = engines.rules.stop, most = stop - (sure - 1);
  const Time gain = word - buffer.word_time();
  const auto outrun = [&](Time stored, Time first) {
    const Time ahead = word * most - std::max(Time(), stored - first);
    if (ahead <= Time()) return first;
    return gain <= Time() ? Time::never() : first + buffer.word_time() * (ahead / gain);
  };
  Time stored = clock.edge_at_or_after(here) + word * buffer.waiting();
  Time last = here, early = Time::never();
  const std::int64_t more =
      static_cast<std::int64_t>(engines.receive.words_to_end()) - buffer.waiting();
  if (more <= 0) return here;
  std::int64_t left = more;
  buffer.each_to_come([&](const ReceiveBuffer::Arrivals& some) {
    const std::int64_t words = std::min(some.words, left);
    if (stored < some.first) stored = clock.edge_at_or_after(some.first);
    early = outrun(stored, some.first);
    last = some.first + buffer.word_time() * words;
    stored += word * words;
    left -= words;
    return early >= last && left > 0;
  });
  if (early < last) return early;
  const Time end = std::max(last, here);
  // A word that finds the buffer empty waits for the begin of a clock.
  const Time begun = std::max(stored, end + params.clock - Time::ps(1));
  const Time faster = left > 0 ? outrun(begun, end) : Time::never();
  if (left > 0 && coming) {
    const Time stays = std::min(coming->tail, end + buffer.word_time() * (left - 1));
    const bool keeps_up = coming->word >= word && coming->behind(stored) < word * (stop - 1);
    return keeps_up ? stays : std::min(faster, stays);
  }
  // What comes then may stay, beside what is not stored by then.
  const std::int64_t room = stop - 1 - std::max(Time(), stored - end) / word;
  return std::min(faster, buffer.arrival(more - left + std::max<std::int64_t>(1, room), here));
}

}  // namespace flybar::lanai
