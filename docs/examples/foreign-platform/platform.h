/// A SystemC platform that knows nothing of Flybar but how its sockets are spoken to: a thread that
/// is a CPU, and one that is a memory.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "models/common/systemc_time.h"
#include "models/myrinet/link/protocol.h"
#include "models/pci/protocol.h"

/// Loads as a debugger does, and writes registers over the bus.
class Cpu : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Cpu, 32, flybar::pci::ProtocolTypes> bus{"bus"};
  std::function<void(Cpu&)> program;

  explicit Cpu(sc_core::sc_module_name name) : sc_module(name) {
    bus.register_nb_transport_bw(this, &Cpu::answered);
    SC_HAS_PROCESS(Cpu);
    SC_THREAD(run);
  }

  unsigned load(std::uint64_t address, std::vector<std::uint8_t> bytes) {
    tlm::tlm_generic_payload payload;
    fill(payload, tlm::TLM_WRITE_COMMAND, address, bytes);
    return bus->transport_dbg(payload);
  }

  void write(std::uint64_t address, std::vector<std::uint8_t> bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_extension(new flybar::pci::Burst);  // the payload's from now on
    fill(payload, tlm::TLM_WRITE_COMMAND, address, bytes);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    bus->nb_transport_fw(payload, phase, delay);
    wait(answer_);
    phase = tlm::END_RESP;
    delay = sc_core::SC_ZERO_TIME;
    bus->nb_transport_fw(payload, phase, delay);
  }

 private:
  static void fill(tlm::tlm_generic_payload& payload, tlm::tlm_command command,
                   std::uint64_t address, std::vector<std::uint8_t>& bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
  }
  void run() { program(*this); }
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time& delay) {
    answer_.notify(delay);
    return tlm::TLM_ACCEPTED;
  }

  sc_core::sc_event answer_;
};

/// Answers the DMA of the card after 300 ns, one word in each clock.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory, 32, flybar::pci::ProtocolTypes> bus{"bus"};
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(4096);

  explicit Memory(sc_core::sc_module_name name) : sc_module(name) {
    bus.register_nb_transport_fw(this, &Memory::request);
    SC_HAS_PROCESS(Memory);
    SC_THREAD(run);
  }

 private:
  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      payload_ = &payload;
      requested_.notify(delay);
      return tlm::TLM_ACCEPTED;
    }
    const auto moved = payload.get_extension<flybar::pci::Burst>()->moved * 4;
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), moved, place());
    return tlm::TLM_COMPLETED;
  }

  void run() {
    for (;;) {
      wait(requested_);
      wait(sc_core::sc_time(300, sc_core::SC_NS));
      if (payload_->is_read())
        std::copy_n(place(), payload_->get_data_length(), payload_->get_data_ptr());
      auto* burst = payload_->get_extension<flybar::pci::Burst>();
      burst->interval = flybar::Time::ns(30);
      burst->first_data = flybar::kernel_time() + burst->interval;
      burst->words = payload_->get_data_length() / 4;
      payload_->set_response_status(tlm::TLM_OK_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay;
      bus->nb_transport_bw(*payload_, phase, delay);
    }
  }

  std::vector<std::uint8_t>::iterator place() {
    return bytes.begin() + static_cast<std::ptrdiff_t>(payload_->get_address());
  }

  tlm::tlm_generic_payload* payload_ = nullptr;
  sc_core::sc_event requested_;
};

/// Nobody is at the other end of the link.
class NoLink : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<NoLink, 32, flybar::myrinet::ProtocolTypes> in{"in"};
  tlm_utils::simple_initiator_socket<NoLink, 32, flybar::myrinet::ProtocolTypes> out{"out"};

  explicit NoLink(sc_core::sc_module_name name) : sc_module(name) {
    in.register_b_transport(this, &NoLink::ignore);
  }

 private:
  void ignore(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};
