/// A second chip that runs beside the model in windows of time, and what it is told. It begins a
/// window with the state of the model and follows on the same inputs; the model never takes
/// anything from it, so results are the same with and without it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/common/observer.h"
#include "models/lanai/core/core.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/registers/special_registers.h"

namespace flybar::lanai {

/// The state of a chip before the clock that begins at `now`.
struct ChipView {
  const Engines& engines;
  const SpecialRegisters& registers;
  const Core& core;
  const Sram& sram;
  Time now;
  Time clock;  ///< the period
};

/// What went into a chip in one clock, and what it did.
struct ClockRecord {
  /// A word of the link: leading bytes that do not count, and whether it ends a packet.
  struct LinkWord {
    std::array<std::uint8_t, 4> bytes{};
    std::uint8_t count = 4;  ///< of a word that arrives
    std::uint8_t skip = 0;   ///< of a word that leaves
    bool tail = false;
  };
  /// The most words that the link can bring in one clock, and the most that it can take: RTL has
  /// pins for five each way.
  static constexpr std::size_t kLinkWords = 5;
  struct LinkWords {
    std::array<LinkWord, kLinkWords> words{};
    std::size_t count = 0;
    void add(const LinkWord& next) {
      if (count < kLinkWords) words[count] = next;
      ++count;
    }
  };

  // In.
  std::uint8_t ticks = 0;  ///< of the timers
  bool pio = false, pio_write = false;
  std::uint32_t pio_offset = 0, pio_value = 0;  ///< the value of a write
  bool dma_due = false;                         ///< a data phase
  std::uint32_t dma_read = 0;                   ///< a word from the host's memory
  LinkWords left, arrived;
  // Out.
  bool pio_done = false;
  bool reset = false;  ///< that word was the host's reset
  std::uint32_t pio_read = 0;
  bool dma_moved = false;
  std::uint32_t dma_written = 0;  ///< a word for the host's memory
  Flow flow = Flow::kNone;
  Accesses grants{};
  bool retired = false, load_use = false, wrote = false;
  std::uint32_t pc = 0, word = 0, result = 0;           ///< of the instruction that retired
  std::uint32_t written_offset = 0, written_value = 0;  ///< of the special register
};

class Shadow {
 public:
  virtual ~Shadow() = default;

  /// Before the first clock of a window, whose number is `clock`.
  virtual void begin(const ChipView& chip, std::int64_t clock) = 0;
  /// The model has passed a clock. Throws MismatchError if the shadow did something else.
  virtual void clock(const ChipView& after, const ClockRecord& record) = 0;
  /// No clock of the window follows. Throws MismatchError if the states differ.
  virtual void end(const ChipView& chip) = 0;

  /// Before the simulation starts: sample() tells of what is inside. `chip` is the path.
  virtual void observe(Observer& observer, const std::string& chip) = 0;
  virtual void sample(Time at) = 0;
};

}  // namespace flybar::lanai
