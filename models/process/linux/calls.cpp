#include "models/process/linux/calls.h"
#include "models/process/native/system_calls.h"

#include <array>
#include <map>

namespace flybar::process {
namespace {

using Cost = CallCosts::Of;

struct Entry {
  int number;
  HandledCall how;
};
constexpr std::array kAll = {
    Entry{SYS_read, {read_bytes, Cost::kSocket}},
    Entry{SYS_readv, {read_bytes, Cost::kSocket}},
    Entry{SYS_write, {write_bytes, Cost::kSocket}},
    Entry{SYS_writev, {write_bytes, Cost::kSocket}},
    Entry{SYS_recvfrom, {receive_from, Cost::kSocket}},
    Entry{SYS_sendto, {send_to, Cost::kSocket}},
    Entry{SYS_recvmsg, {receive_message, Cost::kSocket}},
    Entry{SYS_sendmsg, {send_message, Cost::kSocket}},
    Entry{SYS_sendmmsg, {send_messages, Cost::kSocket}},
    Entry{SYS_recvmmsg, {receive_messages, Cost::kSocket}},
    Entry{SYS_sendfile, {send_file, Cost::kSocket}},
    Entry{SYS_splice, {splice}},
    Entry{SYS_tee, {splice}},
    Entry{SYS_ioctl, {control_device}},
    Entry{SYS_fcntl, {control}},
    Entry{SYS_open, {open_file}},
    Entry{SYS_openat, {open_file}},
    Entry{SYS_close, {close_number}},
    Entry{SYS_dup2, {replace_number}},
    Entry{SYS_dup3, {replace_number}},
    Entry{SYS_close_range, {close_range_of}},
    Entry{SYS_pipe, {make_pipe}},
    Entry{SYS_pipe2, {make_pipe}},
    Entry{SYS_socketpair, {make_pair}},
    Entry{SYS_eventfd, {make_counter}},
    Entry{SYS_eventfd2, {make_counter}},
    Entry{SYS_timerfd_create, {make_timer}},
    Entry{SYS_timerfd_settime, {set_timer}},
    Entry{SYS_timerfd_gettime, {set_timer}},
    Entry{SYS_socket, {make_socket}},
    Entry{SYS_bind, {bind_socket, Cost::kSocket}},
    Entry{SYS_listen, {listen_at, Cost::kSocket}},
    Entry{SYS_accept, {accept_one, Cost::kSocket}},
    Entry{SYS_accept4, {accept_one, Cost::kSocket}},
    Entry{SYS_connect, {connect_to, Cost::kSocket}},
    Entry{SYS_shutdown, {shut_down, Cost::kSocket}},
    Entry{SYS_getsockname, {name_of}},
    Entry{SYS_getpeername, {name_of}},
    Entry{SYS_setsockopt, {set_option}},
    Entry{SYS_getsockopt, {get_option}},
    Entry{SYS_poll, {poll_all}},
    Entry{SYS_ppoll, {poll_all}},
    Entry{SYS_select, {select_all}},
    Entry{SYS_pselect6, {select_all}},
    Entry{SYS_epoll_create, {make_epoll}},
    Entry{SYS_epoll_create1, {make_epoll}},
    Entry{SYS_epoll_ctl, {control_epoll}},
    Entry{SYS_epoll_wait, {wait_epoll}},
    Entry{SYS_epoll_pwait, {wait_epoll}},
    Entry{SYS_epoll_pwait2, {wait_epoll}},
    Entry{SYS_futex, {use_futex}},
    Entry{SYS_sched_yield, {yield_cpu}},
    Entry{SYS_pause, {wait_signal}},
    Entry{SYS_rt_sigsuspend, {wait_signal}},
    Entry{SYS_rt_sigtimedwait, {wait_signal}},
    Entry{SYS_kill, {send_signal}},
    Entry{SYS_tkill, {send_signal}},
    Entry{SYS_tgkill, {send_signal}},
    Entry{SYS_alarm, {set_alarm}},
    Entry{SYS_setitimer, {set_alarm}},
    Entry{SYS_getitimer, {set_alarm}},
    Entry{SYS_timer_create, {use_timer}},
    Entry{SYS_timer_settime, {use_timer}},
    Entry{SYS_timer_gettime, {use_timer}},
    Entry{SYS_timer_getoverrun, {use_timer}},
    Entry{SYS_timer_delete, {use_timer}},
    Entry{SYS_signalfd, {make_signal_number}},
    Entry{SYS_signalfd4, {make_signal_number}},
    Entry{SYS_clock_gettime, {clock_time, Cost::kClock}},
    Entry{SYS_clock_getres, {clock_resolution, Cost::kClock}},
    Entry{SYS_gettimeofday, {time_of_day, Cost::kClock}},
    Entry{SYS_time, {seconds, Cost::kClock}},
    Entry{SYS_times, {ticks}},
    Entry{SYS_getrusage, {usage}},
    Entry{SYS_sysinfo, {system_info}},
    Entry{SYS_nanosleep, {sleep_for}},
    Entry{SYS_clock_nanosleep, {sleep_for}},
    Entry{SYS_getrandom, {random_bytes}},
    Entry{SYS_sched_getaffinity, {processors}},
    Entry{SYS_getcpu, {processor, Cost::kClock}},
    Entry{SYS_fork, {make_child}},
    Entry{SYS_vfork, {make_child}},
    Entry{SYS_clone, {make_child}},
    Entry{SYS_clone3, {make_child}},
    Entry{SYS_execve, {execute}},
    Entry{SYS_execveat, {execute}},
    Entry{SYS_exit, {exit_thread}},
    Entry{SYS_exit_group, {exit_program}},
    Entry{SYS_wait4, {wait_child}},
    Entry{SYS_waitid, {wait_child}},
    Entry{SYS_prctl, {control_program}},
    Entry{kHypercall, {ask_model, Cost::kNothing}},
    Entry{SYS_seccomp, {not_allowed}},
    Entry{SYS_ptrace, {not_allowed}},
    Entry{SYS_unshare, {not_allowed}},
    Entry{SYS_setns, {not_allowed}},
    Entry{SYS_io_uring_setup, {unknown_call}},
    Entry{SYS_futex_waitv, {unknown_call}},
};

}  // namespace

const HandledCall* handled_call(int number) {
  static const std::map<int, HandledCall> kByNumber = [] {
    std::map<int, HandledCall> table;
    for (const Entry& one : kAll) table.emplace(one.number, one.how);
    return table;
  }();
  const auto found = kByNumber.find(number);
  return found == kByNumber.end() ? nullptr : &found->second;
}

}  // namespace flybar::process
