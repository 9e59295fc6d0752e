#include "models/lanai/run/chip_bus.h"

#include "models/lanai/core/rare.h"
#include "models/lanai/core/steps.h"

namespace flybar::lanai {

static_assert(ProcessorBus<ChipBus>);
template class Processor<ChipBus>;

std::uint32_t ChipBus::read_special(std::uint32_t address, int clock, std::uint32_t pc) {
  const std::uint32_t offset = special_offset(address);
  m_.registers.check_read(offset, at(pc, clock));
  // A loop that looks at the time is different in every lap.
  if (SpecialRegisters::tells_time(offset)) idle_.abort();
  return m_.registers.read(offset, windows_.moved(clock), m_.begin_of(clock));
}

bool ChipBus::write_special(std::uint32_t address, std::uint32_t value, int clock,
                            std::uint32_t pc) {
  idle_.abort();
  const std::uint32_t offset = special_offset(address);
  const bool prepares = m_.registers.prepares(offset);
  if (!prepares) windows_.settle(clock + 1);
  m_.registers.write(offset, value, at(pc, clock));
  if (m_.record) {
    m_.record->wrote = true;
    m_.record->written_offset = offset;
    m_.record->written_value = value;
  }
  return !prepares;
}

void ChipBus::refuse_instruction(std::uint32_t pc, int clock) const {
  m_.firmware.fault(at(pc, clock),
                    {"the word there is no instruction of this processor",
                     "instructions that clang-14 --target=lanai makes",
                     "look whether the program has jumped into data, or overwritten itself"});
}

void ChipBus::refuse_address(std::uint32_t pc, int clock, std::uint32_t address) const {
  m_.firmware.fault_at(at(pc, clock), address, "an access outside the SRAM",
                       "look for a wrong pointer or index");
}

}  // namespace flybar::lanai
