/// Options and checks of experiments on Trapeze.
#pragma once

#include "models/cluster/build/system_params.h"
#include "models/common/parameters.h"
#include "models/trapeze/endpoint_config.h"

namespace flybar::experiments {

void add_notify(Parameters& options, trapeze::Notify& notify);

/// The largest payload of a message of this node.
Bytes largest_payload(const LayerParams& node);
/// The parameter that says so.
inline constexpr const char* kLargestPayload = "mcp.max_payload";

/// An option `payload` that is above it, where at least `least` is allowed.
void check_payload(Bytes payload, Bytes least, const LayerParams& node, std::vector<Fault>& faults);
/// Of the first two nodes.
void check_payload(Bytes payload, const cluster::SystemParams& system, std::vector<Fault>& faults);
/// Pages of this size do not travel as the payload of a message.
void check_page(Bytes page, const LayerParams& node, std::vector<Fault>& faults);

}  // namespace flybar::experiments
