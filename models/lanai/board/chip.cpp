#include "models/lanai/board/chip.h"

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/lanai/image/image.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/generated/lanai_regs.hpp"

namespace flybar::lanai {

namespace {

void put(std::vector<std::uint8_t>& bytes, std::uint32_t at, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i)
    bytes[at + static_cast<std::uint32_t>(i)] =
        static_cast<std::uint8_t>(value >> 8 * (count - 1 - i));
}

std::vector<std::uint8_t> make_eeprom(const ChipParams& params) {
  using board::Eeprom;
  std::vector<std::uint8_t> bytes(Eeprom::kSize);
  put(bytes, Eeprom::kClockValue, board::kClockValue41, 4);
  put(bytes, Eeprom::kCpuVersion, board::kCpuVersion41, 2);
  put(bytes, Eeprom::kSramSize, static_cast<std::uint32_t>(params.sram.count), 4);
  return bytes;
}

}  // namespace

Chip::Chip(sc_core::sc_module_name module_name, const ChipParams& params, Agenda& agenda,
           const Kernel& kernel, Observer& observer)
    : sc_module(module_name),
      params_(params),
      agenda_(agenda),
      kernel_(kernel),
      observer_(observer),
      program_track_(observer.declare({.name = std::string(name()) + ".cpu",
                                       .kind = TrackKind::kProgram,
                                       .period = params.clock})),
      sram_(params.sram),
      engines_(params_, sram_, observer, name()),
      host_port_(params_),
      timers_(params.timer_tick),
      core_(*this),
      control_(board::Control::kReset),
      eeprom_(make_eeprom(params)),
      plans_(PlanBook::shared(params_)) {
  link_in.register_b_transport(this, &Chip::link_symbols);
  engines_.host.before_answer = [this] { settle(passed_); };
  engines_.host.refused = [this](Time at, std::uint32_t address) {
    fault(core_.place().pc, at,
          {fmt::format("no target serves PCI address {:#x}, at which a host DMA has come", address),
           "addresses of the host's memory",
           "look where the firmware has EAR from, and at what the host gave it"});
  };
  host_port_.foresee = [this](const auto& reads, auto* data) { return foresee(reads, data); };
  host_port_.repeat = [this](const auto& reads) { pass_reads(reads); };
}

void Chip::set_image(const Image* image) {
  image_ = image;
  idle_.know(image ? &image->sends : nullptr);
}

void Chip::run(const Time& horizon) {
  engines_rest_until_ = Time();
  run_clocks(horizon);
  engines_.send.flush();
}

void Chip::run_clocks(const Time& horizon) {
  for (;;) {
    const Time limit = std::min(horizon, kernel_.horizon());
    const Time stop = std::min(limit, agenda_.next());
    const bool every_clock = stepping_ == Stepping::kEveryClock || watched();
    if (stepping_ == Stepping::kFast && resting()) {
      if (!rest_until(stop)) return;
    } else if (now_ >= stop) {
      return;
    } else if (every_clock) {
      step_until(std::min(stop, watched() ? watch_to_ : watch_ahead()));
    } else {
      run_window(std::min({limit, watch_ahead(), answer_ahead()}));
    }
  }
}

void Chip::observe_signals(Time from, Time to) {
  signals_.emplace(observer_, name());
  watch_from_ = from;
  watch_to_ = to;
}

void Chip::sample(const Accesses& grants, bool stalled) {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  const std::uint32_t pc = core_.place().pc;
  const ClockView view{
      .reset = halted_,
      .pc = pc,
      .stalled = stalled,
      .grant_host = number(grants.host),
      .grant_receive = number(grants.receive),
      .grant_send = number(grants.send),
      .left_for_cpu = number(grants.cpu),
      .dma_busy = engines_.host.busy(),
      .dma_bytes_left = engines_.host.bytes_left(),
      .receive_armed = engines_.receive.armed(),
      .receive_pointer = engines_.receive.pointer,
      .receive_waiting = engines_.receive.buffer.waiting(),
      .send_active = engines_.send.active(),
      .send_pointer = engines_.send.pointer,
      .send_waiting = number(engines_.send.waiting()),
      .status = status(Record()),
      .interrupt = interrupt_,
  };
  signals_->sample(now_, view, image_ && !halted_ ? image_->locate(pc).function : "");
}

std::uint32_t Chip::sram_offset() const {
  return sram_.size() > board::kSramSpace ? board::kSram1mbOffset : board::kSramOffset;
}

void Chip::check_code(std::uint32_t pc, Time t) const {
  const char* const advice = "look for a wrong function pointer, or an overwritten return address";
  if (pc % 4 != 0)
    fault(pc, t, {"the program counter is no word address", "multiples of 4", advice});
  if (pc >= sram_.size()) fault_at(pc, t, pc, "the program counter has left the SRAM", advice);
  if (image_ && pc >= image_->text_end)
    fault(pc, t,
          {"the program has left its code", fmt::format("code below {:#x}", image_->text_end),
           advice});
}

std::string Chip::place(std::uint32_t pc, Time t) const {
  return fmt::format("{}: firmware at {}, clock {}", name(),
                     image_ ? image_->describe(pc) : fmt::format("{:#x}", pc), clock_at(t));
}

void Chip::fault(std::uint32_t pc, Time t, const Misuse& what) const {
  throw SimulationError(place(pc, t), what.found, what.allowed, what.advice);
}

void Chip::fault_at(std::uint32_t pc, Time t, std::uint32_t address, const std::string& found,
                    const std::string& advice, const std::string& part) const {
  const std::string allowed = fmt::format("addresses{} below {:#x}, the end of the SRAM",
                                          part.empty() ? part : " " + part, sram_.size());
  fault(pc, t, {fmt::format("{}: {:#x}", found, address), allowed, advice});
}

}  // namespace flybar::lanai
