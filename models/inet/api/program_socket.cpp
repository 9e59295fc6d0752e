#include "models/inet/api/program_socket.h"

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cstring>

#include "models/inet/api/program_pages.h"
#include "models/inet/stack/address.h"

namespace flybar::inet {
namespace {

constexpr std::uint32_t kLoop = 0x7f00'0001;
constexpr std::uint32_t kLoopNet = 0x7f;

bool is_loop(std::uint32_t address) {
  return address >> 24 == kLoopNet;
}

sockaddr_in named(std::uint32_t address, std::uint16_t port) {
  sockaddr_in name = {};
  name.sin_family = AF_INET;
  name.sin_port = htons(port);
  name.sin_addr.s_addr = htonl(address);
  return name;
}

template <class T>
int fill(std::span<std::byte> value, const T& with) {
  const std::size_t length = std::min(value.size(), sizeof with);
  std::memcpy(value.data(), &with, length);
  return static_cast<int>(length);
}

template <class T>
std::optional<T> read(std::span<const std::byte> value) {
  if (value.size() < sizeof(T)) return std::nullopt;
  T found;
  std::memcpy(&found, value.data(), sizeof found);
  return found;
}

constexpr std::int64_t kMicroseconds = 1'000'000;
constexpr std::int64_t kMostSeconds = 1'000'000;  // longer is for ever

int read_timeout(std::span<const std::byte> value, Time& timeout) {
  const auto given = read<timeval>(value);
  if (!given) return -EINVAL;
  if (given->tv_usec < 0 || given->tv_usec >= kMicroseconds) return -EDOM;
  const bool for_ever = (given->tv_sec == 0 && given->tv_usec == 0) || given->tv_sec > kMostSeconds;
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

}  // namespace

int ProgramSocket::bind(const sockaddr_in& address) {
  const std::uint32_t at = ntohl(address.sin_addr.s_addr);
  const bool own = at == INADDR_ANY || is_loop(at) || node_of(at) == inet_.setup().node;
  if (!own) return -EADDRNOTAVAIL;
  const int error = socket_->bind(ntohs(address.sin_port));
  if (error == 0) bound_ = at;
  return error;
}

int ProgramSocket::accept(std::shared_ptr<SocketObject>& accepted, Time timeout) {
  if (!socket_->stream()) return -EOPNOTSUPP;
  socket_->options.receive_timeout = timeout;
  std::unique_ptr<Socket> one;
  if (const int error = socket_->accept(one)) return error;
  accepted = std::make_shared<ProgramSocket>(inet_, std::move(one), nodes_);
  return 0;
}

int ProgramSocket::read_peer(const sockaddr_in& address, Socket::Peer& peer) const {
  if (address.sin_family != AF_INET) return -EAFNOSUPPORT;
  const std::uint32_t at = ntohl(address.sin_addr.s_addr);
  const std::uint16_t port = ntohs(address.sin_port);
  if (is_loop(at) || at == INADDR_ANY) {
    peer = {inet_.setup().node, port};
    return 0;
  }
  const auto node = node_of(at);
  if (!node) return -ENETUNREACH;
  if (*node >= nodes_) return -EHOSTUNREACH;
  peer = {*node, port};
  return 0;
}

int ProgramSocket::connect(const sockaddr_in& address, Time timeout) {
  Socket::Peer peer;
  if (const int error = read_peer(address, peer)) return error;
  loops_ = is_loop(ntohl(address.sin_addr.s_addr)) || address.sin_addr.s_addr == INADDR_ANY;
  int error = socket_->begin_connect(peer);
  if (auto* const datagrams = dynamic_cast<DatagramSocket*>(socket_.get()); error == 0 && datagrams)
    datagrams->claim_peer();
  // A second call asks what has become of the first.
  if (error == -EALREADY && timeout == Time()) return socket_->finish_connect(timeout);
  if (error != -EINPROGRESS && error != -EALREADY) return error;
  if (timeout == Time()) return error;
  error = socket_->finish_connect(timeout);
  return error == -EALREADY ? -EINPROGRESS : error;
}

int ProgramSocket::disconnect() {
  auto* const datagrams = dynamic_cast<DatagramSocket*>(socket_.get());
  if (datagrams == nullptr) return -EOPNOTSUPP;
  datagrams->disconnect();
  return 0;
}

int ProgramSocket::shut_down(bool receiving, bool sending) {
  return socket_->shut_down(receiving, sending);
}

sockaddr_in ProgramSocket::name() const {
  const bool known = socket_->peer().has_value();
  const std::uint32_t own = loops_ ? kLoop : address_of(inet_.setup().node);
  return named(known ? own : bound_, socket_->port());
}

int ProgramSocket::peer(sockaddr_in& address) const {
  const auto peer = socket_->peer();
  if (!peer || socket_->connecting()) return -ENOTCONN;
  address = named(loops_ ? kLoop : address_of(peer->node), peer->port);
  return 0;
}

Socket::Memory ProgramSocket::memory(std::span<const std::byte> bytes, const process::How& how) {
  auto* const at = const_cast<std::byte*>(bytes.data());
  if (how.pages == nullptr) return {UserArea(reinterpret_cast<std::uint8_t*>(at)), bytes.size()};
  // Made by make_pages() below.
  return {static_cast<ProgramPages&>(*how.pages).area(how.address, at), bytes.size()};
}

std::int64_t ProgramSocket::receive(std::span<std::byte> to, const process::How& how) {
  Socket::Peer from;
  const std::int64_t came = how.peek ? socket_->peek(memory(to, how), how.timeout, from)
                                     : socket_->receive(memory(to, how), how.timeout, from);
  if (how.pages != nullptr && came > 0)
    static_cast<ProgramPages&>(*how.pages).used(how.address, static_cast<std::size_t>(came));
  if (came >= 0 && how.from != nullptr) *how.from = named(address_of(from.node), from.port);
  return came;
}

std::int64_t ProgramSocket::send(std::span<const std::byte> from, const process::How& how) {
  if (socket_->connecting() && socket_->finish_connect(how.timeout) == -EALREADY) return -EAGAIN;
  std::optional<Socket::Peer> to;
  if (how.to != nullptr && !(socket_->stream() && socket_->peer())) {
    Socket::Peer peer;
    if (const int error = read_peer(*how.to, peer)) return error;
    if (peer.port == 0) return -EINVAL;
    to = peer;
  }
  // From where the answer can come back.
  if (!socket_->stream() && socket_->port() == 0)
    if (const int error = socket_->bind(0)) return error;
  const std::int64_t sent = socket_->send(memory(from, how), how.timeout, to);
  if (how.pages != nullptr && sent > 0)
    static_cast<ProgramPages&>(*how.pages).used(how.address, static_cast<std::size_t>(sent));
  return sent;
}

int ProgramSocket::take_error() {
  if (socket_->connecting()) {
    const int outcome = socket_->finish_connect(Time());
    return outcome == -EALREADY ? 0 : -outcome;
  }
  return socket_->take_error();
}

int ProgramSocket::set_option(int level, int option, std::span<const std::byte> value) {
  if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO))
    return read_timeout(value, option == SO_RCVTIMEO ? receive_timeout : send_timeout);
  if (level == SOL_SOCKET && option == SO_BINDTODEVICE) return -ENOPROTOOPT;
  if (level == IPPROTO_IPV6) return -ENOPROTOOPT;
  const bool reuse = level == SOL_SOCKET && option == SO_REUSEADDR;
  const bool no_delay = level == IPPROTO_TCP && option == TCP_NODELAY;
  const auto number = read<int>(value);
  if ((reuse || no_delay) && !number) return -EINVAL;
  if (reuse) socket_->options.reuse = *number != 0;
  if (no_delay) {
    socket_->options.no_delay = *number != 0;
    socket_->set_no_delay(*number != 0);
  }
  kept_[{level, option}] = {reinterpret_cast<const char*>(value.data()), value.size()};
  return 0;
}

