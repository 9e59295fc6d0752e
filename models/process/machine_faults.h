/// What the machine that runs the simulator says of a program of a modelled host: faults such as
/// SIGSEGV, and CPU time without an end.
#pragma once

namespace flybar::process {

/// Exit code of the simulator after such a fault: that of a simulated system that failed.
inline constexpr int kFaultExitCode = 4;

/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT in a process of a program are told on
/// stderr: who did it, when, and where. They end the simulator with kFaultExitCode. A fault
/// anywhere else ends it as before. A signal that has a handler already keeps it. A process that
/// computes for long without a call is named on stderr, after 10 s of CPU time, 20 s, 40 s.
void report_machine_faults();

}  // namespace flybar::process
