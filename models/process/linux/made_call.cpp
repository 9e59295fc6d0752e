#include "models/process/linux/made_call.h"

#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "models/process/native/program_memory.h"

namespace flybar::process {
namespace {

/// How arguments are told, a letter each: d a descriptor, i a whole number, x an address or bits,
/// s a text, o bytes that go out, n bytes that come in (the next argument is how many).
struct Shape {
  int number;
  std::string_view arguments;
};

constexpr std::array kShapes = {
    Shape{SYS_read, "dni"},
    Shape{SYS_write, "doi"},
    Shape{SYS_readv, "dxi"},
    Shape{SYS_writev, "dxi"},
    Shape{SYS_recvfrom, "dnixxx"},
    Shape{SYS_sendto, "doixxi"},
    Shape{SYS_recvmsg, "dxx"},
    Shape{SYS_sendmsg, "dxx"},
    Shape{SYS_sendmmsg, "dxix"},
    Shape{SYS_recvmmsg, "dxixx"},
    Shape{SYS_sendfile, "ddxi"},
    Shape{SYS_ioctl, "dxx"},
    Shape{SYS_fcntl, "dix"},
    Shape{SYS_open, "sx"},
    Shape{SYS_openat, "isx"},
    Shape{SYS_close, "d"},
    Shape{SYS_dup2, "di"},
    Shape{SYS_dup3, "dix"},
    Shape{SYS_close_range, "iix"},
    Shape{SYS_pipe, "x"},
    Shape{SYS_pipe2, "xx"},
    Shape{SYS_socket, "ixi"},
    Shape{SYS_socketpair, "ixix"},
    Shape{SYS_bind, "dxi"},
    Shape{SYS_listen, "di"},
    Shape{SYS_accept, "dxx"},
    Shape{SYS_accept4, "dxxx"},
    Shape{SYS_connect, "dxi"},
    Shape{SYS_shutdown, "di"},
    Shape{SYS_getsockname, "dxx"},
    Shape{SYS_getpeername, "dxx"},
    Shape{SYS_setsockopt, "diixi"},
    Shape{SYS_getsockopt, "diixx"},
    Shape{SYS_poll, "xii"},
    Shape{SYS_ppoll, "xixx"},
    Shape{SYS_select, "ixxxx"},
    Shape{SYS_pselect6, "ixxxxx"},
    Shape{SYS_epoll_create1, "x"},
    Shape{SYS_epoll_ctl, "diix"},
    Shape{SYS_epoll_wait, "dxii"},
    Shape{SYS_epoll_pwait, "dxiix"},
    Shape{SYS_timerfd_create, "ix"},
    Shape{SYS_timerfd_settime, "dxxx"},
    Shape{SYS_futex, "xiixxi"},
    Shape{SYS_clock_gettime, "ix"},
    Shape{SYS_gettimeofday, "xx"},
    Shape{SYS_nanosleep, "xx"},
    Shape{SYS_clock_nanosleep, "ixxx"},
    Shape{SYS_alarm, "i"},
    Shape{SYS_getrandom, "xix"},
    Shape{SYS_clone, "xxxx"},
    Shape{SYS_clone3, "xi"},
    Shape{SYS_execve, "s"},
    Shape{SYS_exit, "i"},
    Shape{SYS_exit_group, "i"},
    Shape{SYS_wait4, "ixxx"},
    Shape{SYS_kill, "ii"},
    Shape{SYS_tgkill, "iii"},
    Shape{SYS_fork, ""},
    Shape{SYS_vfork, ""},
    Shape{SYS_pause, ""},
    Shape{SYS_gettid, ""},
    Shape{SYS_sched_yield, ""},
    Shape{kHypercall, "ii"},
};

std::string_view shape_of(int number) {
  const auto* found = std::find_if(kShapes.begin(), kShapes.end(),
                                   [number](const Shape& one) { return one.number == number; });
  return found == kShapes.end() ? "xxx" : found->arguments;
}

std::string hexadecimal(std::uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return value == 0 ? "0" : text;
}

/// In quotes; what is no letter as C writes it.
std::string c_text(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    char escaped[6];
    if (c == '"' || c == '\\') text += '\\';
    if (c == '\n')
      text += "\\n";
    else if (c == '\r')
      text += "\\r";
    else if (c == '\t')
      text += "\\t";
    else if (c < ' ' || c > '~')
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(c)),
          text += escaped;
    else
      text += c;
  }
  return text + '"';
}

std::string text_of_bytes(const ProgramMemory& memory, std::uint64_t at, std::uint64_t length) {
  constexpr std::uint64_t kShown = 32;
  std::string bytes(std::min(length, kShown), '\0');
  if (!memory.read(at, std::as_writable_bytes(std::span(bytes)))) return hexadecimal(at);
  return c_text(bytes) + (length > kShown ? "..." : "");
}

std::string text_of_name(const ProgramMemory& memory, std::uint64_t at) {
  const auto text = memory.text(at);
  return text ? c_text(*text) : hexadecimal(at);
}

}  // namespace

bool takes_descriptor(int number) {
  return shape_of(number).starts_with('d');
}

bool fills_buffer(int number) {
  return shape_of(number).find('n') != std::string_view::npos;
}

std::string text_of_arguments(const Call& call, const ProgramMemory& memory, std::int64_t result) {
  const std::string_view shape = shape_of(call.number);
  std::string text;
  for (std::size_t n = 0; n < shape.size(); ++n) {
    const std::uint64_t value = call.arguments[n];
    if (n > 0) text += ", ";
    switch (shape[n]) {
      case 'd':
      case 'i':
        text += std::to_string(static_cast<std::int32_t>(value));
        break;
      case 's':
        text += text_of_name(memory, value);
        break;
      case 'o':
        text += text_of_bytes(memory, value, call.arguments[n + 1]);
        break;
      case 'n':
        text += result > 0 ? text_of_bytes(memory, value, static_cast<std::uint64_t>(result))
                           : hexadecimal(value);
        break;
      default:
        text += hexadecimal(value);
    }
  }
  return text;
}

/// Values below -4095 are addresses. 512 and more are for the kernel, which tells programs EINTR.
std::string text_of_result(const MadeCall& made) {
  constexpr int kLastError = 4095, kLastOfPrograms = 511;
  if (!made.result) return "?";
  if (*made.result >= 0 || *made.result < -kLastError) return std::to_string(*made.result);
  if (*made.result < -kLastOfPrograms) return "? (a signal)";
  return std::string("-1 ") + strerrorname_np(static_cast<int>(-*made.result));
}

}  // namespace flybar::process
