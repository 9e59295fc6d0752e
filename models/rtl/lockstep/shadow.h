/// A chip in SystemVerilog as the shadow of the model: begins a window with the model's state, gets
/// the same inputs in each clock, and is compared as the lockstep does (lockstep.h). At the end of
/// a window every flip-flop is compared with what the model's state says it is.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "models/lanai/run/shadow.h"
#include "models/rtl/lockstep/lockstep.h"
#include "models/rtl/pins/pinout.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// The model on the pins, which it has left before: it only shows what it has done.
class ShownModel final : public Executor {
 public:
  void begin(const lanai::ChipView& chip);
  void follow(const lanai::ChipView& after, const lanai::ClockRecord& record);

  void clock(const Inputs&) override {}
  Insight insight() const override { return insight_; }
  std::uint32_t sram_word(std::uint32_t) const override { return 0; }
  void set_sram_word(std::uint32_t, std::uint32_t) override {}
  std::uint32_t cpu_register(unsigned) const override { return 0; }

 private:
  Pinout pinout_{out_};
  bool open_ = false;  ///< a packet is under way on the link
  Insight insight_;
};

class ChipShadow final : public lanai::Shadow {
 public:
  /// `make` gives chips that have state_ports(); `shown` is the same for a waveform. `place` says
  /// where the program is. Throws ConfigurationError if a chip cannot be strapped to `params`, or
  /// has no state ports.
  ChipShadow(const lanai::ChipParams& params, const std::string& chip, const MakeExecutor& make,
             const MakeExecutor& shown, std::function<std::string(Time)> place);

  void begin(const lanai::ChipView& chip, std::int64_t clock) override;
  void clock(const lanai::ChipView& after, const lanai::ClockRecord& record) override;
  void end(const lanai::ChipView& chip) override;
  void observe(Observer& observer, const std::string& chip) override;
  void sample(Time at) override { both_.sample(at); }

 private:
  const Time clock_;
  ShownModel* const model_;
  LockstepExecutor both_;
};

}  // namespace flybar::rtl
