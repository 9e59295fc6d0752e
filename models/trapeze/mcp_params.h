/// How the host configures the MCP at start-up.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar {
class Parameters;
}

namespace flybar::trapeze {

/// When the outgoing transfer of a packet may start, and what a transfer moves.
enum class Mode : std::uint8_t {
  kStoreAndForward,  ///< when the whole packet has arrived
  kStatic,           ///< when a threshold of bytes has arrived; moves exactly so many
  kEager,            ///< when a threshold of bytes has arrived; moves all that have arrived
  kFunctional,  ///< a sending and a receiving loop as coroutines; packets overlap, not their parts
};

/// How control messages pass between the host and the rings.
enum class ControlTransfer : std::uint8_t {
  kPio,  ///< the host reads and writes ring entries in NIC memory: lowest latency
  kDma,  ///< the NIC moves them from and to host memory: least host overhead
};

/// Who keeps the incoming payload table.
enum class PayloadTablePlace : std::uint8_t {
  kFirmware,  ///< the firmware, in SRAM
  kHardware,  ///< a unit of the chip that the real one did not have
};

/// For what the firmware interrupts a host that wants interrupts.
enum class Interrupts : std::uint8_t {
  kEach,       ///< each message, unless the host has not seen the last interrupt
  kCoalesced,  ///< so many messages, or the first one after so long
};

struct McpParams {
  static constexpr const char* kLayer = "mcp";
  Mode mode = Mode::kEager;
  Bytes send_threshold = Bytes(1280);
  Bytes receive_threshold = Bytes(1280);
  Bytes max_payload = Bytes(8192);
  ControlTransfer control_transfer = ControlTransfer::kPio;
  PayloadTablePlace ipt = PayloadTablePlace::kFirmware;
  std::int64_t send_entries = 32;     ///< of the send ring
  std::int64_t receive_entries = 32;  ///< of the receive ring
  std::int64_t ipt_entries = 256;     ///< of the incoming payload table
  Interrupts interrupts = Interrupts::kEach;
  std::int64_t coalesce_messages = 8;
  Time coalesce_delay = Time::us(20);
  std::uint32_t urgent_types = 0;  ///< bit n: a message of type n is not coalesced

  bool coalesces() const { return interrupts == Interrupts::kCoalesced; }
  std::int64_t messages_per_interrupt() const { return coalesces() ? coalesce_messages : 1; }
  /// A message of this type waits at most so long for others before the card interrupts.
  Time gathers_for(unsigned type) const {
    const bool urgent = type < 32 && (urgent_types >> type & 1) != 0;
    return coalesces() && !urgent ? coalesce_delay : Time();
  }
  bool looks_for_types() const { return coalesces() && urgent_types != 0; }
};

/// The standard firmware image for this configuration.
const char* image_name(const McpParams& params);

/// Names, limits and sources of the above, and how they must fit together.
void describe(Parameters& table, McpParams& params, const char* prefix = "mcp.");

}  // namespace flybar::trapeze
