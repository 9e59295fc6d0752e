#include "models/lanai/image/running_firmware.h"

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/lanai/image/image.h"

namespace flybar::lanai {

void RunningFirmware::set_image(const Image* image) {
  image_ = image;
  gate.know(image_ ? &image_->gate : nullptr);
}

void RunningFirmware::check_send(const Instant& by) const {
  if (!gate.declared()) return;
  const char* const advice =
      "correct LANAI_SEND_GATE in the firmware (firmware/common/send_gate.h)";
  const SendGate& declared = image_->gate;
  if (!gate.started(by.t))
    fault(by, {"a send starts too soon after a reset",
               fmt::format("{} clocks after it or later, as the firmware declares",
                           declared.after_reset),
               advice});
  if (gate.closed())
    fault(by, {"a send starts though the firmware has declared that none does",
               "a send after the host has written one of the words of the declaration", advice});
  if (by.t < gate.no_send_before(by.t))
    fault(by, {"a send starts too soon after the host has asked for it",
               fmt::format("{} clocks after the host's write or later, as the firmware declares",
                           declared.after_host),
               advice});
}

void RunningFirmware::check_code(const Instant& at) const {
  const char* const advice = "look for a wrong function pointer, or an overwritten return address";
  if (at.pc % 4 != 0)
    fault(at, {"the program counter is no word address", "multiples of 4", advice});
  if (at.pc >= memory_) fault_at(at, at.pc, "the program counter has left the SRAM", advice);
  if (image_ && at.pc >= image_->text_end)
    fault(at, {"the program has left its code", fmt::format("code below {:#x}", image_->text_end),
               advice});
}

std::string RunningFirmware::place(const Instant& at) const {
  return said("at " + (image_ ? image_->describe(at.pc) : fmt::format("{:#x}", at.pc)), at.t);
}

std::string RunningFirmware::function(const Instant& at) const {
  return said("in " + (image_ ? image_->locate(at.pc).function : fmt::format("{:#x}", at.pc)),
              at.t);
}

std::string RunningFirmware::said(const std::string& where, Time at) const {
  return fmt::format("{}: firmware {}, clock {}", chip_, where,
                     Clock(clock_).at_or_after(at).count);
}

void RunningFirmware::fault(const Instant& at, const Misuse& what) const {
  throw SimulationError(place(at), what.found, what.allowed, what.advice).at(at.t);
}

void RunningFirmware::fault_at(const Instant& at, std::uint32_t address, const std::string& found,
                               const std::string& advice, const std::string& part) const {
  const std::string allowed = fmt::format("addresses{} below {:#x}, the end of the SRAM",
                                          part.empty() ? part : " " + part, memory_);
  fault(at, {fmt::format("{}: {:#x}", found, address), allowed, advice});
}

}  // namespace flybar::lanai
