#include "models/rtl/board/board.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/extension.h"
#include "models/common/systemc_time.h"
#include "models/lanai/board/seat.h"
#include "models/lanai/core/pipeline.h"
#include "models/lanai/core/words.h"
#include "models/lanai/image/image.h"
#include "models/layouts/generated/board_regs.hpp"

namespace flybar::rtl {

Board::Board(sc_core::sc_module_name module_name, const lanai::ChipParams& params, Agenda& agenda,
             const KernelBorder& kernel, Observer& observer, const MakeExecutor& make)
    : sc_module(module_name),
      params_(params),
      agenda_(agenda),
      kernel_(kernel),
      observer_(observer),
      program_track_(observer.declare(lanai::program_track(name(), params.clock))),
      executor_(make(params_)),
      firmware_(name(), params_.clock, static_cast<std::uint32_t>(params_.sram.count)),
      link_in_(params_.byte_time),
      link_in_track_(observer.declare(
          {.name = std::string(name()) + ".link_in", .kind = TrackKind::kPackets})),
      link_out_(params_, observer,
                observer.declare(
                    {.name = std::string(name()) + ".link_out", .kind = TrackKind::kPackets})),
      bus_master_(params_),
      port_(params_),
      pieces_(params_, observer, name(), *executor_, link_in_, link_in_track_, link_out_),
      next_tick_(params_.timer_tick) {
  link_in.register_b_transport(this, &Board::link_symbols);
  bus_master_.refused = [this](Time at, std::uint32_t address) {
    firmware_.fault(
        {executor_->insight().pc, at},
        {fmt::format("no target serves PCI address {:#x}, at which a host DMA has come", address),
         "addresses of the host's memory",
         "look where the firmware has EAR from, and at what the host gave it"});
  };
  port_.foresee = [](const auto&, auto*) { return std::nullopt; };
  port_.repeat = [](const auto&) {};
  port_.debug = [this](std::uint32_t offset, tlm::tlm_generic_payload& payload) {
    return debug_access(offset, payload);
  };
}

Board::~Board() = default;

void Board::plug_into(std::span<HostBus* const> buses) {
  lanai::plug_into_pci(buses, name(), params_, pci_master(), pci_target());
}

void Board::connect(Network& network, std::size_t port) {
  lanai::connect_to_myrinet(network, port, name(), *this, link_out(), link_in);
}

void Board::observe_signals(Time from, Time to) {
  signals_.emplace(observer_, name());
  executor_->observe(observer_, name());
  watch_from_ = from;
  watch_to_ = to;
}

void Board::run(const Time& horizon) {
  if (failed_) return;
  try {
    while (now_ < std::min({horizon, kernel_.horizon(), agenda_.next()})) run_clock();
  } catch (const SimulationError&) {
    failed_ = true;
    link_out_.talker.flush();
    throw;
  }
  link_out_.talker.flush();
}

void Board::run_clock() {
  const Time t = now_;
  const Outputs& out = executor_->out();
  for (in_.tick = 0; next_tick_ <= t; next_tick_ += params_.timer_tick) ++in_.tick;
  bus_master_.ask(t, out);
  in_.link_take = link_out_.take(t, out);
  link_in_.arrive(t, in_);
  apply_port(in_);
  bus_master_.offer(t, in_);
  const std::uint32_t longest = out.hdma_longest;
  executor_->clock(in_);
  if (out.fault != 0) fault(out);
  if (held_ && !out.held) {
    last_retired_ = clock_ - 1;  // it has not waited while it was held
    laps_.reset();
  }
  held_ = out.held;
  if (in_.pio_valid && out.pio_done) end_port();
  bus_master_.passed(t, in_, out, longest);
  pieces_.passed(t, out);
  if (out.flow_stop || out.flow_go) link_out_.talker.announce(t, out.flow_stop);
  count(out);
  if (t >= watch_from_ && t < watch_to_) sample(out, t);
  if (out.irq != irq_) {
    irq_ = out.irq;
    if (on_interrupt) on_interrupt(irq_, t + params_.clock);
  }
  now_ += params_.clock;
  ++clock_;
}

void Board::apply_port(Inputs& in) {
  in.pio_valid = port_.due() <= now_;
  if (!in.pio_valid) return;
  in.pio_write = !port_.reads();
  in.pio_address = port_.offset();
  if (in.pio_write) in.pio_wdata = lanai::get_word(port_.bytes());
}

void Board::end_port() {
  const Outputs& out = executor_->out();
  if (!in_.pio_write) lanai::put_word(port_.bytes(), out.pio_rdata);
  if (in_.pio_write) host_wrote(in_.pio_address, in_.pio_wdata);
  port_.word_done(now_);
}

void Board::host_wrote(std::uint32_t offset, std::uint32_t value) {
  namespace board = lanai::board;
  if (offset - board::kRegisterOffset < board::kRegisterSpace)
    pieces_.written(now_, lanai::special_offset(offset), value);
  if (offset != board::Control::kOffset || !(value & board::Control::kResetOnMask)) return;
  link_out_.talker.reset();
  link_in_.clear();
  bus_master_.reset();
  pieces_.reset();
}

void Board::count(const Outputs& out) {
  if (held_) return;
  if (!out.retire && !out.load_use) ++memory_stalls_;
  if (!out.retire) return;
  laps_.retired(out, executor_->insight());
  if (observed_) tell_retired();
}

void Board::tell_retired() {
  const Insight chip = executor_->insight();
  const auto clocks = static_cast<std::uint32_t>(clock_ - last_retired_);
  last_retired_ = clock_;
  observer_.on(Retired{program_track_, static_cast<std::uint64_t>(clock_), chip.retire_pc,
                       chip.retire_result, clocks, 1});
}

void Board::sample(const Outputs& out, Time t) {
  const Insight chip = executor_->insight();
  const lanai::ClockView view{
      .reset = out.held,
      .pc = chip.pc,
      .stalled = !out.held && !out.retire,
      .grant_host = out.grant_host,
      .grant_receive = out.grant_receive,
      .grant_send = out.grant_send,
      .left_for_cpu = out.grant_cpu,
      .dma_busy = out.hdma_left > 0,
      .dma_bytes_left = out.hdma_left,
      .receive_armed = chip.armed,
      .receive_pointer = chip.rmp,
      .receive_waiting = chip.receive_waiting,
      .send_active = chip.send_active,
      .send_pointer = chip.smp,
      .send_waiting = chip.send_waiting,
      .status = chip.isr,
      .interrupt = out.irq,
  };
  const lanai::Image* image = firmware_.image();
  executor_->sample(t);
  signals_->sample(t, view, image && !out.held ? image->locate(chip.pc) : lanai::SourceLocation{});
}

void Board::fault(const Outputs& out) const {
  static const std::array<const char*, 16> kFound = {
      "",
      "the word there is no instruction of this processor",
      "an access outside the SRAM",
      "EAR, LAR or DMA_DIR is written while a host DMA is under way",
      "a host DMA is started while one is under way",
      "a host DMA of no whole words, or not at a multiple of 4",
      "a host DMA leaves the SRAM",
      "a send is started while one is under way",
      "a send whose limit lies before its start or outside the SRAM",
      "the receive pointer is moved on while the receive DMA stores words",
      "a receive whose limit lies before its start or outside the SRAM",
      "the receive limit is moved back while the receive DMA stores words",
      "pushing bytes straight into the packet interface is not modelled",
      "taking bytes straight from the packet interface is not modelled",
      "the program counter has left the SRAM",
      "TAKE is written before the token of a packet has come"};
  const std::size_t number = std::min<std::size_t>(out.fault, kFound.size() - 1);
  firmware_.fault({executor_->insight().pc, now_},
                  {kFound[number], "what models/lanai/README.md describes",
                   "run the same with --nic model, which says more"});
}

void Board::differ(const Difference& difference) const {
  throw_mismatch(difference, "lockstep", params_.clock,
                 firmware_.place({difference.pc, params_.clock * difference.clock}));
}

std::string Board::place(Time t) const {
  return firmware_.place({executor_->insight().pc, t});
}

void Board::link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const auto& link = extension<myrinet::Link>(payload, link_in.name());
  const Time at = instant(delay);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (link.symbols == myrinet::Symbols::kBytes)
    link_in_.push(at, {payload.get_data_ptr(), payload.get_data_length()}, link.tail);
  else
    link_out_.flow_control(at, link.symbols == myrinet::Symbols::kStop);
  if (on_arrival) on_arrival();
}

