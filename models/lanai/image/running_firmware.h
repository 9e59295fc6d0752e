/// The firmware that runs on a chip: how faults name it, and what it declares.
#pragma once

#include <cstdint>
#include <string>

#include "models/common/units.h"
#include "models/lanai/image/gate_watch.h"

namespace flybar::lanai {

class Image;

/// An instruction of the firmware, and the begin of the clock in which it ran.
struct Instant {
  std::uint32_t pc;
  Time t;
};

/// A fault of the firmware: what it did, what is allowed, and what its author should do.
struct Misuse {
  std::string found;
  std::string allowed;
  std::string advice;
};

class RunningFirmware {
 public:
  RunningFirmware(std::string chip, Time clock, std::uint32_t memory)
      : gate(clock), chip_(std::move(chip)), clock_(clock), memory_(memory) {}

  /// Names functions and lines, and bounds the code. Kept by reference.
  void set_image(const Image* image);
  const Image* image() const { return image_; }

  /// The chip, and where its firmware is: function, line, clock.
  std::string place(const Instant& at) const;
  /// The chip, the function that its firmware runs, and the clock. For faults of an engine: by then
  /// a processor that is stepped fast may have run an instruction more.
  std::string function(const Instant& at) const;
  /// Ends the run if there can be no instruction at `at.pc`.
  void check_code(const Instant& at) const;
  /// Ends the run.
  [[noreturn]] void fault(const Instant& at, const Misuse& what) const;
  /// Ends the run if the instruction may not start a send, as the image declares.
  void check_send(const Instant& by) const;
  /// Ends the run because of an address that must lie in the memory, or in a part of it: "from
  /// 0x100".
  [[noreturn]] void fault_at(const Instant& at, std::uint32_t address, const std::string& found,
                             const std::string& advice, const std::string& part = "") const;

  GateWatch gate;  ///< before its sends

 private:
  std::string said(const std::string& where, Time at) const;

  const std::string chip_;
  const Time clock_;
  const std::uint32_t memory_;  ///< bytes of SRAM
  const Image* image_ = nullptr;
};

}  // namespace flybar::lanai
