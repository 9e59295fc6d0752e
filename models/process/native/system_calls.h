/// Numbers of system calls, and whether programs can run on this processor: filter, arguments and
/// the code in place of the vDSO are those of x86-64.
#pragma once

#include <sys/syscall.h>

namespace flybar::process {

#ifdef __x86_64__
inline constexpr bool kKnownProcessor = true;
#else
inline constexpr bool kKnownProcessor = false;
// Calls that only x86-64 has, so that all else compiles. None is made: Keeper refuses before.
#define SYS_open (-1)
#define SYS_dup2 (-2)
#define SYS_pipe (-3)
#define SYS_poll (-4)
#define SYS_select (-5)
#define SYS_epoll_create (-6)
#define SYS_epoll_wait (-7)
#define SYS_eventfd (-8)
#define SYS_signalfd (-9)
#define SYS_pause (-10)
#define SYS_alarm (-11)
#define SYS_time (-12)
#define SYS_fork (-13)
#define SYS_vfork (-14)
#define SYS_arch_prctl (-15)
#endif

}  // namespace flybar::process
