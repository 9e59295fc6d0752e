/// Who waits for whom: what to look at when a run ends too early or makes no progress.
#pragma once

#include <string>
#include <vector>

#include "models/host/cpu/cpu.h"

namespace flybar::host {

/// One line for each process of these CPUs that has not returned, those that should have first:
/// `node0.cpu "reader" since 12 us waits for lock "pages", held by "writer"`.
std::string who_waits(const std::vector<const Cpu*>& cpus);

}  // namespace flybar::host
