#include "models/lanai/run/machine.h"

#include <algorithm>
#include <cstring>

#include "models/lanai/core/words.h"
#include "models/layouts/generated/board_regs.hpp"

namespace flybar::lanai {

Machine::Machine(const std::string& name, const ChipParams& chip_params, Agenda& node_agenda,
                 const KernelBorder& sc_kernel, Observer& sink, ChipBus& bus)
    : params(chip_params),
      agenda(node_agenda),
      kernel(sc_kernel),
      observer(sink),
      program_track(sink.declare(lanai::program_track(name, chip_params.clock))),
      firmware(name, params.clock, static_cast<std::uint32_t>(params.sram.count)),
      sram(params.sram, Processor<ChipBus>::kSteps),
      engines(params, sram, observer, name),
      registers(params, engines, firmware),
      port(params),
      processor(sram, bus) {}

Time Machine::special_event() const {
  const Time symbol = engines.send.next_symbol();
  const Time in_clock = symbol == Time::never() ? symbol : clocks_before(symbol);
  return std::min(registers.timer_expiry(), in_clock);
}

Time Machine::engine_event() const {
  if (!engines.send.quiet() || engines.receive.wants() > 0) return now;
  return std::min(engines.host.next(), engines.receive.buffer.next_ready());
}

std::uint32_t Machine::sram_offset() const {
  return sram.size() > board::kSramSpace ? board::kSram1mbOffset : board::kSramOffset;
}

void Machine::move_word() {
  std::uint8_t* bytes = port.bytes();
  if (port.reads())
    std::memcpy(bytes, sram.bytes(word_address(), 4).data(), 4);
  else
    write_word(bytes);
}

void Machine::write_word(const std::uint8_t* bytes) {
  const Time at = Clock(params.clock).edge_at_or_after(std::max(now, port.due()));
  firmware.gate.host_writes(word_address(), at);
  if (registers.held() && word_address() == 0) processor.first_word.written(at, sram.word(0));
  sram.set_bytes(word_address(), {bytes, 4});
  untouched = false;
}

void Machine::host_pio() {
  std::uint8_t* bytes = port.bytes();
  if (pio_to_sram()) {
    move_word();
  } else if (port.reads()) {
    put_word(bytes, registers.board_read(port.offset(), now));
  } else {
    untouched = false;
    const auto reset =
        registers.board_write(port.offset(), get_word(bytes), {processor.place().pc, now});
    if (reset == SpecialRegisters::Reset::kBegins) {
      processor.reset();
      if (record) record->reset = true;
    }
    if (reset == SpecialRegisters::Reset::kEnds) {
      last_retired = clock - 1;  // the processor has not waited while it was held in reset
      firmware.gate.reset_ends(now);
      processor.start(now, params.clock);
    }
  }
  if (record) {
    record->pio_done = true;
    record->pio_read = get_word(bytes);
  }
  port.word_done(now);
}

int Machine::run_core(int left, int clock_of_run) {
  return processor.run(one_clock(left), 1, clock_of_run);
}

int Machine::run_alone(int clocks, int first) {
  const bool free = params.accesses_per_clock >= 2;
  return processor.run(free ? equal_slots<kAloneClocks, 2>() : equal_slots<kAloneClocks, 1>(),
                       clocks, first);
}

}  // namespace flybar::lanai
