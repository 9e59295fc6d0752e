/// The special registers as the processor sees them, and the board's as the host sees them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/lanai/engines/engines.h"
#include "models/lanai/image/running_firmware.h"
#include "models/lanai/params.h"
#include "models/lanai/registers/timers.h"
#include "models/layouts/generated/board_regs.hpp"

namespace flybar::lanai {

class SpecialRegisters {
 public:
  SpecialRegisters(const ChipParams& params, Engines& engines, const RunningFirmware& firmware);

  /// Called when the interrupt to the host changes: level and instant.
  std::function<void(bool, Time)> on_interrupt;

  /// ISR. `moved` is what the engines have done and have not been told yet.
  std::uint32_t status(const Moved& moved) const;
  /// In the clock that begins at `t`.
  std::uint32_t read(std::uint32_t offset, const Moved& moved, Time t) const;
  /// Ends the run if an instruction may not read there.
  void check_read(std::uint32_t offset, const Instant& by) const;
  /// By the instruction at `by`, or by the host while the processor was there.
  void write(std::uint32_t offset, std::uint32_t value, const Instant& by);
  /// A write there only prepares an engine that stands still.
  bool prepares(std::uint32_t offset) const;
  /// Registers that move with time.
  static bool tells_time(std::uint32_t offset);

  /// By the host, at an offset in the board's window where there is no SRAM.
  std::uint32_t board_read(std::uint32_t offset, Time t) const;
  enum class Reset : std::uint8_t { kNone, kBegins, kEnds };
  Reset board_write(std::uint32_t offset, std::uint32_t value, const Instant& at);
  /// The host holds the chip in reset.
  bool held() const { return held_; }

  /// When IT passes zero; never() if it is not running.
  Time timer_expiry() const { return timers_.expiry(); }
  void tick_timers(Time t);
  /// In the clock at `t`: the interrupt rises or falls in the next one.
  void update_interrupt(Time t) {
    if (interrupt_ || interrupts_enabled()) move_interrupt(t);
  }
  bool interrupt() const { return interrupt_; }
  /// The interrupt follows whether words wait.
  bool words_interrupt() const;

  // For a shadow (run/shadow.h).
  /// The bits of ISR that are remembered; the others are the engines'.
  std::uint32_t status_bits() const { return status_bits_; }
  /// A read there shows what was last written, which latched() is.
  static bool remembers(std::uint32_t offset);
  std::uint32_t latched(std::uint32_t offset) const { return latched_[offset / 4]; }
  /// The pairs of bits that the host's control register shows.
  std::uint32_t control() const { return control_; }
  const Timers& timers() const { return timers_; }

 private:
  struct Rows;
  struct Row {
    std::uint32_t (*read)(const SpecialRegisters&, const Moved&, Time);
    void (*write)(SpecialRegisters&, std::uint32_t value, const Instant&);
    /// Whether a write changes nothing yet: it only prepares an engine, and that stands still.
    bool (*prepares)(const Engines&);
  };
  static constexpr std::size_t kRows = 64;
  static const Row& row(std::uint32_t offset);

  bool interrupts_enabled() const { return (control_ & board::Control::kInterruptEnableMask) != 0; }
  void move_interrupt(Time t);
  void write_status(std::uint32_t value, bool by_host);
  void require_host_idle(const Instant& by) const;
  void start_host_dma(std::uint32_t bytes, const Instant& by);
  void start_send(std::uint32_t limit, bool tail, const Instant& by);
  void move_receive(std::uint32_t value, const Instant& by);
  void arm_receive(std::uint32_t limit, const Instant& by);
  void take_payload_token(const Instant& by);
  Reset control_written(std::uint32_t value);

  Engines& engines_;
  const RunningFirmware& firmware_;
  const std::uint32_t memory_;  ///< bytes of SRAM
  Timers timers_;
  std::array<std::uint32_t, kRows> latched_{};  ///< registers that only remember
  std::uint32_t status_bits_ = 0;               ///< the bits of ISR that are remembered
  std::uint32_t control_;
  const std::vector<std::uint8_t> eeprom_;
  bool held_ = true;
  bool interrupt_ = false;
};

}  // namespace flybar::lanai
