/// What a chip can say of its own future, so that others may run on meanwhile.
#include <algorithm>

#include "models/lanai/board/chip.h"
#include "models/lanai/image/image.h"

namespace flybar::lanai {

/// Clocks before an instruction that may start a send, even if the host resets the chip meanwhile.
std::int64_t Chip::before_send() const {
  if (!image_) return 0;
  const SendDistance& sends = image_->sends;
  const auto here = resting() ? idle_.before_send() : sends.clocks(core_.place());
  return std::min(here, sends.clocks(0));
}

/// A write to SML acts in the clock after it, and what that fetches leaves in the one after that.
Time Chip::next_start(Time known) const {
  const Time here = begun_by(known);
  if (halted_ || stepping_ != Stepping::kFast) return here;
  return here + params_.clock * (before_send() + 2);
}

Time Chip::silent_until(Time known) const {
  return engines_.send.idle() ? next_start(known) : begun_by(known);
}

/// The engine fetches so much in each clock. What waits for the link goes faster, but no more waits
/// than when the link starts, unless a STOP lets the buffer fill.
std::optional<myrinet::Envelope> Chip::sends(Time known) const {
  const bool plain =
      engines_.send.words_to_tail() == kManyWords && engines_.send.whole_words() == kManyWords;
  if (!engines_.send.open() || !plain) return {};
  const Time here = begun_by(known);
  const Time from = std::max(here, engines_.send.wire_free());
  const std::int64_t waiting = engines_.send.waiting();
  const std::int64_t words = engines_.send.to_fetch() + waiting;
  const Time sent = from + engines_.send.word_time() * std::max<std::int64_t>(0, words - 1);
  const Time more = engines_.send.ends_packet() ? here : next_start(known);
  myrinet::Envelope bytes{.word = time_of_word(params_.link_words),
                          .from = Time(),
                          .level = Time::never(),
                          .tail = std::max(sent, more)};
  const bool stops = engines_.send.halted() || engines_.send.next_symbol() != Time::never();
  if (stops || engines_.send.word_time() > bytes.word) return bytes;
  // One word may be on the link, and one be fetched in a clock that has just begun.
  bytes.from = from - bytes.word * (waiting + 2);
  bytes.level = bytes.word * (std::max(waiting, params_.send_start) + 2);
  return bytes;
}

Time Chip::flow_control_before(Time known, const Coming& coming) const {
  const Time from = begun_by(known);
  return engines_.receive.stopped() ? go_before(from) : stop_before(from, coming);
}

/// GO follows when enough of what waits has been stored, and of what is known to come before that.
/// A clock may store several words, all but one of them beyond the mark.
Time Chip::go_before(Time known) const {
  const Time word = time_of_word(params_.link_words);
  const Time mark = word * (engines_.rules.go + params_.link_words - 1);
  Time stored = known + word * engines_.receive.buffer.waiting();
  engines_.receive.buffer.each_to_come([&](const ReceiveBuffer::Arrivals& some) {
    if (stored - mark < some.first || engines_.receive.buffer.word_time() > word) return false;
    stored += word * some.words;
    return true;
  });
  // After a reset, STOP may come anew.
  const Time anew = engines_.receive.buffer.arrival(engines_.rules.stop, known);
  return std::max(known, std::min(stored - mark, anew));
}

/// STOP follows when the buffer fills: because what comes is not stored, or not fast enough.
Time Chip::stop_before(Time known, const Coming& coming) const {
  const std::int64_t room = std::int64_t{engines_.rules.stop} - engines_.receive.buffer.waiting();
  if (room <= 0) return known;
  const Time filled = engines_.receive.buffer.arrival(room, known);
  // Of a packet that may end at once, nothing is sure to be stored but what is known to come.
  const bool blind =
      !coming && engines_.receive.buffer.known() == engines_.receive.buffer.waiting();
  const std::int64_t sure = sure_receive_accesses(engines_.rules);
  if (blind || !engines_.receive.armed() || sure == 0) return filled;
  return std::max(filled, outrun_before(known, coming, sure));
}

/// The same for a receive DMA that stores `sure` words in a clock as long as the packet and the
/// place for it last. In the first clock, all but one of them may not have come yet.
Time Chip::outrun_before(Time known, const Coming& coming, std::int64_t sure) const {
  const ReceiveBuffer& buffer = engines_.receive.buffer;
  const Clock clock(params_.clock);
  const Time word = time_of_word(sure);
  const std::int64_t stop = engines_.rules.stop, most = stop - (sure - 1);
  const Time gain = word - buffer.word_time();
  const auto outrun = [&](Time stored, Time first) {
    const Time ahead = word * most - std::max(Time(), stored - first);
    if (ahead <= Time()) return first;
    return gain <= Time() ? Time::never() : first + buffer.word_time() * (ahead / gain);
  };
  Time stored = clock.edge_at_or_after(known) + word * buffer.waiting();
  Time last = known, early = Time::never();
  std::int64_t left = static_cast<std::int64_t>(engines_.receive.words_to_end()) - buffer.waiting();
  if (left <= 0) return known;
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
  const Time end = std::max(last, known);
  // Where a packet may end, the next word may have fewer bytes.
  const Time shortest = end - params_.byte_time * 3;
  // A word that finds the buffer empty waits for the begin of a clock.
  const Time begun = std::max(stored, end + params_.clock - Time::ps(1));
  const Time faster = left > 0 ? outrun(begun, end) : Time::never();
  if (left > 0 && coming) {
    const Time stays =
        std::max(shortest, std::min(coming->tail, end + buffer.word_time() * (left - 1)));
    const bool keeps_up = coming->word >= word && coming->behind(stored) < word * (stop - 1);
    return keeps_up ? stays : std::min(faster, stays);
  }
  // What comes then may stay.
  const std::int64_t room = stop - 1 - std::max(Time(), stored - end) / word - 4;
  return std::min(faster, shortest + buffer.word_time() * std::max<std::int64_t>(0, room));
}

}  // namespace flybar::lanai
