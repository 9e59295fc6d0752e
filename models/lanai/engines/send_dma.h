/// Packet send: the engine that fetches words from SRAM, and the small buffer that feeds the link.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/common/observer.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/engines/name_packet.h"
#include "models/lanai/engines/send_fifo.h"
#include "models/lanai/engines/tick.h"
#include "models/lanai/params.h"
#include "models/myrinet/link/link_talker.h"

namespace flybar::lanai {

class SendDma {
 public:
  SendDma(const ChipParams& params, SendState& state, Sram& sram, Observer& observer,
          TrackId activity, TrackId packets);

  std::uint32_t pointer = 0;    ///< SMP, advances as words are fetched
  std::uint32_t alignment = 0;  ///< SA: leading bytes of the first word to skip
  bool crc_enable = false;      ///< MYRINET bit 1
  std::uint32_t limit() const { return limit_; }
  bool active() const { return state_.active; }
  bool done() const { return done_; }  ///< ISR SEND: the limit has been reached
  /// ISR SEND_RDY: no packet is open.
  bool ready() const { return !open() && idle(); }
  bool idle() const { return !state_.active && fifo_.size() == 0; }
  /// Nothing happens here before the next symbol, or a write of a register: it is idle, or the link
  /// would take what waits but for a STOP.
  bool quiet() const { return idle() || (state_.stopped && state_.running && wants() == 0); }
  /// A packet is under way on the link.
  bool open() const { return talker_.open(); }

  /// What observers call the packet that begins with these bytes; 0 if they do not know. For the
  /// first piece of each packet.
  NamePacket name_packet;

  /// SML (no tail) or SMLT is written. Precondition: not active.
  void start(std::uint32_t limit, bool tail);
  /// Of all but the link: a STOP holds until GO comes.
  void reset();

  /// STOP or GO arrives from the link at `at`; times do not decrease.
  /// Throws SimulationError if more of them are known ahead than the engine keeps.
  void flow_control(Time at, bool stop);
  Time next_symbol() const { return next_symbol_; }
  struct Symbol {
    Time at = Time::never();
    bool stop = false;
  };
  /// The next one, or one of those behind it; never if it is not known.
  Symbol symbol(std::uint32_t n) const {
    return n < symbols_end_ - symbols_begin_ ? symbols_[(symbols_begin_ + n) % kSymbols] : Symbol{};
  }
  /// By a STOP, and no GO is known to come.
  bool held() const { return state_.stopped && next_symbol_ == Time::never(); }
  /// STOP and GO that have come by then count.
  void take_symbols(Time t) {
    while (next_symbol_ <= t) take_symbol();
  }
  /// A STOP for the link partner, or a GO.
  void announce(Time at, bool stop) { talker_.announce(at, stop); }
  tlm::tlm_initiator_socket<32, myrinet::ProtocolTypes>& link() { return talker_.link; }

  // For the rules (tick.h).
  /// Moves `start` past a STOP to the GO that ends it; false if no start is possible before `end`.
  bool may_start(Time& start, Time end);
  const SendFifo& fifo() const { return fifo_; }
  /// The first word that waits leaves from `start` on.
  void leave(Time start);
  /// The clock at `t` has had its words: what begins or ends a packet is told, and STOP and GO that
  /// have come by then count.
  void end_link(Time t) {
    take_symbols(t);
    talker_.tell_head();
  }
  /// Tells the link of all that has started. What begins or ends a packet has been told already.
  void flush() { talker_.flush(); }
  /// Words to be fetched now.
  int wants() const {
    return send_wants(state_, rules_, [this] { return words_left(); });
  }
  std::uint32_t words_left() const { return pointer > limit_ ? 0 : (limit_ - pointer) / 4 + 1; }
  /// Fetches `words` words in the clock at `t`.
  void take(Time t, std::uint32_t words);

  // For a shadow (run/shadow.h).
  /// The piece that was asked for last ends its packet, also when it has been fetched.
  bool tail() const { return tail_; }
  /// The bytes that have left so far of the packet under way. Precondition: open().
  std::span<const std::uint8_t> left() const { return talker_.left(); }

  // For the plan.
  /// Words before the first that is not whole and waits or will be fetched; many if there is none.
  int whole_words() const {
    if (!fifo_.whole()) return fifo_.before_partial();
    return state_.active && alignment != 0 ? static_cast<int>(fifo_.size()) : kManyWords;
  }
  /// Words up to the first tail that waits; many if none does.
  int words_to_tail() const { return fifo_.has_tail() ? fifo_.to_tail() : kManyWords; }
  std::int64_t to_fetch() const { return state_.active ? words_left() : 0; }
  /// The bytes that were asked for last.
  std::int64_t piece_bytes() const { return piece_bytes_; }
  /// The packet ends with what has been asked for so far.
  bool ends_packet() const { return state_.active && tail_; }
  Time word_time() const { return word_time_; }
  /// `words` words were fetched in clocks of which the first and the last begin then. `walk_link`
  /// calls what it is given with the start and the number of words of each run that the link has
  /// taken, and returns whether it takes more.
  template <class WalkLink>
  void advance(std::uint32_t words, Time first, Time last, WalkLink&& walk_link) {
    if (words > 0) begin_piece(first);
    const std::uint32_t fetched_to = pointer + words * 4;
    bool any = false;
    state_.running = walk_link([&](Time start, std::uint32_t taken) {
      emit_whole(start, taken);
      any = true;
    });
    if (any) talker_.tell_head();
    if (pointer != fetched_to) take(last, (fetched_to - pointer) / 4);
  }

 private:
  static constexpr std::uint32_t kSymbols = 64;

  void take_symbol();
  void emit(Time start, std::span<const std::uint8_t> bytes, bool tail);
  void emit_whole(Time start, std::uint32_t words);
  void end_packet(Time end);
  void fetch(std::uint32_t words);
  void begin_piece(Time t) {
    if (piece_begin_ == Time::never()) piece_begin_ = t;
  }
  void end_piece(Time end);

  const ChipParams& params_;
  const Rules rules_;
  SendState& state_;
  Sram& sram_;
  Observer& observer_;
  const TrackId activity_;
  const Time word_time_;

  std::uint32_t limit_ = 0;
  bool tail_ = true;  ///< the last piece that was asked for ends its packet
  bool done_ = false;

  // What one write of SML or SMLT has asked for.
  Time piece_begin_ = Time::never();  ///< its first word was fetched
  std::int64_t piece_bytes_ = 0;

  SendFifo fifo_;
  std::array<Symbol, kSymbols> symbols_;
  std::uint32_t symbols_begin_ = 0, symbols_end_ = 0;
  Time next_symbol_ = Time::never();

  myrinet::LinkTalker talker_;
};

}  // namespace flybar::lanai
