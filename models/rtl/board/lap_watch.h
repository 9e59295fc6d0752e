/// How long a program only looks whether there is something to do, from the instructions that
/// retire: the same as lanai::Core counts.
#pragma once

#include <cstdint>

#include "models/lanai/isa/flags.h"
#include "models/lanai/isa/instruction.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class LapWatch {
 public:
  void reset() {
    begin_ = instructions_;
    acted_ = true;
  }
  /// In the clock that `out` reports on; `chip` is what it shows of itself then.
  void retired(const Outputs& out, const Insight& chip) {
    const lanai::Instruction in = lanai::decode(chip.retire_instr, chip.retire_pc);
    if (goes_back(in, chip)) {
      if (!acted_) looked_ += instructions_ - begin_;
      begin_ = instructions_;
      acted_ = false;
    }
    acted_ |= out.write;
    ++instructions_;
  }
  /// Instructions of laps that wrote no special register.
  std::int64_t looked() const { return looked_; }

 private:
  static bool goes_back(const lanai::Instruction& in, const Insight& chip) {
    const bool taken =
        in.op == lanai::Op::kBranchAlways ||
        (in.op == lanai::Op::kBranch && lanai::holds(in.condition, chip.retire_flags));
    return taken && in.immediate <= chip.retire_pc;
  }

  std::int64_t instructions_ = 0;
  std::int64_t begin_ = 0;  ///< instructions before the lap under way
  std::int64_t looked_ = 0;
  bool acted_ = true;  ///< a special register has been written in the lap under way
};

}  // namespace flybar::rtl
