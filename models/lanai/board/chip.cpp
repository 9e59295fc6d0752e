#include "models/lanai/board/chip.h"

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/extension.h"
#include "models/common/systemc_time.h"
#include "models/lanai/board/debug.h"
#include "models/lanai/board/signals.h"
#include "models/lanai/image/image.h"
#include "models/lanai/run/chip_bus.h"
#include "models/lanai/run/every_clock.h"
#include "models/lanai/run/idle_loop.h"
#include "models/lanai/run/machine.h"
#include "models/lanai/run/outlook.h"
#include "models/lanai/run/rest.h"
#include "models/lanai/run/shadow.h"
#include "models/lanai/run/windows.h"

namespace flybar::lanai {

struct Chip::Parts {
  Parts(const std::string& name, const ChipParams& params, Agenda& agenda,
        const KernelBorder& kernel, Observer& observer)
      : machine(name, params, agenda, kernel, observer, bus) {}

  Machine machine;
  IdleLoop idle;
  Windows windows{machine, idle};
  ChipBus bus{machine, idle, windows};
  EveryClock every_clock{machine};
  Rest rest{machine, idle, windows, every_clock};
  std::optional<Signals> signals;
  std::unique_ptr<Shadow> shadow;
  std::optional<ShadowWindows> shadow_windows;
};

Chip::Chip(sc_core::sc_module_name module_name, const ChipParams& params, Agenda& agenda,
           const KernelBorder& kernel, Observer& observer)
    : sc_module(module_name),
      parts_(std::make_unique<Parts>(name(), params, agenda, kernel, observer)) {
  link_in.register_b_transport(this, &Chip::link_symbols);
  Machine& m = parts_->machine;
  m.registers.on_interrupt = [this](bool level, Time at) {
    if (on_interrupt) on_interrupt(level, at);
  };
  m.engines.host.before_answer = [this] { parts_->windows.interrupt(); };
  m.engines.host.refused = [&m](Time at, std::uint32_t address) {
    m.firmware.fault(
        {m.processor.place().pc, at},
        {fmt::format("no target serves PCI address {:#x}, at which a host DMA has come", address),
         "addresses of the host's memory",
         "look where the firmware has EAR from, and at what the host gave it"});
  };
  m.port.foresee = [this](const auto& reads, auto* data) {
    return parts_->rest.foresee(reads, data);
  };
  m.port.debug = [this, &m](std::uint32_t offset, tlm::tlm_generic_payload& payload) {
    return debug_access(m, offset, payload, [this] {
      end_rest();
      parts_->every_clock.memory_written();
    });
  };
  m.port.rests = [this] { return resting(); };
  m.port.repeat = [this](const auto& reads) { parts_->rest.pass_reads(reads); };
  parts_->every_clock.on_clock = [this](const Accesses& grants, bool stalled) {
    sample(grants, stalled);
  };
  parts_->every_clock.next_window = [this] { place_shadow(); };
}

Chip::~Chip() = default;

tlm::tlm_initiator_socket<32, pci::ProtocolTypes>& Chip::pci_master() {
  return parts_->machine.engines.host.bus;
}

tlm::tlm_target_socket<32, pci::ProtocolTypes>& Chip::pci_target() {
  return parts_->machine.port.bus;
}

tlm::tlm_initiator_socket<32, myrinet::ProtocolTypes>& Chip::link_out() {
  return parts_->machine.engines.send.link();
}

void Chip::name_packets(const NamePacket& name) {
  Engines& engines = parts_->machine.engines;
  engines.send.name_packet = engines.receive.name_packet = name;
}

void Chip::name_transfers(const NameTransfer& name) {
  parts_->machine.engines.host.name_transfer = name;
}

void Chip::set_image(const Image* image) {
  parts_->machine.firmware.set_image(image);
  parts_->idle.know(image ? &image->sends : nullptr);
}

void Chip::observe_instructions(bool on) {
  parts_->machine.observed = on;
  parts_->machine.processor.watch(on);
}

void Chip::observe_signals(Time from, Time to) {
  Machine& m = parts_->machine;
  parts_->signals.emplace(m.observer, name());
  if (parts_->shadow) parts_->shadow->observe(m.observer, name());
  m.signals = {from, to};
  m.choose_watch();
}

void Chip::set_shadow(std::unique_ptr<Shadow> shadow) {
  parts_->shadow = std::move(shadow);
  parts_->every_clock.shadow = parts_->shadow.get();
}

void Chip::shadow_in(const ShadowPlaces& places) {
  if (!parts_->shadow) return;
  parts_->shadow_windows.emplace(places, clock(), name());
  place_shadow();
}

ShadowCount Chip::shadowed() const {
  return parts_->every_clock.shadowed;
}

/// Moves the shadow, if there is one, to its next window from now on.
void Chip::place_shadow() {
  Machine& m = parts_->machine;
  if (parts_->shadow_windows) m.shadowed = parts_->shadow_windows->after(m.now);
  m.choose_watch();
}

Time Chip::clock() const {
  return parts_->machine.params.clock;
}

Time Chip::time() const {
  return resting() ? parts_->rest.next_event() : parts_->machine.now;
}

bool Chip::resting() const {
  return parts_->rest.resting();
}

bool Chip::may_be_suspended() const {
  const Engines& engines = parts_->machine.engines;
  const ReceiveBuffer& buffer = engines.receive.buffer;
  return resting() && !engines.send.open() && buffer.known() == buffer.waiting();
}

void Chip::run(const Time& horizon) {
  if (failed_) return;
  if (parts_->machine.missed_watch()) place_shadow();
  try {
    run_clocks(horizon);
  } catch (const SimulationError& error) {
    fail(error.at().value_or(parts_->machine.now));
    throw;
  }
  Machine& m = parts_->machine;
  m.firmware.gate.look(m.sram);
  m.engines.send.flush();
}

/// What the engines have sent before the fault still reaches others.
void Chip::fail(Time at) {
  failed_ = true;
  parts_->windows.settle_before(at);
  parts_->machine.engines.send.flush();
}

void Chip::run_clocks(const Time& horizon) {
  Machine& m = parts_->machine;
  for (;;) {
    const Time limit = std::min(horizon, m.kernel.horizon());
    const Time stop = std::min(limit, m.agenda.next());
    if (stepping_ == Stepping::kFast && resting()) {
      if (!parts_->rest.pass(stop)) return;
    } else if (m.now >= stop) {
      return;
    } else if (m.watched() || stepping_ == Stepping::kEveryClock) {
      parts_->idle.abort();
      parts_->every_clock.run(horizon);
    } else if (!parts_->windows.run(std::min({limit, m.watch_ahead(), answer_ahead()}), horizon)) {
      parts_->every_clock.step();
    }
  }
}

/// Clocks that begin before end before an answer to a packet that may begin now.
Time Chip::answer_ahead() const {
  const Machine& m = parts_->machine;
  const bool may_begin = !m.engines.send.idle() && !m.engines.send.open();
  return may_begin ? m.clocks_before(m.now + shortest_echo_) : Time::never();
}

/// A loop that rests because it sees nothing new may see something now.
void Chip::end_rest() {
  if (parts_->idle.found()) catch_up(clocks_before(kernel_time()));
  parts_->idle.abort();
  if (on_arrival) on_arrival();
}

void Chip::catch_up(Time t) {
  run(t);
  if (parts_->machine.registers.held() && resting()) return parts_->rest.wake(t);
  // What is left of a lap may be several laps of a shorter loop, in which a rest begins anew.
  for (; parts_->idle.found(); run(t)) parts_->rest.wake(t);
}

/// What happens before `known` is known: a chip that rests has not counted its clocks.
Outlook Chip::outlook(Time known) const {
  const Machine& m = parts_->machine;
  return {.params = m.params,
          .engines = m.engines,
          .here = resting() ? known : m.now,
          .runs_ahead = !m.registers.held() && stepping_ == Stepping::kFast,
          .untouched = stepping_ == Stepping::kFast && m.untouched && m.firmware.image() == nullptr,
          .image = m.firmware.image(),
          .gate = m.firmware.gate,
          .sram = m.sram,
          .core = m.processor,
          .idle = parts_->idle};
}

Time Chip::byte_guarantee(Time known) const {
  return outlook(known).byte_guarantee();
}

myrinet::Guarantee Chip::guarantee(Time known,
                                   const std::optional<myrinet::Envelope>& coming) const {
  const Outlook from_here = outlook(known);
  return {.bytes = from_here.byte_guarantee(),
          .flow = from_here.flow_guarantee(coming),
          .held = parts_->machine.engines.send.held(),
          .envelope = from_here.envelope()};
}

void Chip::link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const auto& link = extension<myrinet::Link>(payload, link_in.name());
  Engines& engines = parts_->machine.engines;
  const Time at = instant(delay);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (link.symbols == myrinet::Symbols::kBytes)
    engines.receive.buffer.push(at, {payload.get_data_ptr(), payload.get_data_length()}, link.tail);
  else
    engines.send.flow_control(at, link.symbols == myrinet::Symbols::kStop);
  if (on_arrival) on_arrival();
}

