#include "models/inet/api/program_socket.h"

#include <sys/socket.h>

#include <algorithm>

#include "models/inet/api/program_pages.h"
#include "models/inet/stack/address.h"

namespace flybar::inet {
namespace {

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

/// Those that ProgramSockets::make_pages() has made; null: none.
ProgramPages* pages_of(const process::How& how) {
  return static_cast<ProgramPages*>(how.pages);
}

/// What sockets of the model see of bytes that lie here, staged for the program.
Socket::Memory memory(std::span<const std::byte> bytes, const process::How& how) {
  auto* const at = const_cast<std::byte*>(bytes.data());
  ProgramPages* const pages = pages_of(how);
  return {pages != nullptr ? pages->area(how.address, at)
                           : UserArea(reinterpret_cast<std::uint8_t*>(at)),
          bytes.size()};
}

/// So many bytes, or an error.
void note_moved(const process::How& how, std::int64_t moved) {
  if (ProgramPages* const pages = pages_of(how); pages != nullptr && moved > 0)
    pages->used(how.address, static_cast<std::size_t>(moved));
}

}  // namespace

ProgramSocket::ProgramSocket(ProgramSockets& sockets, std::unique_ptr<Socket> socket)
    : sockets_(sockets), inet_(sockets.inet()), socket_(std::move(socket)) {}

int ProgramSocket::bind(const sockaddr_in& address) {
  const std::uint32_t at = ntohl(address.sin_addr.s_addr);
  const bool own = at == INADDR_ANY || is_loop(at) || node_of(at) == inet_.setup().node;
  if (!own) return -EADDRNOTAVAIL;
  return socket_->bind(ntohs(address.sin_port), is_loop(at) ? kLoopAddress : at);
}

int ProgramSocket::accept(std::shared_ptr<SocketObject>& accepted, Time timeout) {
  if (!socket_->stream()) return -EOPNOTSUPP;
  socket_->options.receive_timeout = timeout;
  std::unique_ptr<Socket> one;
  if (const int error = socket_->accept(one)) return error;
  sockets_.keep(*one);
  const auto made = std::make_shared<ProgramSocket>(sockets_, std::move(one));
  made->kept_ = kept_;
  made->receive_timeout = receive_timeout;
  made->send_timeout = send_timeout;
  accepted = made;
  return 0;
}

int ProgramSocket::read_peer(const sockaddr_in& address, Socket::Peer& peer) const {
  if (address.sin_family != AF_INET) return -EAFNOSUPPORT;
  const std::uint32_t at = ntohl(address.sin_addr.s_addr);
  const std::uint16_t port = ntohs(address.sin_port);
  if (is_loop(at) || at == INADDR_ANY) {
    peer = {kLoopNode, port};
    return 0;
  }
  const auto node = node_of(at);
  if (!node) return -ENETUNREACH;
  if (*node >= sockets_.nodes()) return -EHOSTUNREACH;
  if (socket_->address() == kLoopAddress && *node != inet_.setup().node) return -EINVAL;
  peer = {*node, port};
  return 0;
}

int ProgramSocket::connect(const sockaddr_in& address, Time timeout) {
  Socket::Peer peer;
  if (const int error = read_peer(address, peer)) return error;
  int error = socket_->begin_connect(peer);
  if (error == -EINPROGRESS) sockets_.keep(*socket_);
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
  return named(socket_->address(), socket_->port());
}

int ProgramSocket::peer(sockaddr_in& address) const {
  const auto peer = socket_->peer();
  if (!peer || socket_->connecting()) return -ENOTCONN;
  address = named(address_of(peer->node), peer->port);
  return 0;
}

std::int64_t ProgramSocket::receive(std::span<std::byte> to, const process::How& how) {
  Socket::Peer from;
  const std::int64_t came = how.peek ? socket_->peek(memory(to, how), how.timeout, from)
                                     : socket_->receive(memory(to, how), how.timeout, from);
  note_moved(how, came);
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
  note_moved(how, sent);
  return sent;
}

int ProgramSocket::take_error() {
  if (socket_->connecting()) {
    const int outcome = socket_->finish_connect(Time());
    return outcome == -EALREADY ? 0 : -outcome;
  }
  return socket_->take_error();
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
  return std::make_shared<ProgramSocket>(*this, std::move(socket));
}

void ProgramSockets::keep(const Socket& socket) {
  const auto* const stream = dynamic_cast<const StreamSocket*>(&socket);
  if (stream != nullptr && stream->connection() != nullptr)
    records_.push_back(stream->connection()->record());
}

std::vector<ConnectionFigures> ProgramSockets::connections() const {
  std::vector<ConnectionFigures> all;
  for (const auto& one : records_)
    if (one->opened) all.push_back(one->complete());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return all;
}

}  // namespace flybar::inet
