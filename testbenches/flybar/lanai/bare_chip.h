/// A chip with nothing around it that runs a program: a bus on which nobody answers, a link that
/// leads nowhere.
#pragma once

#include "testbenches/programs/lanai/bare_chip.h"

namespace flybar::program {

class BareChip : public lanai::BareChip {
 public:
  BareChip(sc_core::sc_module_name name, const lanai::ChipParams& params, const lanai::Image& image,
           Observer& observer);

  /// Loads the image and releases the reset: the processor executes its first instruction.
  void start();

  std::uint32_t pc() const { return chip.core().place().pc; }

  /// Advances until the processor has been given `clocks` clocks in all. After start().
  void run_to(std::int64_t clocks);

 private:
  tlm::tlm_sync_enum bus_access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                sc_core::sc_time& delay) override;

  const lanai::Image& image_;
  Time begin_;  ///< the first clock of the processor
};

}  // namespace flybar::program
