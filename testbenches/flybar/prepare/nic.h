/// `--nic`: of what the chips of a system are made.
#pragma once

#include <string>
#include <vector>

#include "models/cluster/build/system_params.h"
#include "models/common/fault.h"

namespace flybar::program {

/// `text` is "rtl", for all nodes, or "server=rtl", for those of one role, or several of these with
/// commas. Appends what is wrong with it; a null system is only checked against.
void choose_nic(const std::string& text, cluster::SystemParams* system, std::vector<Fault>& faults);

/// Starts the program that has the RTL if some card is of a kind that this one has not.
void hand_over_other_cards(const cluster::SystemParams& system);

}  // namespace flybar::program
