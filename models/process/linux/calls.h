/// The system calls that the model answers, by topic. Each gets the call of a thread that runs on
/// the CPU of the host, and may wait there.
#pragma once

#include <ctime>

#include <optional>

#include "models/process/linux/linux.h"

namespace flybar::process {

using Handler = Reply (*)(Linux& host, Thread& thread, const Call& call);

struct HandledCall {
  enum class Cost : std::uint8_t { kCall, kClock, kOwn };
  Handler handler;
  Cost cost = Cost::kCall;
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
/// The same of calls that never begin again behind a handler.
inline constexpr int kRestartUnlessHandled = 514;

// Times of the calls, in those of the host:
/// Null for the address 0, which is for ever; an error if the memory is not readable.
struct Until {
  Time at = Time::never();
  bool readable = true;
};
Until after(Linux& host, const Thread& thread, std::uint64_t timespec);
Until after_ms(Linux& host, int milliseconds);
/// At which the clock shows that many ns.
Time instant_of(int clock, std::int64_t ns);
std::int64_t ns_of(const timespec& time);

#define FLYBAR_CALLS(X)                                                                           \
  X(close_number)                                                                                 \
  X(replace_number)                                                                               \
  X(close_range_of)                                                                               \
  X(control)                                                                                      \
  X(control_device)                                                                               \
  X(open_file)                                                                                    \
  X(make_pipe)                                                                                    \
  X(make_pair)                                                                                    \
  X(make_counter)                                                                                 \
  X(read_bytes) X(write_bytes) X(receive_from) X(send_to) X(receive_message) X(send_message)      \
      X(send_messages) X(send_file) X(splice) X(make_socket) X(bind_socket) X(listen_at)          \
          X(accept_one) X(connect_to) X(shut_down) X(name_of) X(set_option) X(get_option)         \
              X(poll_all) X(select_all) X(make_epoll) X(control_epoll) X(wait_epoll) X(yield_cpu) \
                  X(wait_signal) X(clock_time) X(clock_resolution) X(time_of_day) X(seconds)      \
                      X(ticks) X(usage) X(system_info) X(sleep_for) X(make_timer) X(set_timer)    \
                          X(random_bytes) X(processors) X(processor) X(make_child) X(execute)     \
                              X(exit_thread) X(exit_program) X(wait_child) X(send_signal)         \
                                  X(set_alarm) X(control_program) X(unknown_call) X(not_allowed)  \
                                      X(use_futex)
#define FLYBAR_DECLARE(name) Reply name(Linux& host, Thread& thread, const Call& call);
FLYBAR_CALLS(FLYBAR_DECLARE)
#undef FLYBAR_DECLARE
#undef FLYBAR_CALLS

}  // namespace flybar::process
