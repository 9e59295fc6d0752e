/// Which system calls of a program the simulator answers or looks at.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace flybar::process {

/// For seccomp(): calls that wait, tell time or chance, move data of a descriptor, or make and end
/// processes are handed to the simulator; all others go to the kernel. Calls of another
/// architecture fail with ENOSYS.
std::vector<sock_filter> program_filter();

}  // namespace flybar::process
