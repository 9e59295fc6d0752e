/// A card of one's own: a word written to it is a bus address, to which it writes a page by DMA.
#pragma once

#include <algorithm>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "models/common/agenda.h"
#include "models/common/systemc_time.h"
#include "models/pci/protocol.h"

/// Its registers on the bus, a target: each access takes one wait state and moves one word.
class Doorbell : public sc_core::sc_module, private flybar::Task {
 public:
  tlm_utils::simple_target_socket<Doorbell, 32, flybar::pci::ProtocolTypes> socket{"socket"};
  std::function<void(flybar::Time, std::uint32_t)> on_write;

  Doorbell(sc_core::sc_module_name name, flybar::Clock clock, flybar::Agenda& agenda)
      : sc_module(name), clock_(clock), agenda_(agenda) {
    socket.register_nb_transport_fw(this, &Doorbell::from_bus);
  }

 private:
  tlm::tlm_sync_enum from_bus(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;  // it foresees nothing
    payload_ = &payload;
    const flybar::Time frame = flybar::kernel_time() + flybar::from_systemc(delay);
    agenda_.schedule(*this, frame + clock_.time(flybar::Cycles(3)));
    return tlm::TLM_ACCEPTED;
  }

  void run(flybar::Time now) override {
    auto& burst = *payload_->get_extension<flybar::pci::Burst>();
    burst.words = 1;
    burst.interval = clock_.period();
    burst.first_data = now;
    std::uint32_t word = 0;
    auto* bytes = reinterpret_cast<std::uint8_t*>(&word);
    if (payload_->is_write())
      std::copy_n(payload_->get_data_ptr(), 4, bytes);
    else
      std::copy_n(bytes, 4, payload_->get_data_ptr());
    const bool rung = payload_->is_write();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = flybar::to_systemc(now - flybar::kernel_time());
    socket->nb_transport_bw(*payload_, phase, delay);
    if (rung) on_write(now, word);
  }

  const flybar::Clock clock_;
  flybar::Agenda& agenda_;
  tlm::tlm_generic_payload* payload_ = nullptr;
};

/// Its DMA, a master: asks for all that is left until the bridge has taken everything.
class Writer : public sc_core::sc_module, private flybar::Task {
 public:
  tlm_utils::simple_initiator_socket<Writer, 32, flybar::pci::ProtocolTypes> socket{"socket"};
  std::vector<std::uint8_t> data;
  flybar::Time ended;
  int bursts = 0;

  Writer(sc_core::sc_module_name name, flybar::Clock clock, flybar::Agenda& agenda)
      : sc_module(name), clock_(clock), agenda_(agenda) {
    socket.register_nb_transport_bw(this, &Writer::answer);
    payload_.set_extension(&burst_);
    payload_.set_write();
  }
  ~Writer() override { payload_.clear_extension(&burst_); }

  void start(flybar::Time now, std::uint32_t address) {
    address_ = address;
    agenda_.schedule(*this, now + clock_.period());
  }

 private:
  void run(flybar::Time now) override { moving_ ? end(now) : request(now); }

  void request(flybar::Time now) {
    payload_.set_address(address_ + done_);
    payload_.set_data_ptr(data.data() + done_);
    payload_.set_data_length(static_cast<unsigned>(data.size() - done_));
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = flybar::to_systemc(now - flybar::kernel_time());
    if (socket->nb_transport_fw(payload_, phase, delay) == tlm::TLM_UPDATED)
      answer(payload_, phase, delay);
  }

  tlm::tlm_sync_enum answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay) {
    const flybar::Time at = flybar::kernel_time() + flybar::from_systemc(delay);
    if (phase == flybar::pci::kStopBurst) {  // the latency timer has run out
      const auto phases = (at - burst_.first_data) / burst_.interval + 1;
      words_ = std::min(words_, static_cast<std::uint32_t>(phases));
    } else if (burst_.words == 0) {  // Retry
      agenda_.schedule(*this, at + clock_.time(flybar::Cycles(2)));
      return tlm::TLM_ACCEPTED;
    } else {
      moving_ = true;
      words_ = std::min(burst_.words, payload_.get_data_length() / 4);
    }
    agenda_.schedule(*this, burst_.first_data + (words_ - 1) * burst_.interval);
    return tlm::TLM_ACCEPTED;
  }

  void end(flybar::Time now) {
    moving_ = false;
    ++bursts;
    burst_.moved = words_;
    done_ += words_ * 4;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = flybar::to_systemc(now - flybar::kernel_time());
    socket->nb_transport_fw(payload_, phase, delay);
    ended = now;
    if (done_ < data.size()) agenda_.schedule(*this, now + clock_.time(flybar::Cycles(2)));
  }

  const flybar::Clock clock_;
  flybar::Agenda& agenda_;
  tlm::tlm_generic_payload payload_;
  flybar::pci::Burst burst_;
  std::uint32_t address_ = 0, words_ = 0;
  std::size_t done_ = 0;
  bool moving_ = false;
};