std::uint32_t Board::sram_offset() const {
  return params_.sram.count > lanai::board::kSramSpace ? lanai::board::kSram1mbOffset
                                                       : lanai::board::kSramOffset;
}

/// SRAM only, in whole words.
unsigned Board::debug_access(std::uint32_t offset, tlm::tlm_generic_payload& payload) {
  const std::uint32_t address = offset - sram_offset();
  const std::uint32_t bytes = payload.get_data_length();
  const auto size = static_cast<std::uint32_t>(params_.sram.count);
  const bool fits = address < size && bytes <= size - address && (address | bytes) % 4 == 0;
  payload.set_response_status(fits ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (!fits) return 0;
  for (std::uint32_t i = 0; i < bytes; i += 4) {
    std::uint8_t* const data = payload.get_data_ptr() + i;
    if (payload.is_write())
      executor_->set_sram_word((address + i) / 4, lanai::get_word(data));
    else
      lanai::put_word(data, executor_->sram_word((address + i) / 4));
  }
  return bytes;
}

std::span<const std::uint8_t> Board::memory() const {
  memory_.resize(static_cast<std::size_t>(params_.sram.count));
  for (std::uint32_t i = 0; i < memory_.size(); i += 4)
    lanai::put_word(&memory_[i], executor_->sram_word(i / 4));
  return memory_;
}

}  // namespace flybar::rtl
