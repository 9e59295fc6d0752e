/// The chip as PCI master: turns what the host DMA engine asks for into transactions, and the times
/// of their data phases into clocks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/lanai/params.h"
#include "models/pci/protocol.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class BusMaster {
 public:
  tlm_utils::simple_initiator_socket<BusMaster, 32, pci::ProtocolTypes> bus{"pci_master"};

  /// Called at that instant if no target serves the address in host memory. Does not return.
  std::function<void(Time, std::uint32_t)> refused;

  explicit BusMaster(const lanai::ChipParams& params);
  ~BusMaster() { payload_.clear_extension(&burst_); }

  /// The clock that begins at `t`: asks for the bus if the chip wants it and it is time.
  void ask(Time t, const Outputs& out) {
    if (phase_ == Phase::kIdle && out.hdma_req && not_before_ <= t)
      request(t, out, out.hdma_longest);
  }
  /// Whether a data phase is due in the clock at `t`, and its data.
  void offer(Time t, Inputs& in) const;
  /// The clock at `t` has passed, in which the engine had this longest transaction.
  void passed(Time t, const Inputs& in, const Outputs& out, std::uint32_t longest);
  /// The host resets the chip.
  void reset() { phase_ = Phase::kIdle, next_ = Time::never(), not_before_ = Time(); }

 private:
  enum class Phase : std::uint8_t { kIdle, kRequested, kBurst };

  void request(Time at, const Outputs& out, std::uint32_t longest);
  tlm::tlm_sync_enum answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void begin_burst(Time at);
  void cut_burst(Time last);

  const lanai::ChipParams& params_;
  Phase phase_ = Phase::kIdle;
  Time not_before_;            ///< of the next request
  Time next_ = Time::never();  ///< data phase of the burst under way
  Time interval_;
  std::uint32_t words_ = 0;  ///< of the burst
  std::uint32_t moved_ = 0;
  tlm::tlm_generic_payload payload_;
  pci::Burst burst_;
  std::vector<std::uint8_t> data_;
};

}  // namespace flybar::rtl
