/// A window of clocks in which the engines' use of the SRAM is known in advance.
///
/// Engines do not look at what the processor does, except through writes to special registers. So
/// their grants can be worked out for some clocks ahead (the plan), the processor can run through
/// these clocks on what is left, and then the engines' data is moved for as many clocks as the
/// processor has really passed (the commit). Nothing ever has to be undone.
#pragma once

#include <array>
#include <cstdint>

#include "models/lanai/core/guard.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/run/stretch.h"
#include "models/lanai/run/ticks.h"

namespace flybar::lanai {

/// Clocks count from the first of the window.
class Plan {
 public:
  static constexpr int kMost = Stretch::kMost;  ///< clocks

  Plan(Engines& engines, Sram& sram)
      : engines_(engines), sram_(sram), stretch_(engines.rules, engines.send.word_time()) {}

  /// Makes a window of at most `most` clocks, at least one, which begins with the clock at `now`.
  /// False if that clock is one for the reference: more than one thing may end in it, an engine
  /// stores where the processor reads its code (read_ahead.h), or grants depend on the processor.
  /// `words_interrupt`: the interrupt line follows whether words wait.
  bool make(Time now, int most, bool words_interrupt);

  int clocks() const { return clocks_; }
  /// Some work of an engine ends in the last clock.
  bool ends() const { return ends_; }
  /// What the engines leave the processor from clock `clock` on, for `clocks` clocks or fewer.
  Stretch::Piece piece(int clock, int clocks) const {
    return by_stretch_ ? stretch_.piece(clock, clocks) : Stretch::Piece{slots_ + clock, clocks};
  }
  /// SRAM accesses that the processor may use in this clock.
  int left(int clock) const { return by_stretch_ ? stretch_.left(clock) : ticks_.left(clock); }
  /// The words that have moved in the first `clocks` clocks.
  Moved moved(int clocks) const {
    return by_stretch_ ? stretch_.moved(clocks) : ticks_.moved(clocks);
  }

  /// Whether an engine works on this word in the window.
  bool guarded(std::uint32_t address) const {
    for (const Guard& guard : guards_)
      if (guard.hold(address)) return true;
    return false;
  }
  /// A range with all words on which engines work.
  Guard guard() const;

  /// Brings the engines to the end of the first `clocks` clocks, at least one.
  void commit(int clocks);

 private:
  void set_guards(std::uint32_t phases, std::uint32_t stored, std::uint32_t fetched);
  bool stores_code() const;
  template <class Ahead, class First>
  void commit(const Ahead& ahead, const Moved& all, int clocks, First&& first);

  Engines& engines_;
  Sram& sram_;
  bool by_stretch_ = false;
  Stretch stretch_;
  Ticks ticks_;
  Time now_;
  int clocks_ = 0;
  bool ends_ = false;
  const Slot* slots_ = nullptr;    ///< unless it is a stretch
  std::array<Guard, 3> guards_{};  ///< where host DMA, receive and send work
};

}  // namespace flybar::lanai
