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

/// Refuses an option `payload` above the largest of this node; the fault says `least` as the least.
void check_payload(Bytes payload, Bytes least, const LayerParams& node, std::vector<Fault>& faults);
/// Refuses an option `payload` above the largest of node 0 or of node 1.
void check_payload(Bytes payload, const cluster::SystemParams& system, std::vector<Fault>& faults);
/// Refuses pages that are not as large as the largest payload, so that one does not fill a message.
void check_page(Bytes page, const LayerParams& node, std::vector<Fault>& faults);

}  // namespace flybar::experiments
