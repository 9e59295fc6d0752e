/// What of a program's image has to be the model's: the clock, and what chance begins with.
#pragma once

#include <cstdint>

namespace flybar::process {

/// By the simulator, when a program has begun and nothing of it has asked for the time: the
/// functions of the vDSO, which read the machine's clock without a system call, become system
/// calls; the 16 bytes that the kernel gives for canaries and hashes follow from `seed`. False if
/// the machine does not let that happen.
bool prepare_image(int pid, std::uint64_t seed);

}  // namespace flybar::process
