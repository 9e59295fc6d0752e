/// What a message waited for, at every instant of its way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/contracts/resource.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/messages/message_record.h"

namespace flybar::experiments {

const char* name(Wait wait);

/// For how long it waited for each. Together they are its latency.
using CriticalPath = std::array<Time, kWaits>;

/// Walks back from the end. Whatever happened last before an engine began is what the engine waited
/// for: its data (which another engine had moved, by bytes), its own pulse before, or what it did
/// for other messages; what is left until it began, the firmware needed to start it. `byte_time` of
/// the link: what it took longer for its bytes, STOP held it.
CriticalPath critical_path(const MessageRecord& message, Time byte_time);

/// In % of the whole.
std::array<double, kWaits> shares(const CriticalPath& path);

/// Of `count` messages together, and of one.
Table critical_path_table(const CriticalPath& sum, double count, const CriticalPath& slowest);

}  // namespace flybar::experiments
