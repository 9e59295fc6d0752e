#include "models/lan/ring/register_port.h"

#include <utility>

#include "models/common/extension.h"
#include "models/common/systemc_time.h"
#include "models/host/memory/words.h"

namespace flybar::lan {

namespace {
/// Clocks from FRAME# to the first data phase: DEVSEL# is of medium speed, and a wait state.
constexpr int kLatency = 3;
}  // namespace

RegisterPort::RegisterPort(Owner& owner, std::uint32_t window, Time bus_clock, Agenda& agenda)
    : owner_(owner),
      window_(window),
      clock_(bus_clock),
      done_(agenda, [this](Time now) { finish(now); }) {
  bus.register_nb_transport_fw(this, &RegisterPort::request);
}

/// Nothing is known ahead, so kForesee has no answer.
tlm::tlm_sync_enum RegisterPort::request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
  extension<pci::Burst>(payload, bus.name());
  payload_ = &payload;
  first_ = instant(delay) + kLatency * clock_;
  done_.set(first_ + clock_ * (payload.get_data_length() / pci::kWord - 1));
  return tlm::TLM_ACCEPTED;
}

void RegisterPort::finish(Time now) {
  tlm::tlm_generic_payload& payload = *std::exchange(payload_, nullptr);
  const auto offset = static_cast<std::uint32_t>(payload.get_address()) - window_;
  const std::uint32_t words = payload.get_data_length() / pci::kWord;
  for (std::uint32_t word = 0; word < words; ++word) {
    const std::span bytes(payload.get_data_ptr() + word * pci::kWord, pci::kWord);
    const std::uint32_t at = offset + word * pci::kWord;
    if (payload.is_read())
      host::put_word(bytes, owner_.read_register(at));
    else
      owner_.write_register(at, host::get_word(bytes), now);
  }
  auto& burst = extension<pci::Burst>(payload, bus.name());
  burst.first_data = first_;
  burst.interval = clock_;
  burst.words = burst.moved = words;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = delay_until(now);
  bus->nb_transport_bw(payload, phase, delay);
}

}  // namespace flybar::lan
