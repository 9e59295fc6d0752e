/// Packet receive: the buffer behind the link, and the engine that moves its words to SRAM.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/observer.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/engines/name_packet.h"
#include "models/lanai/engines/state.h"
#include "models/lanai/engines/tick.h"
#include "models/lanai/ipt/ipt.h"
#include "models/lanai/params.h"

namespace flybar::lanai {

/// Bytes as they come from the link, packed to words in the order of arrival. A packet begins a new
/// word; its last word may hold fewer than four bytes. Words that have not fully arrived yet may be
/// known already: the network tells ahead of time.
class ReceiveBuffer {
 public:
  struct Run {
    /// When its first word has fully arrived; the others follow one word time apart.
    Time ready = Time::never();
    std::uint32_t words = 0;
    bool tail = false;  ///< its last word ends a packet
  };

  ReceiveBuffer(ReceiveState& state, Time byte_time);

  /// `first_byte` is when its first byte begins to arrive.
  void push(Time first_byte, std::span<const std::uint8_t> bytes, bool tail);

  /// When the next word will have arrived; never() if none is known.
  Time next_ready() const { return state_.ready; }
  Time word_time() const { return word_time_; }
  /// Words known to arrive one word time after the other: the next, and those after `n` breaks.
  Run arrivals(std::uint32_t n) const;
  std::uint32_t known_runs() const { return runs_end_ - runs_begin_; }

  std::uint32_t waiting() const { return state_.waiting; }
  /// Words that wait or are known to come.
  std::uint64_t known() const { return begun_ - taken_; }
  /// Words that can be taken before the next known tail word.
  std::uint64_t before_tail() const {
    return tails_begin_ == tails_end_ ? 1ull << 62 : tails_[tails_begin_ & kTailMask].word - taken_;
  }
  std::uint8_t tail_bytes() const { return tails_[tails_begin_ & kTailMask].bytes; }

  /// Words that have not arrived yet, one word time apart.
  struct Arrivals {
    Time first;  ///< has fully arrived
    std::int64_t words;
  };
  /// Calls `use` with what is known to come, in the order of time, until that returns false.
  template <class Use>
  void each_to_come(Use&& use) const {
    std::uint32_t arrived = run_arrived_;
    for (std::uint32_t i = runs_begin_; i != runs_end_; ++i, arrived = 0) {
      const Run& run = runs_[i % kRuns];
      if (!use(Arrivals{run.ready + word_time_ * arrived, std::int64_t{run.words} - arrived}))
        return;
    }
  }
  /// When so many words, at least one, will have arrived beyond those that wait; at the earliest if
  /// they are not all known. Nothing that is not known arrives before `known`.
  Time arrival(std::int64_t words, Time known) const;

  /// The next `words` words.
  std::span<const std::uint8_t> front(std::uint32_t words) const {
    return {&bytes_[(taken_ - first_) * 4], words * 4};
  }
  void drop(std::uint32_t words) {
    taken_ += words;
    state_.waiting -= words;
  }
  /// The whole packet. Precondition: the next word is its tail.
  std::span<const std::uint8_t> packet() const {
    return {&bytes_[(packet_ - first_) * 4], (taken_ - packet_) * 4 + tail_bytes()};
  }
  void drop_tail();

  // For a shadow (run/shadow.h).
  struct Word {
    std::span<const std::uint8_t> bytes;  ///< 1 to 4; fewer than 4 only if it is a tail
    bool tail;
  };
  /// Word `n` behind the next one: it waits, or is known to come.
  Word at(std::uint32_t n) const;
  /// What has been taken of the packet whose words come next.
  std::span<const std::uint8_t> taken() const {
    return {bytes_.data() + (packet_ - first_) * 4, (taken_ - packet_) * 4};
  }
  /// `words` more have arrived.
  void arrive(std::uint32_t words);

  void clear();

 private:
  static constexpr std::uint64_t kWords = 4096;
  /// Each word may come by itself.
  static constexpr std::uint32_t kRuns = kWords;
  static constexpr std::uint32_t kTailMask = 127;
  struct Tail {
    std::uint64_t word;
    std::uint8_t bytes;
  };

