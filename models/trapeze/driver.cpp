#include "models/trapeze/driver.h"

#include <algorithm>
#include <array>
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/host/memory/words.h"

namespace flybar::trapeze {
namespace {

std::string hex(std::uint32_t value) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[value >> shift & 15];
  return text;
}

std::uint32_t number(Mode mode) {
  switch (mode) {
    case Mode::kStoreAndForward:
      return layout::kModeStoreAndForward;
    case Mode::kStatic:
      return layout::kModeStatic;
    case Mode::kEager:
      return layout::kModeEager;
    case Mode::kFunctional:
      return layout::kModeFunctional;
  }
  return layout::kModeStoreAndForward;
}

std::uint32_t number(Bytes bytes) {
  return static_cast<std::uint32_t>(bytes.count);
}

/// What a firmware says that serves this layout, with what differs between builds.
std::uint32_t version_of(const McpParams& mcp) {
  return layout::kLayoutVersion +
         (mcp.ipt == PayloadTablePlace::kHardware ? layout::kHardwareIpt : 0) +
         (mcp.coalesces() ? layout::kCoalescing : 0) +
         (mcp.looks_for_types() ? layout::kUrgent : 0);
}

/// What to do about a firmware that says `found`.
const char* advice(std::uint32_t found, const McpParams& mcp) {
  McpParams other_ipt = mcp, other_interrupts = mcp, other_types = mcp;
  other_ipt.ipt = mcp.ipt == PayloadTablePlace::kHardware ? PayloadTablePlace::kFirmware
                                                          : PayloadTablePlace::kHardware;
  other_interrupts.interrupts = mcp.coalesces() ? Interrupts::kEach : Interrupts::kCoalesced;
  other_types.urgent_types = mcp.urgent_types == 0 ? 1 : 0;
  if (found == version_of(other_ipt))
    return "set mcp.ipt to where this firmware has its incoming payload table";
  if (found == version_of(other_interrupts)) return "set mcp.interrupts to what this firmware does";
  if (found == version_of(other_types))
    return mcp.urgent_types == 0 ? "set mcp.urgent_types, this firmware looks for types"
                                 : "leave out mcp.urgent_types, this firmware knows no types";
  return "rebuild the firmware with this version's headers";
}

/// Why the firmware halted, from its state word.
std::string reason(std::uint32_t state) {
  switch (state) {
    case layout::kStateBadVersion:
      return "it was built for another endpoint layout";
    case layout::kStateBadMode:
      return "it does not know the mode";
    case layout::kStateBadThreshold:
      return "it does not accept a threshold";
    case layout::kStateBadRing:
      return "it does not accept the size of a ring";
    case layout::kStateBadPayload:
      return "it does not accept the maximum payload";
    default:
      return "for a reason that this library does not know";
  }
}

}  // namespace

EndpointMap Driver::start(const Firmware& firmware, const Mirrors& mirrors,
                          const std::vector<ReceiveFrame>& frames) {
  check(firmware);
  const EndpointMap map(config_.board(), firmware.endpoint, config_.mcp.ipt);
  lanai::Loader loader(cpu_, config_.board());
  loader.load(firmware.bytes, params_.load_burst);
  configure(map, mirrors);
  loader.write(config_.routes,
               {.at = map.route(0), .nodes = layout::kMaxNodes, .longest = layout::kMaxRoute});
  write_receive_ring(map, frames);
  using Interrupt = lanai::Loader::Interrupt;
  loader.release(config_.notify == Notify::kInterrupt ? Interrupt::kEnabled : Interrupt::kBlocked);
  loader.wait_until_running(start_up(map));
  return map;
}

void Driver::check(const Firmware& firmware) const {
  const auto found = lanai::word_in(
      firmware.bytes, firmware.endpoint + layout::Endpoint::kStatus + layout::Status::kVersion);
  const std::uint32_t wanted = version_of(config_.mcp);
  if (found == wanted) return;
  throw ConfigurationError(
      {{"firmware image", found ? "endpoint layout " + hex(*found) : "no endpoint inside it",
        "an endpoint of layout " + hex(wanted), advice(found.value_or(0), config_.mcp)}});
}

void Driver::configure(const EndpointMap& map, const Mirrors& mirrors) {
  using layout::Config;
  const McpParams& mcp = config_.mcp;
  const auto put = [&](std::uint32_t field, std::uint32_t value) {
    cpu_.store_word(map.config(field), value);
  };
  put(Config::kVersion, version_of(mcp));
  put(Config::kMode, number(mcp.mode));
  put(Config::kSendThreshold, number(mcp.send_threshold));
  put(Config::kReceiveThreshold, number(mcp.receive_threshold));
  put(Config::kMaxPayload, number(mcp.max_payload));
  put(Config::kControlByDma, mcp.control_transfer == ControlTransfer::kDma ? 1 : 0);
  put(Config::kNotifyInterrupt, config_.notify == Notify::kInterrupt ? 1 : 0);
  put(Config::kNode, config_.node);
  put(Config::kSendMirror, mirrors.send);
  put(Config::kReceiveMirror, mirrors.receive);
  put(Config::kSendEntries, static_cast<std::uint32_t>(mcp.send_entries));
  put(Config::kReceiveEntries, static_cast<std::uint32_t>(mcp.receive_entries));
  put(Config::kCoalesceMessages, static_cast<std::uint32_t>(mcp.coalesce_messages));
  put(Config::kCoalesceTicks, config_.ticks(mcp.coalesce_delay));
  if (mcp.looks_for_types()) put(Config::kUrgentTypes, mcp.urgent_types);
}

void Driver::write_receive_ring(const EndpointMap& map, const std::vector<ReceiveFrame>& frames) {
  using layout::ReceiveEntry;
  for (unsigned slot = 0; slot < frames.size(); ++slot) {
    cpu_.store_word(map.receive(slot, ReceiveEntry::kFrameAddress), frames[slot].address);
    cpu_.store_word(map.receive(slot, ReceiveEntry::kFrameLength), number(frames[slot].length));
    cpu_.store_word(map.receive(slot, ReceiveEntry::kOwner), layout::kOwnerNic);
  }
}

lanai::StartUp Driver::start_up(const EndpointMap& map) const {
  return {.state = map.status(layout::Status::kState),
          .reset = layout::kStateReset,
          .running = layout::kStateRunning,
          .no_memory = layout::kStateNoMemory,
          .patience = params_.start_timeout,
          .needs = "the firmware's packet buffers of " + quantity::print(config_.mcp.max_payload) +
                   " each",
          .instead = "lower mcp.max_payload",
          .patience_key = "tpz.start_timeout",
          .keys = "mcp.*",
          .halted = [](std::uint32_t state) {
            return ": " + reason(state) + " (state " + hex(state) + ")";
          }};
}

}  // namespace flybar::trapeze
