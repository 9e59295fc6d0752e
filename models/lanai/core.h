/// The processor: Lanai as clang emits it, one instruction a clock unless the SRAM refuses it.
///
/// A clock in which the processor has the SRAM once fetches; if the instruction accesses SRAM too
/// and the clock gives no second access, the data access waits for the next clock that gives one,
/// and the fetch is not repeated. Special registers need no access. After a load, the next
/// instruction waits one clock if it reads the loaded register. Every way of stepping runs through
/// Core::run.
#pragma once

#include <array>
#include <cstdint>

#include "models/lanai/instruction.h"
#include "models/lanai/pipeline.h"
#include "models/lanai/window.h"

namespace flybar::lanai {

class Chip;

struct CoreCounters {
  std::uint64_t instructions = 0;
  std::uint64_t fetch_stalls = 0;  ///< clocks without an access to fetch
  std::uint64_t data_stalls = 0;   ///< clocks in which a data access waited
  std::uint64_t load_use_stalls = 0;
  friend bool operator==(const CoreCounters&, const CoreCounters&) = default;
  friend CoreCounters operator-(const CoreCounters& a, const CoreCounters& b) {
    return {a.instructions - b.instructions, a.fetch_stalls - b.fetch_stalls,
            a.data_stalls - b.data_stalls, a.load_use_stalls - b.load_use_stalls};
  }
  /// Clocks that passed without an instruction.
  std::uint64_t stalls() const { return fetch_stalls + data_stalls + load_use_stalls; }
  /// `times` times `lap` more.
  void add(const CoreCounters& lap, std::uint64_t times) {
    instructions += times * lap.instructions;
    fetch_stalls += times * lap.fetch_stalls;
    data_stalls += times * lap.data_stalls;
    load_use_stalls += times * lap.load_use_stalls;
  }
};

/// All that the processor remembers.
struct CoreState {
  std::array<std::uint32_t, kRegisters> registers{};
  Pipeline pipe;
  friend bool operator==(const CoreState&, const CoreState&) = default;
};

class Core {
 public:
  explicit Core(Chip& chip) : chip_(chip) { reset(); }

  /// Starts at address 0, as after reset.
  void reset();

  /// Runs through at most `clocks` clocks with the accesses that `left` says the engines leave it.
  /// Returns how many have passed: fewer if an instruction did something that ends the window.
  /// The first of these clocks has number `first` in the window.
  int run(const std::uint8_t* left, int clocks, int first);
  /// The same, telling the chip of each instruction and store.
  int run_watched(const std::uint8_t* left, int clocks, int first);
  /// The same in clocks in which the engines leave the processor at least two accesses.
  int run_free(int clocks, int first);
  int run_free_watched(int clocks, int first);

  /// SRAM accesses that the clock now beginning could use.
  int wants() const;

  CoreState state;
  CoreCounters counters;

 private:
  template <bool kWatched, bool kFree>
  int step(const std::uint8_t* left, int clocks, int first);
  /// Clocks of the window: the next one, and the one before which the window ends.
  struct Progress {
    int now, end;
  };
  Progress step_rare(const Instruction& in, const std::uint8_t* left, Progress at, int first,
                     bool watched);
  Progress access(const Instruction& in, const std::uint8_t* left, Progress at, int first,
                  bool watched);
  const Instruction& prepare(const Instruction& in);
  const Instruction& decoded(std::uint32_t pc, int clock);

  Chip& chip_;
  Instruction prepared_;  ///< the one that Op::kPrepareAddress stands for
};

}  // namespace flybar::lanai