  void require_place_for_tail() const;
  void add_run(Time ready, std::uint32_t words, std::uint8_t last_bytes, bool tail);
  void require_space(std::uint32_t words) const;

  ReceiveState& state_;
  const Time byte_time_, word_time_;
  std::vector<std::uint8_t> bytes_;  ///< of words `first_` to `begun_`, and of one under way
  // Words are numbered for ever.
  std::uint64_t first_ = 0;
  std::uint64_t packet_ = 0;  ///< the first one of the packet that is being taken
  std::uint64_t taken_ = 0;
  std::uint64_t begun_ = 0;
  std::array<Run, kRuns> runs_;
  std::uint32_t runs_begin_ = 0, runs_end_ = 0;  ///< runs with words still to arrive
  std::uint32_t run_arrived_ = 0;                ///< words of the first of these that have arrived
  std::array<Tail, kTailMask + 1> tails_;
  std::uint32_t tails_begin_ = 0, tails_end_ = 0;
  std::uint32_t partial_bytes_ = 0;  ///< of the word under way
};

class ReceiveDma {
 public:
  ReceiveDma(const ChipParams& params, ReceiveState& state, Sram& sram, Ipt& ipt,
             Observer& observer, TrackId activity, TrackId packets);

  ReceiveBuffer buffer;

  /// What observers call the packet that begins with these bytes; 0 if they do not know. For the
  /// first piece of each packet.
  NamePacket name_packet;

  std::uint32_t pointer = 0;  ///< RMP, advances as words are stored
  bool crc_enable = false;    ///< MYRINET bit 1
  std::uint32_t limit() const { return limit_; }
  bool armed() const { return state_.armed; }
  bool buffer_full() const { return buffer_full_; }   ///< ISR BUFF
  bool received() const { return received_; }         ///< ISR RECV
  std::uint32_t overrun() const { return overrun_; }  ///< ISR OFF_BY: unused bytes of the last word

  /// RML is written: room for words up to and including the one at `limit`.
  void arm(std::uint32_t limit) {
    limit_ = limit & ~3u;
    state_.armed = true;
    buffer_full_ = received_ = false;
  }
  /// Of all but the link: who has been sent STOP is sent GO.
  void reset();

  /// Words to be stored now.
  int wants() const {
    return receive_wants(state_, rules_, [this] { return words_to_end(); });
  }
  std::uint32_t words_to_limit() const { return pointer > limit_ ? 0 : (limit_ - pointer) / 4 + 1; }
  /// Stores `words` words in the clock at `t`; may end the packet or fill the buffer.
  void take(Time t, std::uint32_t words);
  /// `words` words, at least one, were stored in clocks of which the first and the last begin then.
  void advance(std::uint32_t words, Time first, Time last) {
    if (!moving_) begin(first);
    take(last, words);
  }

  /// Words up to the one that ends the packet or fills the buffer.
  std::uint64_t words_to_end() const {
    return std::min(buffer.before_tail() + 1, std::uint64_t{words_to_limit()});
  }

 private:
  void store(std::uint32_t words);
  void begin(Time t);
  void end_packet(Time t);
  void name(std::span<const std::uint8_t> begin);
  void end_piece(Time end);

  const ChipParams& params_;
  const Rules rules_;
  ReceiveState& state_;
  Sram& sram_;
  Ipt& ipt_;
  Observer& observer_;
  const TrackId activity_, packets_;
  std::uint32_t limit_ = 0;
  bool buffer_full_ = false;
  bool received_ = false;
  std::uint32_t overrun_ = 0;
  // What one write of RML has made room for.
  bool moving_ = false;  ///< its first word was stored
  Time piece_begin_;
  std::uint32_t piece_ = 0;  ///< where that lies
  bool in_packet_ = false;
  Time packet_begin_;
  std::uint64_t message_ = 0;  ///< that the packet carries, for observers
};

}  // namespace flybar::lanai