int ProgramSocket::option(int level, int option, std::span<std::byte> value) {
  if (level == SOL_SOCKET) switch (option) {
      case SO_ERROR:
        return fill(value, take_error());
      case SO_TYPE:
        return fill(value, static_cast<int>(socket_->stream() ? SOCK_STREAM : SOCK_DGRAM));
      case SO_DOMAIN:
        return fill(value, static_cast<int>(AF_INET));
      case SO_PROTOCOL:
        return fill(value, static_cast<int>(socket_->stream() ? IPPROTO_TCP : IPPROTO_UDP));
      case SO_RCVTIMEO:
        return fill(value, shown(receive_timeout));
      case SO_SNDTIMEO:
        return fill(value, shown(send_timeout));
      case SO_ACCEPTCONN:
        return fill(value, static_cast<int>(socket_->listens()));
      case SO_SNDBUF:
      case SO_RCVBUF:
        return fill(value, static_cast<int>(inet_.setup().socket_buffer.count));
      default:
        break;
    }
  if (level == IPPROTO_TCP && option == TCP_MAXSEG)
    return fill(value, static_cast<int>(inet_.mtu().count - 40));
  if (level == IPPROTO_TCP && option == TCP_CONGESTION)
    return fill(value, std::array<char, 5>{"reno"});
  if (level == IPPROTO_TCP && option == TCP_INFO) return fill(value, tcp_info{});
  const auto kept = kept_.find({level, option});
  if (kept == kept_.end()) return level == IPPROTO_IPV6 ? -ENOPROTOOPT : fill(value, int{0});
  const std::size_t length = std::min(value.size(), kept->second.size());
  std::memcpy(value.data(), kept->second.data(), length);
  return static_cast<int>(length);
}

std::unique_ptr<process::Pages> ProgramSockets::make_pages(const std::string& program) {
  return std::make_unique<ProgramPages>(program, inet_);
}

std::shared_ptr<process::SocketObject> ProgramSockets::make(bool stream) {
  std::unique_ptr<Socket> socket;
  if (stream)
    socket = std::make_unique<StreamSocket>(inet_);
  else
    socket = std::make_unique<DatagramSocket>(inet_);
  return std::make_shared<ProgramSocket>(inet_, std::move(socket), nodes_);
}

}  // namespace flybar::inet
