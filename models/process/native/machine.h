/// What the machine says of its processes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flybar::process::machine {

/// A line of /proc/ID/status, of a process or thread; empty if there is none.
std::string status_of(int id, const std::string& name);
/// The process that the thread belongs to; 0 if it has gone.
int process_of(int tid);
/// As it sees itself.
int own_pid(int pid);
/// "R" runs, "S" waits, "Z" has ended; 0: has gone.
char state_of(int tid);
/// The number of the call that it waits in; -1: none.
int call_of(int tid);
/// What it executes, without its folder.
std::string name_of(int pid);
/// What it executes comes from the compiler of Go, whose programs look at the processor's own
/// clock.
bool is_written_in_go(int pid);
/// The name by which it was called, which a link may have: its first 15 letters.
std::string command_of(int pid);
std::vector<int> threads_of(int pid);
/// Processes that this thread of it has made.
std::vector<int> children_of(int pid, int tid);
bool lives(int pid, int tid);
/// Programs find their memory at the same addresses in each run.
bool addresses_are_fixed(int pid);
/// How long a thread has had a processor, in and outside of the kernel; nothing if it has gone.
std::optional<std::uint64_t> ns_on_processor(int pid, int tid);
/// Signals that have been sent and not delivered, a bit each.
std::uint64_t pending_signals(int tid);
/// What a descriptor of it leads to, as /proc shows it; empty if it has none of that number.
std::string target_of(int pid, int descriptor);
/// A line of /proc/PID/fdinfo/NUMBER; empty if there is none.
std::string descriptor_info(int pid, int descriptor, const std::string& name);
/// What of its memory several processes may see: the file and the place in it; nothing if it is the
/// process's own.
struct SharedPlace {
  std::uint64_t device, inode, offset;
};
std::optional<SharedPlace> shared_place(int pid, std::uint64_t address);

}  // namespace flybar::process::machine
