/// A decoded instruction with the function that executes it.
#pragma once

#include <array>

#include "models/lanai/core/slot.h"
#include "models/lanai/isa/flags.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {

class Core;
struct Decoded;

/// Executes `in`, which `next` will follow, in clock `at`, and then all that follows. What the
/// processor remembers from one clock to the next are parameters, because these stay in the host's
/// registers: each step ends with a call of the next one, which the compiler makes a jump. Where
/// it does not, calls nest as deep as a window has clocks.
using Step = void (*)(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                      LazyFlags flags);

struct Decoded : Instruction {
  Step step = nullptr;
};

/// The function of each instruction, for one kind of surroundings of the processor.
struct StepTable {
  static constexpr std::size_t kOps = static_cast<std::size_t>(Op::kPrepareAddress) + 1;
  std::array<Step, kOps> plain;
  /// For a load or store that has been fetched, and whose data access comes in this clock.
  std::array<Step, kOps> fetched;
  std::array<Step, 16> branches;  ///< by condition

  Step of(const Instruction& in) const {
    return in.op == Op::kBranch ? branches[static_cast<std::size_t>(in.condition)]
                                : plain[static_cast<std::size_t>(in.op)];
  }
  Step of_fetched(const Instruction& in) const { return fetched[static_cast<std::size_t>(in.op)]; }
  /// What is at a word that has not been decoded yet: waits for any load, so that it is looked at.
  Decoded not_decoded() const { return {{.reads = ~0u}, of({})}; }
};

}  // namespace flybar::lanai
