/// What happens when the user or the system interrupts.
#pragma once

#include <string>

#include <sys/types.h>

namespace flybar::program {

/// From now on SIGINT, SIGTERM and SIGHUP remove the files and end the processes named below, then
/// end this process with kInterrupted.
void handle_interrupts();

/// From now on a file that grows beyond the limit of the system is a failed write, and a mapped
/// file for which there is no room ends the process as an interrupt does, but with kOutput.
void handle_full_disks();

/// An unfinished file. At most a few dozen at a time; the name stays valid for the whole run.
void remove_on_interrupt(const std::string& path);

/// A child process; `forget` when it has been waited for.
void end_on_interrupt(pid_t child);
void forget(pid_t child);

}  // namespace flybar::program