void Chip::sample(const Accesses& grants, bool stalled) {
  if (!parts_->signals || !parts_->machine.signals.contains(parts_->machine.now)) return;
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  const Machine& m = parts_->machine;
  const Engines& engines = m.engines;
  const std::uint32_t pc = m.processor.place().pc;
  const bool held = m.registers.held();
  const ClockView view{
      .reset = held,
      .pc = pc,
      .stalled = stalled,
      .grant_host = number(grants.host),
      .grant_receive = number(grants.receive),
      .grant_send = number(grants.send),
      .left_for_cpu = number(grants.cpu),
      .dma_busy = engines.host.busy(),
      .dma_bytes_left = engines.host.bytes_left(),
      .receive_armed = engines.receive.armed(),
      .receive_pointer = engines.receive.pointer,
      .receive_waiting = engines.receive.buffer.waiting(),
      .send_active = engines.send.active(),
      .send_pointer = engines.send.pointer,
      .send_waiting = number(engines.state.send.fifo),
      .status = m.registers.status({}),
      .interrupt = m.registers.interrupt(),
  };
  const Image* image = m.firmware.image();
  parts_->signals->sample(m.now, view, image && !held ? image->locate(pc) : SourceLocation{});
}

std::string Chip::place(Time t) const {
  const Machine& m = parts_->machine;
  return m.firmware.function({m.processor.place().pc, t});
}

std::int64_t Chip::clock_at(Time t) const {
  return parts_->machine.clock_at(t);
}

Time Chip::memory_waits() const {
  const CoreCounters& counters = core().counters;
  return clock() * static_cast<std::int64_t>(counters.fetch_stalls() + counters.data_stalls);
}

std::span<const std::uint8_t> Chip::memory() const {
  const Sram& sram = parts_->machine.sram;
  return sram.bytes(0, sram.size());
}

const ChipParams& Chip::params() const {
  return parts_->machine.params;
}

Sram& Chip::sram() {
  parts_->machine.untouched = false;
  return parts_->machine.sram;
}

const Core& Chip::core() const {
  return parts_->machine.processor;
}

std::uint32_t Chip::special(std::uint32_t offset) const {
  return parts_->machine.registers.read(offset, {}, parts_->machine.now);
}

}  // namespace flybar::lanai
