/// How long programs compute between their calls.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/units.h"
#include "models/process/native/descriptor.h"
#include "models/process/native/program_memory.h"

namespace flybar::process {

/// What says so, and what it is worth on a modelled host.
struct Computing {
  enum class By : std::uint8_t {
    kNothing,   ///< computing takes no time
    kDeclared,  ///< the program, by flybar_compute()
    kBlocks,    ///< counters in code that flybar-cc has compiled
    kCounted,   ///< the machine's counter of instructions
    kMeasured,  ///< the machine's clock of the thread
  };
  By by = By::kNothing;
  Time block = Time::ns(19);
  Time instruction = Time::ps(3800);
  double slower = 1;  ///< than this machine

  /// Another run, or another machine, may say something else.
  bool varies() const { return by == By::kCounted || by == By::kMeasured; }
};

/// Whether the machine counts instructions of programs; else why not.
bool machine_counts(std::string& why_not);

/// What one thread has computed.
class Computed {
 public:
  Computed(const Computing& computing, int pid, int tid);

  /// What it has since it was asked last.
  Time take(const ProgramMemory& memory);

  // Of kBlocks:
  /// The thread counts its blocks there.
  void count_at(std::uint64_t address) { counters_.push_back({address, 0}); }
  /// Another program begins: its counters are others.
  void forget_counters() { counters_.clear(); }
  /// Of a thread that has a copy of the memory of `parent`.
  void inherit(const Computed& parent) { counters_ = parent.counters_; }

 private:
  struct Counter {
    std::uint64_t address;
    std::uint64_t seen;
  };
  std::uint64_t blocks(const ProgramMemory& memory);
  std::uint64_t instructions();
  Time processor_time();

  const Computing& computing_;
  const int pid_, tid_;
  std::vector<Counter> counters_;
  Descriptor instructions_;   ///< the machine's counter
  std::uint64_t seen_ = 0;    ///< of it, or ns of the thread's clock
  std::uint64_t least_ = ~0;  ///< ns between two calls: what the calls themselves take
};

}  // namespace flybar::process
