/// Options of the sockets of Linux programs: what acts, what is kept, and what a socket can tell.
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "models/inet/api/program_socket.h"
#include "models/inet/api/tcp_info.h"
#include "models/inet/stack/stack.h"

namespace flybar::inet {
namespace {

// As Linux has them.
constexpr int kLeastSegment = 88, kMostSegment = 32'767;
constexpr int kMostSeconds = 32'767, kMostQuestions = 127;
constexpr int kCongestionBits = 3;   ///< of the type of service, which are the stack's
constexpr int kSegmentHeaders = 40;  ///< of IP and TCP
constexpr std::int64_t kMicroseconds = 1'000'000;
constexpr std::int64_t kMostTimeout = 1'000'000;  ///< seconds; longer is for ever

int fill_bytes(std::span<std::byte> value, std::span<const std::byte> with) {
  const std::size_t length = std::min(value.size(), with.size());
  std::copy_n(with.begin(), length, value.begin());
  return static_cast<int>(length);
}

template <class T>
int fill(std::span<std::byte> value, const T& with) {
  return fill_bytes(value, std::as_bytes(std::span(&with, 1)));
}

template <class T>
std::optional<T> read(std::span<const std::byte> value) {
  if (value.size() < sizeof(T)) return std::nullopt;
  T found;
  std::memcpy(&found, value.data(), sizeof found);
  return found;
}

int read_timeout(std::span<const std::byte> value, Time& timeout) {
  const auto given = read<timeval>(value);
  if (!given) return -EINVAL;
  if (given->tv_usec < 0 || given->tv_usec >= kMicroseconds) return -EDOM;
  const bool for_ever = (given->tv_sec == 0 && given->tv_usec == 0) || given->tv_sec > kMostTimeout;
  timeout =
      for_ever
          ? Time::never()
          : Time::us(std::max<std::int64_t>(given->tv_sec, 0) * kMicroseconds + given->tv_usec);
  return 0;
}

timeval shown(Time timeout) {
  if (timeout == Time::never()) return {};
  const std::int64_t us = timeout / Time::us(1);
  return {us / kMicroseconds, us % kMicroseconds};
}

Time seconds(int count) {
  return Time::ms(std::int64_t{1'000} * count);
}

int in_seconds(Time time) {
  return static_cast<int>(time / seconds(1));
}

/// As Linux takes them: a negative size is a very large one.
Bytes buffer_of(int size) {
  const std::int64_t wanted = size < 0 ? Stack::kMostSocketBuffer.count : size;
  return Bytes(std::clamp(wanted, Stack::kLeastSocketBuffer.count, Stack::kMostSocketBuffer.count));
}

/// Linux gives back the memory, which is twice the data that it takes for the buffer.
int size_of(std::size_t buffer) {
  return static_cast<int>(2 * buffer);
}

int set_linger(Socket::Options& options, std::span<const std::byte> value) {
  const auto given = read<linger>(value);
  if (!given) return -EINVAL;
  options.linger.reset();
  if (given->l_onoff != 0) options.linger = seconds(std::max(given->l_linger, 0));
  return 0;
}

linger linger_of(const Socket::Options& options) {
  if (!options.linger) return {0, 0};
  return {1, in_seconds(*options.linger)};
}

/// 0, -EINVAL, or nothing if it is none of them.
std::optional<int> set_keep_alive(ConnectionOptions::KeepAlive& keep, int option, int value) {
  const int most = option == TCP_KEEPCNT ? kMostQuestions : kMostSeconds;
  if (option != TCP_KEEPIDLE && option != TCP_KEEPINTVL && option != TCP_KEEPCNT)
    return std::nullopt;
  if (value < 1 || value > most) return -EINVAL;
  if (option == TCP_KEEPCNT)
    keep.count = static_cast<std::uint32_t>(value);
  else
    (option == TCP_KEEPIDLE ? keep.idle : keep.interval) = seconds(value);
  return 0;
}

std::optional<int> set_tcp(Socket::Options& options, int option, int value) {
  switch (option) {
    case TCP_NODELAY:
      options.no_delay = value != 0;
      return 0;
    case TCP_MAXSEG:
      if (value != 0 && (value < kLeastSegment || value > kMostSegment)) return -EINVAL;
      options.most_segment = static_cast<std::uint16_t>(value);
      return 0;
    default:
      return set_keep_alive(options.keep_alive, option, value);
  }
}

std::optional<int> tcp_number(const Socket::Options& options, int option) {
  switch (option) {
    case TCP_NODELAY:
      return options.no_delay;
    case TCP_KEEPIDLE:
      return in_seconds(options.keep_alive.idle);
    case TCP_KEEPINTVL:
      return in_seconds(options.keep_alive.interval);
    case TCP_KEEPCNT:
      return static_cast<int>(options.keep_alive.count);
    default:
      return std::nullopt;
  }
}

int segment_of(const Inet& inet, const Socket& socket) {
  const auto* const stream = dynamic_cast<const StreamSocket*>(&socket);
  if (stream != nullptr && stream->connection() != nullptr)
    if (const auto bytes = segment_of(*stream->connection())) return *bytes;
  const int most = static_cast<int>(inet.mtu().count) - kSegmentHeaders;
  const int wanted = socket.options.most_segment;
  return wanted != 0 ? std::min(wanted, most) : most;
}

}  // namespace

/// 0 or an error; nothing if it is none that acts.
std::optional<int> ProgramSocket::set_number(int level, int option, int value) {
  Socket::Options& options = socket_->options;
  if (level == IPPROTO_TCP && socket_->stream()) return set_tcp(options, option, value);
  if (level == IPPROTO_IP && option == IP_TOS) {
    const int kept = socket_->stream() ? value & ~kCongestionBits : value;
    options.service = static_cast<std::uint8_t>(kept);
    return 0;
  }
  if (level != SOL_SOCKET) return std::nullopt;
  switch (option) {
    case SO_REUSEADDR:
      options.reuse = value != 0;
      return 0;
    case SO_KEEPALIVE:
      options.keep_alive.on = value != 0;
      return 0;
    case SO_SNDBUF:
    case SO_SNDBUFFORCE:
      options.buffers.sending = buffer_of(value);
      return 0;
    case SO_RCVBUF:
    case SO_RCVBUFFORCE:
      options.buffers.receiving = buffer_of(value);
      return 0;
    default:
      return std::nullopt;
  }
}

int ProgramSocket::set_option(int level, int option, std::span<const std::byte> value) {
  if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO))
    return read_timeout(value, option == SO_RCVTIMEO ? receive_timeout : send_timeout);
  if (level == SOL_SOCKET && option == SO_BINDTODEVICE) return -ENOPROTOOPT;
  if (level == SOL_SOCKET && option == SO_LINGER) return set_linger(socket_->options, value);
  if (level == IPPROTO_IPV6) return -ENOPROTOOPT;
  auto number = read<int>(value);
  if (!number && !value.empty() && level == IPPROTO_IP) number = static_cast<int>(value[0]);
  const bool tells_error = level == SOL_SOCKET && option == SO_ERROR;
  if (!number && !tells_error && this->number(level, option)) return -EINVAL;
  const auto done = number ? set_number(level, option, *number) : std::nullopt;
  if (done) {
    if (*done == 0) socket_->apply_options();
    return *done;
  }
  kept_[{level, option}] = {reinterpret_cast<const char*>(value.data()), value.size()};
  return 0;
}

/// Nothing if the option is no number that the socket knows.
std::optional<int> ProgramSocket::number(int level, int option) {
  const Socket::Options& options = socket_->options;
  if (level == IPPROTO_IP && option == IP_TOS) return options.service;
  if (level == IPPROTO_TCP && option == TCP_MAXSEG) return segment_of(inet_, *socket_);
  if (level == IPPROTO_TCP) return tcp_number(options, option);
  if (level != SOL_SOCKET) return std::nullopt;
  switch (option) {
    case SO_ERROR:
      return take_error();
    case SO_TYPE:
      return socket_->stream() ? SOCK_STREAM : SOCK_DGRAM;
    case SO_DOMAIN:
      return AF_INET;
    case SO_PROTOCOL:
      return socket_->stream() ? IPPROTO_TCP : IPPROTO_UDP;
    case SO_ACCEPTCONN:
      return socket_->listens();
    case SO_REUSEADDR:
      return options.reuse;
    case SO_KEEPALIVE:
      return options.keep_alive.on;
    case SO_SNDBUF:
      return size_of(socket_->send_buffer_size());
    case SO_RCVBUF:
      return size_of(socket_->receive_buffer_size());
    default:
      return std::nullopt;
  }
}

int ProgramSocket::option(int level, int option, std::span<std::byte> value) {
  if (const auto known = number(level, option)) return fill(value, *known);
  if (level == SOL_SOCKET && option == SO_RCVTIMEO) return fill(value, shown(receive_timeout));
  if (level == SOL_SOCKET && option == SO_SNDTIMEO) return fill(value, shown(send_timeout));
  if (level == SOL_SOCKET && option == SO_LINGER) return fill(value, linger_of(socket_->options));
  if (level == IPPROTO_TCP && option == TCP_CONGESTION)
    return fill(value, std::array<char, 5>{"reno"});
  if (level == IPPROTO_TCP && option == TCP_INFO) {
    const auto* const stream = dynamic_cast<const StreamSocket*>(socket_.get());
    if (stream == nullptr) return -ENOPROTOOPT;
    return fill_bytes(value, tcp_info_of(inet_, stream->connection(), socket_->listens()));
  }
  const auto kept = kept_.find({level, option});
  if (kept == kept_.end()) return level == IPPROTO_IPV6 ? -ENOPROTOOPT : fill(value, int{0});
  return fill_bytes(value, std::as_bytes(std::span(kept->second)));
}

}  // namespace flybar::inet
