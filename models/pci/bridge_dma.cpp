#include "models/common/error.h"
#include "models/common/extension.h"
#include "models/common/systemc_time.h"
#include "models/pci/bridge.h"

namespace flybar::pci {

tlm::tlm_sync_enum HostBridge::from_bus(Payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  const Time now = instant(delay);
  if (phase == kForesee) return tlm::TLM_COMPLETED;
  Burst& burst = extension<Burst>(payload, pci_target.name());
  if (phase == tlm::END_RESP) {
    if (payload.is_write() && burst.moved != 0) end_dma_write(payload, now, burst);
    return tlm::TLM_COMPLETED;
  }
  const Bytes length(payload.get_data_length());
  const bool accepted = payload.is_write() ? dma_.write(payload.get_address(), length, now, burst)
                                           : begin_dma_read(payload, now, burst);
  if (!accepted) delay = delay_until(dma_.retry_end(now));
  phase = tlm::BEGIN_RESP;
  return tlm::TLM_UPDATED;
}

bool HostBridge::begin_dma_read(Payload& payload, Time frame, Burst& burst) {
  const Bytes length(payload.get_data_length());
  const Bytes readable = dma_.readable(payload.get_address(), length);
  const Time late = access_memory(payload, readable, frame + clock_.period());
  burst.words = 0;
  payload.set_response_status(memory_access_.get_response_status());
  if (!memory_access_.is_response_ok()) return false;
  dma_.read(payload.get_address(), length, frame, late, burst);
  return true;
}

void HostBridge::end_dma_write(Payload& payload, Time now, const Burst& burst) {
  const Bytes moved(std::int64_t{burst.moved} * 4);
  access_memory(payload, moved, now);
  dma_.written(now);
  if (memory_access_.is_response_ok()) return;
  throw SimulationError(
      std::string(name()) + " at " + std::to_string(now.ps()) + " ps",
      "DMA write of " + std::to_string(moved.count) + " B to address " +
          std::to_string(payload.get_address()) + ": " + memory_access_.get_response_string(),
      "addresses that host memory accepts", "look where the card got this address from")
      .at(now);
}

/// How much later than at once memory has done it.
Time HostBridge::access_memory(const Payload& payload, Bytes length, Time at) {
  const auto size = static_cast<unsigned>(length.count);
  memory_access_.set_command(payload.get_command());
  memory_access_.set_address(payload.get_address());
  memory_access_.set_data_ptr(payload.get_data_ptr());
  memory_access_.set_data_length(size);
  memory_access_.set_streaming_width(size);
  memory_access_.set_dmi_allowed(false);
  memory_access_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  const Time delay = at - kernel_time();
  sc_core::sc_time done = to_systemc(delay);
  memory->b_transport(memory_access_, done);
  return from_systemc(done) - delay;
}

}  // namespace flybar::pci
