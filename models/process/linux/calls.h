/// The system calls that the model answers, by topic. Each gets the call of a thread that runs on
/// the CPU of the host, and may wait there.
#pragma once

#include <sys/time.h>

#include <ctime>

#include <optional>

#include "models/process/linux/linux.h"

namespace flybar::process {

using Handled = Reply(Linux& host, Thread& thread, const Call& call);

struct HandledCall {
  Handled* handler;
  CallCosts::Of cost = CallCosts::Of::kCall;
};
/// Null: the machine does it.
const HandledCall* handled_call(int number);

inline Reply by_machine() {
  return {Reply::By::kMachine};
}
inline Reply answered() {
  return {Reply::By::kNobody};
}
inline Reply result(std::int64_t value) {
  return {Reply::By::kModel, value};
}

/// As the kernel says "again, after the handler of a signal" to itself.
inline constexpr int kRestart = 512;
/// As the kernel says it of calls that end with EINTR if the signal has a handler, and begin again
/// only if it has none.
inline constexpr int kRestartUnlessHandled = 514;

// Times of the calls, in those of the host:
/// For ever at the address 0; an error if the memory is not readable, or holds no time.
struct Until {
  Time at = Time::never();
  int error = 0;
};
Until after(Linux& host, const Thread& thread, std::uint64_t timespec);
Until after_ms(Linux& host, int milliseconds);
/// At which the clock shows that many ns.
Time instant_of(int clock, std::int64_t ns);
/// At most what no run lasts, about eleven days.
Time span_of(std::int64_t ns);
std::int64_t ns_of(const timespec& time);
bool is_clock(int clock);
Time time_of(const timeval& given);
timeval as_timeval(std::int64_t ns);
timespec as_timespec(std::int64_t ns);
bool is_valid(const timespec& time);
/// What is left of a timer that is over at `at`, and its period.
itimerspec left_of(Linux& host, Time at, Time period);
/// What a program sets a timer of this clock to; an error as of Until.
struct TimerSetting {
  Time at = Time::never();
  Time period = {};
  int error = 0;
};
TimerSetting read_timer_setting(Linux& host, const Thread& thread, std::uint64_t from, int clock,
                                bool absolute);

// Descriptors:
Handled close_number, replace_number, close_range_of, control, control_device, open_file, make_pipe,
    make_pair, make_counter;
// Data:
Handled read_bytes, write_bytes, receive_from, send_to, receive_message, send_message,
    send_messages, receive_messages, send_file, splice;
// Sockets:
Handled make_socket, bind_socket, listen_at, accept_one, connect_to, shut_down, name_of, set_option,
    get_option;
// Waiting:
Handled poll_all, select_all, make_epoll, control_epoll, wait_epoll, yield_cpu, use_futex;
// Signals:
Handled wait_signal, send_signal, make_signal_number, set_alarm, use_timer;
// Time and chance:
Handled clock_time, clock_resolution, time_of_day, seconds, ticks, usage, system_info, sleep_for,
    make_timer, set_timer, random_bytes, processors, processor;
// Life:
Handled make_child, execute, exit_thread, exit_program, wait_child, control_program, ask_model;
// Refused:
Handled unknown_call, not_allowed;

}  // namespace flybar::process
