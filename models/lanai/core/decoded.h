/// A decoded instruction with the function that executes it.
#pragma once

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

/// Where the instruction is to be executed (steps.cpp).
Step step_of(const Instruction& in);
/// The same for a load or store that has been fetched, and whose data access comes in this clock.
Step step_of_fetched(const Instruction& in);

/// What is at a word that has not been decoded yet: waits for any load, so that it is looked at.
inline Decoded not_decoded() {
  return {{.reads = ~0u}, step_of({})};
}

}  // namespace flybar::lanai
