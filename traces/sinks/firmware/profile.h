/// Where a program spent its cycles, gathered from the instructions it retired.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "traces/sinks/sinks.h"

namespace flybar {

/// What was spent.
struct Cost {
  std::uint64_t cycles = 0;  ///< stalls included
  std::uint64_t instructions = 0;
  std::uint64_t stalls = 0;  ///< cycles in which an instruction waited

  friend Cost operator-(Cost a, Cost b) {
    return {a.cycles - b.cycles, a.instructions - b.instructions, a.stalls - b.stalls};
  }
  Cost& operator+=(Cost b) {
    cycles += b.cycles;
    instructions += b.instructions;
    stalls += b.stalls;
    return *this;
  }
};

/// Calls from one instruction to one function.
struct Calls {
  std::uint64_t count = 0;
  Cost inclusive;
};

/// A function: its name in the file that defines it.
struct Function {
  std::string file;
  std::string name;
  friend auto operator<=>(const Function&, const Function&) = default;
};

/// Gathers the costs of each instruction, and calls. An instruction belongs to the innermost of
/// the functions that were inlined at it. Control that comes from another function to the first
/// instruction of one is a call, unless that one waits for a callee: then it is a return, as it is
/// to any other instruction of a function that waits. So no function waits for itself, its
/// inclusive cost is at most all that was spent, and recursion is not told apart from a loop. An
/// inlined function is called by the line where the call stands in the source, as often as control
/// reaches its first instruction from outside of it, or once if it only comes to others: the
/// compiler has mixed them with those of the caller.
class Profile {
 public:
  using Locate = std::function<SourceLocation(std::uint32_t pc)>;
  explicit Profile(Locate locate) : locate_(std::move(locate)) {}

  void add(const Retired& retired);
  /// Ends what is still being called.
  void finish();

  struct Line {
    std::uint32_t pc;
    Cost cost;
    std::vector<std::pair<std::uint32_t, Calls>> calls;  ///< by the first pc of the called
  };
  /// What was executed, by pc.
  std::vector<Line> lines() const;

  /// Calls of a function at one of the places where it was inlined.
  struct Inlined {
    Function caller;
    InlinedCall call;
    Calls calls;
  };
  /// Those that ran, by their first pc, an outer one before those inside of it.
  std::vector<Inlined> inlined() const;

  Cost total() const { return total_; }
  SourceLocation locate(std::uint32_t pc) const { return locate_(pc); }
  /// The function that `pc` belongs to, whether it was inlined or not.
  Function function(std::uint32_t pc) const;
  /// The function that was called, and not inlined, for `pc` to be reached.
  Function outermost(std::uint32_t pc) const;

 private:
  using CallSite = std::pair<std::uint32_t, std::uint32_t>;  ///< [from, to], both pc

  /// A function, or a place where one was inlined.
  struct Level {
    Function function;
    Level* outer = nullptr;  ///< that it was inlined into; nullptr: it was not
    InlinedCall call;
    Calls calls;
  };
  using LevelKey = std::tuple<std::uint32_t, unsigned, Function>;  ///< first pc, depth

  struct Place {
    Cost cost;
    Level* level = nullptr;  ///< the innermost; nullptr: not looked up yet
    bool first = false;      ///< of a function that was not inlined
  };

  /// A function that runs, or waits for the one after it. What was inlined into it comes after it.
  struct Frame {
    Level* level;
    Calls* calls;  ///< nullptr: how control came here was not seen
    Cost before;
  };

  Place& place(std::uint32_t pc);
  Level* level_of(const SourceLocation& at);
  void enter(const Place& next, std::uint32_t pc, std::uint64_t times);
  std::size_t enter_function(Level* next, bool first, std::uint32_t pc, std::uint64_t times);
  void enter_inlined(Level* next, std::uint32_t pc, std::uint64_t times);
  std::size_t function_above(std::size_t frame) const;
  void leave_frames(std::size_t remaining);

  Locate locate_;
  std::vector<Place> places_;  ///< by pc / 4
  std::map<LevelKey, Level> levels_;
  std::map<CallSite, Calls> calls_;
  std::vector<Frame> frames_;  ///< the last one runs
  Cost total_;
  std::uint32_t last_pc_ = 0;
};

}  // namespace flybar
