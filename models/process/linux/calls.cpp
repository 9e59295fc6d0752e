#include "models/process/linux/calls.h"

#include <sys/syscall.h>

#include <map>

namespace flybar::process {
namespace {

using Cost = HandledCall::Cost;

const std::map<int, HandledCall>& all() {
  static const std::map<int, HandledCall> kAll = {
      {SYS_read, {read_bytes}},
      {SYS_readv, {read_bytes}},
      {SYS_write, {write_bytes}},
      {SYS_writev, {write_bytes}},
      {SYS_recvfrom, {receive_from}},
      {SYS_sendto, {send_to}},
      {SYS_recvmsg, {receive_message}},
      {SYS_sendmsg, {send_message}},
      {SYS_sendmmsg, {send_messages}},
      {SYS_sendfile, {send_file}},
      {SYS_splice, {splice}},
      {SYS_tee, {splice}},
      {SYS_ioctl, {control_device}},
      {SYS_fcntl, {control}},
      {SYS_open, {open_file}},
      {SYS_openat, {open_file}},
      {SYS_close, {close_number}},
      {SYS_dup2, {replace_number}},
      {SYS_dup3, {replace_number}},
      {SYS_close_range, {close_range_of}},
      {SYS_pipe, {make_pipe}},
      {SYS_pipe2, {make_pipe}},
      {SYS_socketpair, {make_pair}},
      {SYS_eventfd, {make_counter}},
      {SYS_eventfd2, {make_counter}},
      {SYS_timerfd_create, {make_timer}},
      {SYS_timerfd_settime, {set_timer}},
      {SYS_timerfd_gettime, {set_timer}},
      {SYS_socket, {make_socket}},
      {SYS_bind, {bind_socket}},
      {SYS_listen, {listen_at}},
      {SYS_accept, {accept_one}},
      {SYS_accept4, {accept_one}},
      {SYS_connect, {connect_to}},
      {SYS_shutdown, {shut_down}},
      {SYS_getsockname, {name_of}},
      {SYS_getpeername, {name_of}},
      {SYS_setsockopt, {set_option}},
      {SYS_getsockopt, {get_option}},
      {SYS_poll, {poll_all}},
      {SYS_ppoll, {poll_all}},
      {SYS_select, {select_all}},
      {SYS_pselect6, {select_all}},
      {SYS_epoll_create, {make_epoll}},
      {SYS_epoll_create1, {make_epoll}},
      {SYS_epoll_ctl, {control_epoll}},
      {SYS_epoll_wait, {wait_epoll}},
      {SYS_epoll_pwait, {wait_epoll}},
      {SYS_epoll_pwait2, {wait_epoll}},
      {SYS_futex, {use_futex}},
      {SYS_sched_yield, {yield_cpu}},
      {SYS_pause, {wait_signal}},
      {SYS_rt_sigsuspend, {wait_signal}},
      {SYS_rt_sigtimedwait, {wait_signal}},
      {SYS_kill, {send_signal}},
      {SYS_tkill, {send_signal}},
      {SYS_tgkill, {send_signal}},
      {SYS_alarm, {set_alarm}},
      {SYS_setitimer, {set_alarm}},
      {SYS_getitimer, {set_alarm}},
      {SYS_clock_gettime, {clock_time, Cost::kClock}},
      {SYS_clock_getres, {clock_resolution, Cost::kClock}},
      {SYS_gettimeofday, {time_of_day, Cost::kClock}},
      {SYS_time, {seconds, Cost::kClock}},
      {SYS_times, {ticks}},
      {SYS_getrusage, {usage}},
      {SYS_sysinfo, {system_info}},
      {SYS_nanosleep, {sleep_for}},
      {SYS_clock_nanosleep, {sleep_for}},
      {SYS_getrandom, {random_bytes}},
      {SYS_sched_getaffinity, {processors}},
      {SYS_getcpu, {processor, Cost::kClock}},
      {SYS_fork, {make_child}},
      {SYS_vfork, {make_child}},
      {SYS_clone, {make_child}},
      {SYS_clone3, {make_child}},
      {SYS_execve, {execute}},
      {SYS_execveat, {execute}},
      {SYS_exit, {exit_thread}},
      {SYS_exit_group, {exit_program}},
      {SYS_wait4, {wait_child}},
      {SYS_waitid, {wait_child}},
      {SYS_prctl, {control_program}},
      {SYS_seccomp, {not_allowed}},
      {SYS_ptrace, {not_allowed}},
      {SYS_unshare, {not_allowed}},
      {SYS_setns, {not_allowed}},
      {SYS_io_uring_setup, {unknown_call}},
      {SYS_futex_waitv, {unknown_call}},
      {SYS_recvmmsg, {unknown_call}},
      {SYS_signalfd, {unknown_call}},
      {SYS_signalfd4, {unknown_call}},
      {SYS_timer_create, {unknown_call}},
  };
  return kAll;
}

}  // namespace

const HandledCall* handled_call(int number) {
  const auto found = all().find(number);
  return found == all().end() ? nullptr : &found->second;
}

}  // namespace flybar::process
