/// A SystemC platform that knows nothing of agendas and schedulers: plain threads on the bus and on
/// the link of one board.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "models/common/systemc_time.h"
#include "models/contracts/runner.h"
#include "models/myrinet/link/protocol.h"
#include "models/myrinet/network.h"
#include "models/pci/protocol.h"

namespace flybar::foreign {

/// The CPU's side of the bus: a thread that reads and writes the board's window.
class Host : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Host, 32, pci::ProtocolTypes> bus{"bus"};
  std::function<void(Host&)> program = [](Host&) {};

  explicit Host(sc_core::sc_module_name name) : sc_module(name) {
    bus.register_nb_transport_bw(this, &Host::answer);
    SC_HAS_PROCESS(Host);
    SC_THREAD(run);
  }

  void write(std::uint64_t address, std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
    access(tlm::TLM_WRITE_COMMAND, address, copy);
  }
  void write_word(std::uint64_t address, std::uint32_t value) {
    std::vector<std::uint8_t> bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    access(tlm::TLM_WRITE_COMMAND, address, bytes);
  }
  /// As a debugger does it; how many bytes were moved.
  unsigned debug(tlm::tlm_command command, std::uint64_t address, std::span<std::uint8_t> bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    return bus->transport_dbg(payload);
  }
  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t bytes) {
    std::vector<std::uint8_t> data(bytes);
    access(tlm::TLM_READ_COMMAND, address, data);
    return data;
  }

 private:
  void run() { program(*this); }

  void access(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t>& bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_extension(new pci::Burst);  // the payload's from now on
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    bus->nb_transport_fw(payload, phase, delay);
    wait(answered_);
    phase = tlm::END_RESP;
    delay = sc_core::SC_ZERO_TIME;
    bus->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum answer(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time& delay) {
    answered_.notify(delay);
    return tlm::TLM_ACCEPTED;
  }

  sc_core::sc_event answered_;
};

/// Memory on the bus: a thread that answers the board's DMA after a latency.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory, 32, pci::ProtocolTypes> bus{"bus"};
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(4096);

  explicit Memory(sc_core::sc_module_name name) : sc_module(name) {
    bus.register_nb_transport_fw(this, &Memory::request);
    SC_HAS_PROCESS(Memory);
    SC_THREAD(run);
  }

 private:
  static constexpr Time kLatency = Time::ns(300), kClock = Time::ns(30);

  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      payload_ = &payload;
      requested_.notify(delay);
      return tlm::TLM_ACCEPTED;
    }
    const auto moved = payload.get_extension<pci::Burst>()->moved * 4;
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), moved, place(payload));
    return tlm::TLM_COMPLETED;
  }

  void run() {
    for (;;) {
      wait(requested_);
      wait(to_systemc(kLatency));
      if (payload_->is_read())
        std::copy_n(place(*payload_), payload_->get_data_length(), payload_->get_data_ptr());
      auto* burst = payload_->get_extension<pci::Burst>();
      burst->first_data = kernel_time() + kClock;
      burst->interval = kClock;
      burst->words = payload_->get_data_length() / 4;
      payload_->set_response_status(tlm::TLM_OK_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay;
      bus->nb_transport_bw(*payload_, phase, delay);
    }
  }

  std::vector<std::uint8_t>::iterator place(const tlm::tlm_generic_payload& payload) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(payload.get_address());
  }

  tlm::tlm_generic_payload* payload_ = nullptr;
  sc_core::sc_event requested_;
};

/// The other end of the link: a thread that receives packets and answers them.
class Partner : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Partner, 32, myrinet::ProtocolTypes> in{"in"};
  tlm_utils::simple_initiator_socket<Partner, 32, myrinet::ProtocolTypes> out{"out"};
  using Packet = std::vector<std::uint8_t>;
  std::vector<Packet> received;
  /// The answer to a packet that has arrived.
  std::function<Packet(const Packet&)> answer = [](const Packet&) { return Packet(); };

  Partner(sc_core::sc_module_name name, Time byte_time) : sc_module(name), byte_time_(byte_time) {
    in.register_b_transport(this, &Partner::arrive);
    SC_HAS_PROCESS(Partner);
    SC_THREAD(run);
  }

 private:
  void arrive(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    const auto* link = payload.get_extension<myrinet::Link>();
    if (link->symbols != myrinet::Symbols::kBytes) return;
    const std::uint8_t* data = payload.get_data_ptr();
    packet_.insert(packet_.end(), data, data + payload.get_data_length());
    if (!link->tail) return;
    received.push_back(std::exchange(packet_, {}));
    complete_.notify(delay + to_systemc(byte_time_ * payload.get_data_length()));
  }

  void run() {
    for (;;) {
      wait(complete_);
      Packet packet = answer(received.back());
      if (packet.empty()) continue;
      auto* link = new myrinet::Link;
      link->head = link->tail = true;
      tlm::tlm_generic_payload payload;
      payload.set_extension(link);  // the payload's from now on
      payload.set_write();
      payload.set_data_ptr(packet.data());
      payload.set_data_length(static_cast<unsigned>(packet.size()));
      sc_core::sc_time delay;
      out->b_transport(payload, delay);
    }
  }

  const Time byte_time_;
  Packet packet_;
  sc_core::sc_event complete_;
};

/// Moves a network between a board and a Partner: tells it how far both are, more often than
/// anything can pass a cable.
class NetworkDriver : public sc_core::sc_module {
 public:
  NetworkDriver(sc_core::sc_module_name name, myrinet::Network& network, const Runner& board)
      : sc_module(name), network_(network), board_(board) {
    SC_HAS_PROCESS(NetworkDriver);
    SC_METHOD(advance);
  }

 private:
  void advance() {
    const std::array<Time, 2> known = {std::min(board_.time(), kernel_time()), kernel_time()};
    network_.advance(known);
    next_trigger(to_systemc(Time::ps(network_.from_others(0).ps() / 2)));
  }

  myrinet::Network& network_;
  const Runner& board_;
};

}  // namespace flybar::foreign
