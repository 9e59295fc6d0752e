#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "models/inet/api/socket.h"
#include "models/inet/labels.h"

namespace flybar::inet {

namespace {

constexpr int kMostBacklog = 128;  // SOMAXCONN of 4.4BSD

}  // namespace

CopyPolicy copies_of_programs(const Inet& inet) {
  return {.least = inet.params().socket.remap_least};
}

int StreamSocket::bind(std::uint16_t port, std::uint32_t address) {
  if (bound_ || connection_) return -EINVAL;
  auto bound = std::make_unique<Listener>(inet_, options);
  const int error = bound->bind(port, options.reuse, address);
  if (error == 0) bound_ = std::move(bound);
  return -error;
}

int StreamSocket::listen(int backlog) {
  if (connection_) return -EINVAL;
  if (listens_) return 0;
  if (!bound_) {
    const int error = bind(0);
    if (error != 0) return error;
  }
  const int error = bound_->listen(std::clamp(backlog, 1, kMostBacklog));
  listens_ = error == 0;
  return -error;
}

int StreamSocket::accept(std::unique_ptr<Socket>& accepted) {
  if (!listens_) return -EINVAL;
  auto connection = bound_->accept(options.receive_timeout);
  if (!connection) return -EAGAIN;
  accepted = std::make_unique<StreamSocket>(inet_, std::move(connection));
  accepted->options = options;
  return 0;
}

/// The port that was bound goes over to the connection, if there is one.
int StreamSocket::begin_connect(Peer peer) {
  if (listens_) return -EOPNOTSUPP;
  if (connection_) return connecting_ ? -EALREADY : -EISCONN;
  bound_port_ = port();
  bound_address_ = address();
  if (bound_) bound_->close();
  bound_.reset();
  connection_ = Connection::make(inet_, options);
  connecting_ = true;
  const int error = connection_->begin({peer.node, peer.port, bound_port_, bound_address_});
  return error != 0 ? finish_connect(Time()) : -EINPROGRESS;
}

/// After a failure the socket can be connected anew, from the port that it was bound to.
int StreamSocket::finish_connect(Time timeout) {
  if (!connecting_) return connection_ ? -EISCONN : -ENOTCONN;
  const auto outcome = connection_->outcome(timeout);
  if (!outcome) return -EALREADY;
  connecting_ = false;
  const int error = *outcome;
  if (error != 0) {
    connection_.reset();
    if (bound_port_ != 0) bind(bound_port_, bound_address_);
  }
  return -error;
}

std::int64_t StreamSocket::send(const Memory& data, Time timeout, std::optional<Peer> to) {
  if (!connection_) return -ENOTCONN;
  if (to) return -EISCONN;
  return connection_->send(copies_of_programs(inet_), data.area, data.length, timeout);
}

std::int64_t StreamSocket::receive(const Memory& room, Time timeout, Peer& from) {
  if (!connection_) return -ENOTCONN;
  from = {connection_->ends().peer, connection_->ends().peer_port};
  if (reads_no_more_) return 0;
  return connection_->receive(copies_of_programs(inet_), room.area, room.length, timeout);
}

std::int64_t StreamSocket::peek(const Memory& room, Time timeout, Peer& from) {
  if (!connection_) return -ENOTCONN;
  from = {connection_->ends().peer, connection_->ends().peer_port};
  if (reads_no_more_) return 0;
  if (const auto nothing = connection_->wait_for_data(room.length, timeout)) return *nothing;
  std::vector<std::uint8_t> bytes(std::min(room.length, connection_->received().size()));
  connection_->received().copy(bytes);
  inet_.cpu().copied(Bytes(static_cast<std::int64_t>(bytes.size())), kCopyReceive);
  room.area.write(inet_.cpu().memory(), bytes);
  return static_cast<std::int64_t>(bytes.size());
}

std::uint64_t StreamSocket::changes() const {
  return (bound_ ? bound_->changes() : 0) + (connection_ ? connection_->changes() : 0);
}

int StreamSocket::shut_down(bool receiving, bool sending) {
  if (!connection_) return -ENOTCONN;
  reads_no_more_ = reads_no_more_ || receiving;
  return sending ? -connection_->shut_down() : 0;
}

void StreamSocket::close() {
  if (bound_) bound_->close();
  if (!connection_) return;
  if (options.linger == Time())
    connection_->abort();
  else
    connection_->close();
}

void StreamSocket::linger() {
  if (!connection_ || !options.linger) return;
  const ConnectionRecord& record = *connection_->record();
  const ConnectionFigures& figures = record.figures;
  const Time until = deadline_of(inet_.cpu(), *options.linger);
  host::Signal changed("what was sent to arrive");
  connection_->watch(changed);
  while (record.block != nullptr && figures.bytes_acknowledged < figures.bytes_sent) {
    const Time left = left_until(inet_.cpu(), until);
    if (left <= Time() || !inet_.wait(changed, left)) break;
  }
  connection_->unwatch(changed);
}

std::uint16_t StreamSocket::port() const {
  if (connection_) return connection_->ends().own_port;
  return bound_ ? bound_->port() : 0;
}

std::uint32_t StreamSocket::address() const {
  if (connection_) return connection_->ends().own_address;
  return bound_ ? bound_->address() : 0;
}

std::optional<Socket::Peer> StreamSocket::peer() const {
  if (!connection_) return std::nullopt;
  return Peer{connection_->ends().peer, connection_->ends().peer_port};
}

int StreamSocket::take_error() {
  const int error = connection_ ? connection_->error() : 0;
  return std::exchange(told_, error) == error ? 0 : error;
}

void StreamSocket::apply_options() {
  if (bound_) bound_->set_options(options);
  if (connection_) connection_->set_options(options);
}

std::size_t StreamSocket::send_buffer_size() const {
  if (connection_) return connection_->options().send_buffer();
  return options.buffers.send_size(inet_);
}

std::size_t StreamSocket::receive_buffer_size() const {
  if (connection_) return connection_->options().receive_buffer();
  return options.buffers.receive_size(inet_);
}

short StreamSocket::events() const {
  if (listens_) return bound_->readable() ? POLLIN : 0;
  if (!connection_) return POLLOUT | POLLHUP;
  if (connecting_ && !connection_->outcome()) return 0;
  int found = 0;
  if (connection_->peer_has_shut()) found |= POLLRDHUP;
  if (connection_->readable() || reads_no_more_) found |= POLLIN;
  if (connection_->writable()) found |= POLLOUT;
  if (connection_->error() != 0) found |= POLLERR | POLLHUP;
  return static_cast<short>(found);
}

void StreamSocket::watch(host::Signal& of_several) {
  if (bound_) bound_->watch(of_several);
  if (connection_) connection_->watch(of_several);
}

void StreamSocket::unwatch(host::Signal& of_several) {
  if (bound_) bound_->unwatch(of_several);
  if (connection_) connection_->unwatch(of_several);
}

}  // namespace flybar::inet
