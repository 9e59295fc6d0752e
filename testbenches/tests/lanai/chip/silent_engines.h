/// Engines in an arbitrary state, on a bus and a link that only listen.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "models/common/extension.h"
#include "models/common/systemc_time.h"
#include "models/lanai/core/processor.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/run/chip_bus.h"
#include "models/pci/protocol.h"

namespace flybar::lanai {

/// Marks and lengths are drawn at first, the state of each engine again and again: all that
/// registers, bus and link can bring about.
class SilentEngines : public sc_core::sc_module {
 public:
  SilentEngines(sc_core::sc_module_name module_name, std::uint32_t seed)
      : sc_module(module_name),
        random_(seed),
        params_(draw_params()),
        sram_(Bytes(64 * 1024), Processor<ChipBus>::kSteps),
        engines(params_, sram_, nobody(), name()) {
    engines.host.bus.bind(bus_);
    engines.send.link().bind(link_);
    bus_.register_nb_transport_fw(this, &SilentEngines::begin_burst);
    link_.register_b_transport(this, &SilentEngines::listen);
    engines.host.before_answer = [] {};
  }

  Time now() const { return now_; }

  /// Draws another state, as of the begin of the clock at now().
  void draw() {
    now_ += Time::us(100);
    engines.send.take_symbols(now_);
    engines.reset();
    engines.state = {};
    if (one_in(2)) draw_host();
    if (!one_in(4)) draw_receive();
    if (!one_in(4)) draw_send();
  }

 private:
  std::int64_t from(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  bool one_in(int n) { return from(1, n) == 1; }
  Time clocks(std::int64_t n) const { return params_.clock * n; }

  ChipParams draw_params() {
    ChipParams params;
    constexpr std::array kOrders = {Arbitration::kHostReceiveSendCpu,
                                    Arbitration::kReceiveHostSendCpu,
                                    Arbitration::kHostSendReceiveCpu};
    params.arbitration = kOrders[static_cast<std::size_t>(from(0, 2))];
    params.accesses_per_clock = one_in(3) ? from(1, 4) : 2;
    params.sram_words = from(1, 2);
    params.bus_words = one_in(3) ? 2 : 1;
    params.link_words = from(1, 2);
    params.clock = Time::ps(one_in(3) ? from(25'000, 40'000) : 30'000);
    params.byte_time = Time::ps(one_in(3) ? from(500, params.clock.ps() / 3) : 6'250);
    params.send_fifo = from(2, 32);
    params.send_start = from(1, params.send_fifo);
    params.stop_mark = Bytes(4 * from(4, 60));
    params.go_mark = Bytes(4 * from(2, params.stop_mark.count / 4 - 1));
    return params;
  }

  void draw_host() {
    const std::int64_t words = from(1, 200);
    engines.host.sram_address = 0x8000;
    engines.host.start(now_ - clocks(100), static_cast<std::uint32_t>(4 * words));
    engines.host.ask(now_);
  }
  tlm::tlm_sync_enum begin_burst(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                 sc_core::sc_time&) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
    auto& burst = extension<pci::Burst>(payload, name());
    burst.words = payload.get_data_length() / 4;
    const Time clock = params_.clock;
    burst.interval = one_in(3) ? clock : one_in(2) ? clock * 2 : clock + Time::ps(from(1, 70'000));
    burst.first_data = now_ + Time::ps(from(1 - clock.ps(), 6 * clock.ps()));
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  }
  void listen(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  /// Bytes that have come and that are known to come, in runs with breaks between.
  void draw_receive() {
    ReceiveBuffer& buffer = engines.receive.buffer;
    Time at = now_ - clocks(from(0, 30));
    for (std::int64_t runs = from(0, 6); runs > 0; --runs) {
      const std::vector<std::uint8_t> bytes(static_cast<std::size_t>(from(1, 200)));
      const bool tail = one_in(5);
      buffer.push(at, bytes, tail);
      at += params_.byte_time * static_cast<std::int64_t>(bytes.size() + tail);
      if (!one_in(3)) at += Time::ps(from(0, 600'000));
    }
    while (buffer.next_ready() <= now_ - params_.clock) buffer.arrive(1);
    engines.receive.pointer = 0x4000;
    if (!one_in(4)) engines.receive.arm(static_cast<std::uint32_t>(0x4000 + 4 * from(0, 300)));
    ReceiveState& state = engines.state.receive;
    state.stopped =
        state.waiting >= engines.rules.stop || (state.waiting >= engines.rules.go && one_in(2));
  }

  /// Some words have been fetched, and some of these have left.
  void draw_send() {
    SendDma& send = engines.send;
    SendState& state = engines.state.send;
    const std::int64_t words = from(1, 300);
    send.pointer = 0x2000;
    if (one_in(6)) send.alignment = static_cast<std::uint32_t>(from(1, 3));
    send.start(static_cast<std::uint32_t>(0x2000 + 4 * (words - 1)), one_in(2));
    const std::int64_t fetched = std::min(words, from(0, params_.send_fifo));
    if (fetched > 0) send.take(now_ - clocks(1), static_cast<std::uint32_t>(fetched));
    const std::int64_t left = one_in(2) ? 0 : from(0, fetched);
    for (std::int64_t i = 0; i < left; ++i)
      send.leave(std::max(state.wire_free, now_ - clocks(60)));
    const bool gap = state.wire_free > now_;
    if (!gap) state.wire_free = now_ + Time::ps(from(-50'000, 30'000));
    state.running = state.fifo > 0 && (one_in(2) || state.fifo >= engines.rules.start);
    state.stopped = one_in(4);
    Time at = now_ + Time::ps(from(1 - params_.clock.ps(), 20 * params_.clock.ps()));
    bool stop = !state.stopped;
    for (std::int64_t symbols = one_in(2) ? 0 : from(1, 3); symbols > 0; --symbols) {
      send.flow_control(at, stop);
      at += Time::ps(from(1, 900'000));
      stop = !stop;
    }
  }

  std::mt19937 random_;
  const ChipParams params_;
  Sram sram_;
  Time now_ = Time::us(100);
  tlm_utils::simple_target_socket<SilentEngines, 32, pci::ProtocolTypes> bus_{"bus"};
  tlm_utils::simple_target_socket<SilentEngines, 32, myrinet::ProtocolTypes> link_{"link"};

 public:
  Engines engines;
};

}  // namespace flybar::lanai
