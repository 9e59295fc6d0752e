/// The processor: Lanai as clang emits it, one instruction a clock unless the SRAM refuses it.
///
/// A clock in which the processor has the SRAM once fetches; if the instruction accesses SRAM too
/// and the clock gives no second access, the data access waits for the next clock that gives one,
/// and the fetch is not repeated. Special registers need no access. After a load, the next
/// instruction waits one clock if it reads the loaded register.
///
/// Core is what the processor remembers; Processor (processor.h) runs it, for one kind of bus.
#pragma once

#include <array>
#include <cstdint>

#include "models/lanai/core/decoded.h"
#include "models/lanai/core/guard.h"
#include "models/lanai/core/pipeline.h"
#include "models/lanai/core/read_ahead.h"

namespace flybar::lanai {

class Sram;

struct CoreCounters {
  std::uint64_t clocks = 0;  ///< with those in which a resting processor was put off
  std::uint64_t instructions = 0;
  std::uint64_t data_stalls = 0;  ///< clocks in which a data access waited
  std::uint64_t load_use_stalls = 0;
  std::uint64_t waits = 0;      ///< instructions of laps in which the program only looked
  std::uint64_t lap_begin = 0;  ///< instructions before the lap under way
  friend bool operator==(const CoreCounters&, const CoreCounters&) = default;
  friend CoreCounters operator-(const CoreCounters& a, const CoreCounters& b) {
    return {a.clocks - b.clocks,
            a.instructions - b.instructions,
            a.data_stalls - b.data_stalls,
            a.load_use_stalls - b.load_use_stalls,
            a.waits - b.waits,
            a.lap_begin - b.lap_begin};
  }
  /// Clocks that passed without an instruction.
  std::uint64_t stalls() const { return clocks - instructions; }
  /// Clocks without an access to fetch.
  std::uint64_t fetch_stalls() const { return stalls() - data_stalls - load_use_stalls; }
  /// `times` times `lap` more.
  void add(const CoreCounters& lap, std::uint64_t times) {
    clocks += times * lap.clocks;
    instructions += times * lap.instructions;
    data_stalls += times * lap.data_stalls;
    load_use_stalls += times * lap.load_use_stalls;
    waits += times * lap.waits;
    lap_begin += times * lap.lap_begin;
  }
  /// So many clocks more in which a data access waited.
  void put_off(std::int64_t more) {
    clocks += static_cast<std::uint64_t>(more);
    data_stalls += static_cast<std::uint64_t>(more);
  }
};

/// All that the processor remembers.
struct CoreState {
  Registers registers{};
  Pipeline pipe;
  ReadAhead ahead;
  std::uint64_t in_lap = 0;  ///< instructions of the lap under way
  bool acted = false;        ///< in it
  friend bool operator==(const CoreState&, const CoreState&) = default;
};

class Core : private CodeReader {
 public:
  explicit Core(Sram& sram);

  /// Starts at address 0, as after reset.
  void reset();
  /// The reset ends in the clock at `now`.
  void start(Time now, Time clock);

  Place place() const;
  /// The word of the instruction that is executed next, as the processor has read it; 0 if its
  /// address lies outside the SRAM.
  std::uint32_t word() const;
  CoreState state() const;
  /// SRAM accesses that the clock now beginning could use.
  int wants() const;

  /// Loads and stores of these words are told to the bus.
  void guard(const Guard& guard);
  /// Whether the bus is told of all instructions; else only of the rare ones.
  void watch(bool on);

  CoreCounters counters;
  FirstWord first_word;

 protected:
  template <class>
  friend struct Steps;

  int clock_of(const Slot* at) const { return first_ + static_cast<int>(at - begin_); }
  std::uint32_t address_of(const Decoded* in) const {
    return static_cast<std::uint32_t>(in - code_) * 4;
  }
  [[gnu::noinline]] void pause(const Decoded* in, const Decoded* next, LazyFlags flags);
  [[gnu::noinline]] void interrupt(const Decoded* in, const Decoded* next, LazyFlags flags);
  /// The program goes back. From one such branch to the next is a lap; in one that writes no
  /// special register the program has only looked.
  void end_lap() {
    if (!acted_) counters.waits += counters.instructions - counters.lap_begin;
    counters.lap_begin = counters.instructions;
    acted_ = false;
  }
  bool place_anew();
  /// Others write; the processor does not run.
  void overwritten(std::uint32_t address, std::size_t bytes) override;
  ReadWord read(std::uint32_t pc) const;
  /// The instruction at pipe_.pc is this one, whatever is there now.
  void keep(std::uint32_t word);
  const Instruction& prepare(const Instruction& in);
  bool must_wait(std::uint32_t pc, std::uint8_t loaded, const Slot* at) const;

  Registers registers_;
  const Decoded* in_ = nullptr;    ///< pipe_.pc and
  const Decoded* next_ = nullptr;  ///< pipe_.next, if
  bool placed_ = false;            ///< the place is here, not in pipe_
  bool plain_ = false;             ///< and nothing else is under way
  Pipeline pipe_;
  ReadAhead ahead_;
  bool in_reset_ = true;  ///< until start()

  Sram& sram_;
  const std::uint32_t size_;     ///< of the SRAM
  const std::uint32_t outside_;  ///< Sram::outside_code
  const Decoded* const code_;
  const Slot* begin_ = nullptr;  ///< with this slot the run begins
  int first_ = 0;                ///< the number of its clock in the window
  const Slot* end_ = nullptr;    ///< before it the run ends
  Guard guard_;
  std::uint32_t limit_;  ///< addresses below are neither guarded nor outside
  bool watched_ = false;
  bool acted_ = true;     ///< a special register has been written in the lap under way
  Instruction prepared_;  ///< the one that Op::kPrepareAddress stands for
};

}  // namespace flybar::lanai
