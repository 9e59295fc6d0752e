/// The host's side of bringing firmware onto a LANai board, whatever the firmware is: reset, image
/// into SRAM, release, and a look whether it runs. Host software, so each step costs PIO.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "models/host/cpu/cpu.h"
#include "models/lanai/board/driver_config.h"

namespace flybar::lanai {

/// The word of an image at this SRAM address; nothing if the image ends before. Firmware has the
/// version of what it shares with its driver in one.
std::optional<std::uint32_t> word_in(std::span<const std::uint8_t> image, std::size_t address);

/// How firmware says that it runs, and what its driver says when it does not.
struct StartUp {
  std::uint32_t state;  ///< PCI address of the word that says how the firmware is
  // Its values.
  std::uint32_t reset;  ///< it has not begun yet
  std::uint32_t running;
  std::uint32_t no_memory;  ///< halted: the SRAM is too small
  Time patience;

  std::string needs;                           ///< what the SRAM is too little for
  const char* instead;                         ///< "lower mcp.max_payload": instead of more of it
  const char* patience_key;                    ///< the parameter
  const char* keys;                            ///< "mcp.*": what else the firmware may not accept
  std::string (*halted)(std::uint32_t state);  ///< ": for that reason"
};

/// Where firmware keeps its routes. The table has an entry for each node: a word with the number of
/// route bytes and its top bit set, then room for `longest` bytes. The route fills the end of it.
struct RouteTable {
  std::uint32_t at;  ///< PCI address
  std::size_t nodes;
  std::size_t longest;  ///< bytes of a route
};

class Loader {
 public:
  Loader(host::Cpu& cpu, const BoardAddresses& board) : cpu_(cpu), board_(board) {}

  /// Holds the chip in reset, with the board's interrupt blocked, and copies `image` to the begin
  /// of the SRAM. `burst`: bytes between two write barriers, rounded down to words, at least one
  /// word. Throws ConfigurationError if the image is larger than the SRAM, and touches nothing
  /// then. Precondition: `image` is a whole number of words.
  void load(std::span<const std::uint8_t> image, Bytes burst);

  /// Throws ConfigurationError if a route does not fit the table.
  void write(const std::vector<Route>& routes, const RouteTable& table);

  /// Whether the chip's interrupt reaches the host.
  enum class Interrupt : std::uint8_t { kBlocked, kEnabled };
  /// Lets the processor run from address 0 once all stores so far have reached the board. Returns
  /// when the release has reached it, too.
  void release(Interrupt interrupt);

  /// Returns when the firmware runs. Throws ConfigurationError if the SRAM is too small for it, and
  /// SimulationError if it halts or does not come up.
  void wait_until_running(const StartUp& firmware);

 private:
  void control(std::uint32_t bits);
  void copy(std::span<const std::uint8_t> image, Bytes burst);
  std::string here() const;

  host::Cpu& cpu_;
  const BoardAddresses board_;
};

}  // namespace flybar::lanai
