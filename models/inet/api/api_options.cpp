/// Options and names of sockets.
#include <algorithm>
#include <cstring>

#include "models/inet/api/addresses.h"
#include "models/inet/api/call.h"

using namespace flybar::inet;
using flybar::Time;

namespace {

constexpr std::int64_t kMicroseconds = 1'000'000;
constexpr std::int64_t kMostSeconds = 1'000'000;  // longer is for ever

/// Of a copy, since a program may have it anywhere.
template <class Value>
int read(const void* value, socklen_t length, Value& into) {
  if (value == nullptr) return -EFAULT;
  if (length < sizeof into) return -EINVAL;
  std::memcpy(&into, value, sizeof into);
  return 0;
}

template <class Value>
int write(const Value& from, void* value, socklen_t* length) {
  *length = std::min<socklen_t>(*length, sizeof from);
  std::memcpy(value, &from, *length);
  return 0;
}

int set_timeout(Time& timeout, const void* value, socklen_t length) {
  timeval time;
  if (const int error = read(value, length, time)) return error;
  if (time.tv_sec < 0 || time.tv_usec < 0 || time.tv_usec >= kMicroseconds) return -EDOM;
  const bool for_ever = (time.tv_sec == 0 && time.tv_usec == 0) || time.tv_sec > kMostSeconds;
  timeout = for_ever ? Time::never() : Time::us(time.tv_sec * kMicroseconds + time.tv_usec);
  return 0;
}

int get_timeout(Time timeout, void* value, socklen_t* length) {
  timeval time = {};
  if (timeout != Time::never()) {
    const std::int64_t us = timeout / Time::us(1);
    time.tv_sec = us / kMicroseconds;
    time.tv_usec = us % kMicroseconds;
  }
  return write(time, value, length);
}

int set_flag(bool& flag, const void* value, socklen_t length) {
  int given = 0;
  if (const int error = read(value, length, given)) return error;
  flag = given != 0;
  return 0;
}

int set_option(Socket& socket, int option, const void* value, socklen_t length) {
  switch (option) {
    case SO_RCVTIMEO:
      return set_timeout(socket.options.receive_timeout, value, length);
    case SO_SNDTIMEO:
      return set_timeout(socket.options.send_timeout, value, length);
    case SO_REUSEADDR:
      return set_flag(socket.options.reuse, value, length);
    default:
      return -ENOPROTOOPT;
  }
}

int get_option(Process& process, Socket& socket, int option, void* value, socklen_t* length) {
  switch (option) {
    case SO_RCVTIMEO:
      return get_timeout(socket.options.receive_timeout, value, length);
    case SO_SNDTIMEO:
      return get_timeout(socket.options.send_timeout, value, length);
    case SO_REUSEADDR:
      return write(socket.options.reuse ? 1 : 0, value, length);
    case SO_TYPE:
      return write<int>(socket.stream() ? SOCK_STREAM : SOCK_DGRAM, value, length);
    case SO_ACCEPTCONN:
      return write(socket.listens() ? 1 : 0, value, length);
    case SO_ERROR:
      return write(socket.take_error(), value, length);
    case SO_RCVBUF:
    case SO_SNDBUF:
      return write(static_cast<int>(process.inet().setup().socket_buffer.count), value, length);
    default:
      return -ENOPROTOOPT;
  }
}

bool is_no_delay(const Socket& socket, int level, int option) {
  return level == IPPROTO_TCP && option == TCP_NODELAY && socket.stream();
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the API

int inet_setsockopt(int fd, int level, int option, const void* value, socklen_t length) {
  return call("inet_setsockopt", fd, [&](Process&, Socket& socket) {
    if (level == SOL_SOCKET) return set_option(socket, option, value, length);
    if (!is_no_delay(socket, level, option)) return -ENOPROTOOPT;
    const int error = set_flag(socket.options.no_delay, value, length);
    if (error == 0) socket.apply_options();
    return error;
  });
}

int inet_getsockopt(int fd, int level, int option, void* value, socklen_t* length) {
  return call("inet_getsockopt", fd, [&](Process& process, Socket& socket) {
    if (value == nullptr || length == nullptr) return -EFAULT;
    if (level == SOL_SOCKET) return get_option(process, socket, option, value, length);
    if (!is_no_delay(socket, level, option)) return -ENOPROTOOPT;
    return write(socket.options.no_delay ? 1 : 0, value, length);
  });
}

int inet_getsockname(int fd, sockaddr* address, socklen_t* length) {
  return call("inet_getsockname", fd, [&](Process& process, Socket& socket) {
    if (address == nullptr || length == nullptr) return -EFAULT;
    write_address(process.node(), socket.port(), address, length);
    return 0;
  });
}

int inet_getpeername(int fd, sockaddr* address, socklen_t* length) {
  return call("inet_getpeername", fd, [&](Process&, Socket& socket) {
    if (address == nullptr || length == nullptr) return -EFAULT;
    const auto peer = socket.peer();
    if (!peer) return -ENOTCONN;
    write_address(peer->node, peer->port, address, length);
    return 0;
  });
}

// NOLINTEND(readability-identifier-naming)
