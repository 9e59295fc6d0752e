/// What happens when the user or the system interrupts.
#pragma once

#include <string>

#include <sys/types.h>

namespace flybar::program {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove the files and end the processes named
/// below, then end this process with the code of interrupted_by().
void handle_interrupts();
/// 130, 143, 129 and 131, as a shell says.
int interrupted_by(int signal);

/// From now on the first such signal is only noted: whoever waits for children looks for it. The
/// second one ends the process as above.
void defer_interrupts();
/// 0 if none was.
int interrupt_received();

/// From now on a file that grows beyond the limit of the system is a failed write, and a mapped
/// file for which there is no room ends the process as an interrupt does, but with kOutput.
void handle_full_disks();

/// An unfinished file. At most a few dozen at a time; the name stays valid for the whole run.
void remove_on_interrupt(const std::string& path);

/// A child process; `forget` when it has been waited for.
void end_on_interrupt(pid_t child);
void forget(pid_t child);

}  // namespace flybar::program
