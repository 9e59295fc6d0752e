/// What happens when the user or the system interrupts.
#pragma once

#include <sys/types.h>

namespace flybar::program {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove unfinished outputs and end the processes
/// named below, then end this process with the code of interrupted_by(). So does SIGPIPE, silently.
void handle_interrupts();
/// 130, 143, 129, 131 and 141, as a shell says.
int interrupted_by(int signal);

/// From now on the first such signal is only noted: whoever waits for children looks for it. The
/// second one ends the process as above.
void defer_interrupts();
/// 0 if none was.
int interrupt_received();

/// From now on the first such signal is noted and told: whoever records looks for it and calls
/// end_interrupted() when it has written its files. If nobody does within some seconds, the process
/// ends all the same, but not the keeper.
void record_until_interrupt();
/// The run is over: from now on the first such signal is told, and changes nothing.
void write_in_spite_of_interrupt();
/// Removes what is unfinished, ends children, and ends the process.
[[noreturn]] void end_interrupted();

/// From now on a file that grows beyond the limit of the system is a failed write, and a mapped
/// file for which there is no room ends the process as an interrupt does, but with kOutput.
void handle_full_disks();

/// A child process; `forget` when it has been waited for.
void end_on_interrupt(pid_t child);
void forget(pid_t child);
/// The copy of this process that completes what is recorded when this one has ended; 0: none.
void set_keeper(pid_t copy);

}  // namespace flybar::program
