/// A card's DMA engine as simple as it can be: asks for all that is left, moves words at the times
/// it is told, stops when it is told, asks again in the next
/// clock, or two clocks after the target disconnected.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/common/agenda.h"
#include "models/common/systemc_time.h"
#include "models/common/units.h"
#include "models/pci/protocol.h"

namespace flybar::pci {

class DmaMaster : public sc_core::sc_module, private Task {
 public:
  struct Move {
    std::uint64_t address;
    Time first_data;
    std::uint32_t words;
    Time end;
  };

  tlm_utils::simple_initiator_socket<DmaMaster, 32, ProtocolTypes> socket{"socket"};

  DmaMaster(sc_core::sc_module_name name, Clock clock, Agenda& agenda)
      : sc_module(name), clock_(clock), agenda_(agenda) {
    socket.register_nb_transport_bw(this, &DmaMaster::answer);
    payload_.set_extension(&burst_);
  }
  ~DmaMaster() override { payload_.clear_extension(&burst_); }

  /// Moves all of `data` to or from `address`. REQ# at `at`.
  void start(Time at, tlm::tlm_command command, std::uint64_t address) {
    payload_.set_command(command);
    begin_ = address;
    done_ = 0;
    agenda_.schedule(*this, at);
  }
  void read(Time at, std::uint64_t address, Bytes length) {
    data.assign(static_cast<std::size_t>(length.count), 0);
    start(at, tlm::TLM_READ_COMMAND, address);
  }
  void write(Time at, std::uint64_t address, std::vector<std::uint8_t> bytes) {
    data = std::move(bytes);
    start(at, tlm::TLM_WRITE_COMMAND, address);
  }

  std::vector<std::uint8_t> data;
  std::vector<Move> moves;
  std::vector<Time> retries;
  std::vector<Time> stops;
  tlm::tlm_response_status failure = tlm::TLM_OK_RESPONSE;
  Time finished = Time::never();
  bool wide = false;                 ///< asks for data phases of 64 bits
  Time pause;                        ///< added before it asks for the rest
  std::function<void(Time)> on_end;  ///< called when all has moved

 private:
  void run(Time now) override {
    if (moving_) {
      end(now);
    } else {
      request(now);
    }
  }

  void request(Time now) {
    payload_.set_address(begin_ + done_);
    payload_.set_data_ptr(data.data() + done_);
    payload_.set_data_length(static_cast<unsigned>(data.size() - done_));
    burst_.wide = wide;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = to_systemc(now - kernel_time());
    if (socket->nb_transport_fw(payload_, phase, delay) == tlm::TLM_UPDATED) {
      answer(payload_, phase, delay);
    }
  }

  tlm::tlm_sync_enum answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay) {
    const Time at = kernel_time() + from_systemc(delay);
    if (phase == kStopBurst) {
      stops.push_back(at);
      const auto phases = (at - burst_.first_data) / burst_.interval + 1;
      words_ = std::min(
          words_, burst_.words_in(payload_.get_address(), static_cast<std::uint32_t>(phases)));
      schedule_end();
    } else if (!payload_.is_response_ok()) {
      failure = payload_.get_response_status();
      finished = at;
    } else if (burst_.words == 0) {
      retries.push_back(at);
      agenda_.schedule(*this, at + clock_.time(Cycles(2)));
    } else {
      begin();
    }
    return tlm::TLM_ACCEPTED;
  }

  void begin() {
    moving_ = true;
    words_ = std::min(burst_.words, payload_.get_data_length() / 4);
    schedule_end();
  }

  void schedule_end() {
    const std::uint32_t phases = burst_.phases(payload_.get_address(), words_);
    agenda_.schedule(*this, burst_.first_data + (phases - 1) * burst_.interval);
  }

  void end(Time now) {
    moving_ = false;
    burst_.moved = words_;
    moves.push_back({payload_.get_address(), burst_.first_data, words_, now});
    done_ += words_ * 4;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = to_systemc(now - kernel_time());
    socket->nb_transport_fw(payload_, phase, delay);
    if (done_ < data.size()) {
      const bool disconnected = words_ == burst_.words;
      agenda_.schedule(*this, now + clock_.time(Cycles(disconnected ? 2 : 1)) + pause);
      return;
    }
    finished = now;
    if (on_end) on_end(now);
  }

  const Clock clock_;
  Agenda& agenda_;
  tlm::tlm_generic_payload payload_;
  Burst burst_;
  std::uint64_t begin_ = 0;
  std::size_t done_ = 0;
  std::uint32_t words_ = 0;
  bool moving_ = false;
};

}  // namespace flybar::pci
