/// Where a program spent its cycles, gathered from the instructions it retired.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
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

/// Gathers the costs of each instruction, and calls. A function is its name in the file of its
/// first instruction, whatever files code inlined into it comes from. Control that comes from
/// another function to the first instruction of one is a call, unless that one waits for a callee:
/// then it is a return, as it is to any other instruction of a function that waits. So no function
/// waits for itself, its inclusive cost is at most all that was spent, and recursion is not told
/// apart from a loop.
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
  Cost total() const { return total_; }
  SourceLocation locate(std::uint32_t pc) const { return locate_(pc); }
  /// The first instruction of the function that `pc` lies in.
  SourceLocation entry(std::uint32_t pc) const { return locate_(pc - locate_(pc).offset); }

 private:
  using Function = std::uint32_t;
  using CallSite = std::pair<std::uint32_t, std::uint32_t>;  ///< [from, to], both pc

  struct Place {
    Cost cost;
    Function function = 0;  ///< 0: not looked up yet
    bool first = false;     ///< of its function
  };

  /// A function that runs, or waits for the one after it.
  struct Frame {
    Function function;
    std::optional<CallSite> call;  ///< nullopt: how control came here was not seen
    Cost before;
  };

  Place& place(std::uint32_t pc);
  void enter(const Place& next, std::uint32_t pc, std::uint64_t times);
  void leave_frame();

  Locate locate_;
  std::vector<Place> places_;                                          ///< by pc / 4
  std::map<std::pair<std::string, std::string>, Function> functions_;  ///< by file and name
  std::map<CallSite, Calls> calls_;
  std::vector<Frame> frames_;  ///< the last one runs
  Cost total_;
  std::uint32_t last_pc_ = 0;
};

}  // namespace flybar
