/// The host's side of bringing firmware onto a LANai board, whatever the firmware is: reset, image
/// into SRAM, release. Host software, so each step costs PIO.
#pragma once

#include <cstdint>
#include <span>

#include "models/host/cpu/cpu.h"
#include "models/lanai/board/addresses.h"

namespace flybar::lanai {

class Loader {
 public:
  Loader(host::Cpu& cpu, const BoardAddresses& board) : cpu_(cpu), board_(board) {}

  /// Holds the chip in reset, with the board's interrupt blocked, and copies `image` to the begin
  /// of the SRAM. `burst`: bytes between two write barriers, rounded down to words, at least one
  /// word. Throws ConfigurationError if the image is larger than the SRAM, and touches nothing
  /// then. Precondition: `image` is a whole number of words.
  void load(std::span<const std::uint8_t> image, Bytes burst);

  /// Whether the chip's interrupt reaches the host.
  enum class Interrupt : std::uint8_t { kBlocked, kEnabled };
  /// Lets the processor run from address 0 once all stores so far have reached the board. Returns
  /// when the release has reached it, too.
  void release(Interrupt interrupt);

 private:
  void control(std::uint32_t bits);
  void copy(std::span<const std::uint8_t> image, Bytes burst);

  host::Cpu& cpu_;
  const BoardAddresses board_;
};

}  // namespace flybar::lanai
