/// A target with memory on it, as a NIC board is: answers when its last data phase is over.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/common/agenda.h"
#include "models/common/systemc_time.h"
#include "models/common/units.h"
#include "models/pci/protocol.h"

namespace flybar::pci {

class Card : public sc_core::sc_module, private Task {
 public:
  struct Access {
    bool write;
    std::uint64_t address;
    std::uint32_t words;
    Time frame;
    Time last;
  };

  tlm_utils::simple_target_socket<Card, 32, ProtocolTypes> socket{"socket"};

  Card(sc_core::sc_module_name name, Clock clock, Agenda& agenda, std::uint64_t base, Bytes size)
      : sc_module(name),
        bytes(static_cast<std::size_t>(size.count)),
        clock_(clock),
        agenda_(agenda),
        base_(base) {
    socket.register_nb_transport_fw(this, &Card::from_bus);
  }

  std::vector<std::uint8_t> bytes;
  std::vector<Access> accesses;
  Cycles wait = Cycles(1);           ///< between address phase and first data
  std::uint32_t longest = 1u << 30;  ///< words until it disconnects
  int retries = 0;                   ///< so many it still gives
  Time foresees;                     ///< it knows what it does until then

 private:
  tlm::tlm_sync_enum from_bus(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay) {
    if (phase == kForesee) return foresee(payload, delay);
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
    payload_ = &payload;
    frame_ = kernel_time() + from_systemc(delay);
    words_ = retries > 0 ? 0 : std::min(longest, payload.get_data_length() / 4);
    const auto data_phases = static_cast<std::int64_t>(std::max(words_, 1u));
    agenda_.schedule(*this, frame_ + clock_.time(Cycles(1 + data_phases) + wait));
    return tlm::TLM_ACCEPTED;
  }

  tlm::tlm_sync_enum foresee(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    if (foresees == Time()) return tlm::TLM_COMPLETED;
    payload_ = &payload;
    words_ = payload.get_data_length() / 4;
    move();
    const Time first = kernel_time() + from_systemc(delay) + clock_.time(Cycles(2) + wait);
    auto& burst = *payload.get_extension<Burst>();
    burst.words = words_;
    burst.interval = clock_.period();
    burst.first_data = first;
    auto& foresight = *payload.get_extension<Foresight>();
    foresight.until = foresees;
    foresight.grid = clock_.period();
    delay = to_systemc(first + (words_ - 1) * clock_.period() - kernel_time());
    return tlm::TLM_UPDATED;
  }

  void run(Time now) override {
    Burst& burst = *payload_->get_extension<Burst>();
    burst.words = words_;
    burst.interval = clock_.period();
    burst.first_data = words_ == 0 ? now : now - (words_ - 1) * burst.interval;
    if (words_ == 0) {
      --retries;
    } else {
      move();
      accesses.push_back({payload_->is_write(), payload_->get_address(), words_, frame_, now});
    }
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = to_systemc(now - kernel_time());
    socket->nb_transport_bw(*payload_, phase, delay);
  }

  void move() {
    auto* place = bytes.data() + (payload_->get_address() - base_);
    if (payload_->is_write()) {
      std::copy_n(payload_->get_data_ptr(), words_ * 4, place);
    } else {
      std::copy_n(place, words_ * 4, payload_->get_data_ptr());
    }
  }

  const Clock clock_;
  Agenda& agenda_;
  const std::uint64_t base_;
  tlm::tlm_generic_payload* payload_ = nullptr;
  std::uint32_t words_ = 0;
  Time frame_;
};

}  // namespace flybar::pci
