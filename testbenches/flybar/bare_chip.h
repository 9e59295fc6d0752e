/// A chip with nothing around it: a bus on which nobody answers, a link that leads nowhere.
#pragma once

#include <array>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/agenda.h"
#include "models/common/kernel.h"
#include "models/lanai/chip.h"
#include "models/lanai/image.h"
#include "models/pci/protocol.h"

namespace flybar::program {

class BareChip : public sc_core::sc_module {
 public:
  BareChip(sc_core::sc_module_name name, const lanai::ChipParams& params, const lanai::Image& image,
           Observer& observer);

  /// Loads the image and releases the reset: the processor executes its first instruction.
  void start();

  lanai::Chip& chip() { return chip_; }
  std::uint32_t pc() const { return chip_.core().state.pipe.pc; }

  /// Advances until the processor has been given `clocks` clocks in all. After start().
  void run_to(std::int64_t clocks);

 private:
  tlm::tlm_sync_enum refuse(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void swallow(tlm::tlm_generic_payload&, sc_core::sc_time&) {}
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void leave_reset();

  const lanai::Image& image_;
  Agenda agenda_;
  Kernel kernel_;
  lanai::Chip chip_;
  tlm_utils::simple_target_socket<BareChip> memory_{"memory"};
  tlm_utils::simple_initiator_socket<BareChip> host_{"host"};
  tlm_utils::simple_target_socket<BareChip> wire_out_{"wire_out"};
  tlm_utils::simple_initiator_socket<BareChip> wire_in_{"wire_in"};
  bool answered_ = false;
  Time begin_;  ///< the first clock of the processor
};

}  // namespace flybar::program
