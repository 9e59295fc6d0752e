/// The model of the chip on the pins of the RTL: the same engines, registers, processor and rules
/// (tick.h), clocked from outside and without picoseconds. The lockstep compares RTL with it, and
/// the wrapper (board.h) can be tried on it.
#pragma once

#include <memory>
#include <string>

#include "models/lanai/params.h"
#include "models/lanai/run/shadow.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class ModelExecutor final : public Executor {
 public:
  /// At elaboration: it has sockets inside, which lead nowhere.
  explicit ModelExecutor(const lanai::ChipParams& params);
  ~ModelExecutor() override;

  /// Throws SimulationError if the program does what it may not.
  void clock(const Inputs& in) override;
  Insight insight() const override;
  std::uint32_t sram_word(std::uint32_t index) const override;
  void set_sram_word(std::uint32_t index, std::uint32_t word) override;
  std::uint32_t cpu_register(unsigned number) const override;
  lanai::ChipView view() const;

 private:
  struct Chip;
  const std::unique_ptr<Chip> chip_;
};

}  // namespace flybar::rtl
