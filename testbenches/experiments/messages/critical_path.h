/// What a message waited for, at every instant of its way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "testbenches/experiments/experiment.h"
#include "testbenches/experiments/messages/message_record.h"

namespace flybar::experiments {

/// The name of the table that says what messages waited for: their whole time, by resource.
inline constexpr const char* kWaitsTable = "what messages waited for";

/// In the order of the data's way.
enum class Resource : std::uint8_t {
  kHostSend,
  kSenderFirmware,
  kDmaInQueue,
  kDmaIn,
  kLinkQueue,
  kLink,
  kNetwork,
  kReceiverFirmware,
  kDmaOutQueue,
  kDmaOut,
  kDelivery,
  kHostQueue,
  kHostReceive,
};
inline constexpr std::size_t kResources = 13;
const char* name(Resource resource);

/// For how long each resource was the one that the message waited for. Together they are its
/// latency.
using CriticalPath = std::array<Time, kResources>;

/// Walks back from the end. Whatever happened last before an engine began is what the engine waited
/// for: its data (which another engine had moved, by bytes), its own pulse before, or what it did
/// for other messages; what is left until it began, the firmware needed to start it. `byte_time` of
/// the link: what it took longer for its bytes, STOP held it.
CriticalPath critical_path(const MessageRecord& message, Time byte_time);

/// Of `count` messages together, and of one.
Table critical_path_table(const CriticalPath& sum, double count, const CriticalPath& slowest);

}  // namespace flybar::experiments
