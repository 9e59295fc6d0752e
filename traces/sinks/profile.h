/// Where a program spent its cycles, gathered from the instructions it retired.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
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

/// Gathers the costs of each instruction, and calls: control that comes from another function to
/// the first instruction of one is a call, to another place is a return. Calls of a function to
/// itself are not told apart from loops.
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
  Cost skipped() const { return skipped_; }  ///< laps of idle loops that were skipped
  SourceLocation locate(std::uint32_t pc) const { return locate_(pc); }

 private:
  struct Place {
    Cost cost;
    std::uint32_t function = 0;  ///< 0: not looked up yet
    bool first = false;          ///< of its function
  };

  struct Frame {
    std::uint32_t caller;  ///< function
    std::uint32_t from;    ///< pc
    std::uint32_t to;      ///< pc
    Cost before;
  };

  Place& place(std::uint32_t pc);
  std::uint32_t function(std::uint32_t pc);
  void enter(const Place& next, const Retired& retired);
  void return_to(std::uint32_t function);
  void leave_frame();

  Locate locate_;
  std::vector<Place> places_;  ///< by pc / 4
  std::unordered_map<std::string, std::uint32_t> functions_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Calls> calls_;  ///< [from, to]
  std::vector<Frame> frames_;
  Cost total_, skipped_;
  std::uint32_t last_function_ = 0;
  std::uint32_t last_pc_ = 0;
};

}  // namespace flybar
