#include <poll.h>

#include <cerrno>

#include "models/inet/api/socket.h"

namespace flybar::inet {

int DatagramSocket::bind(std::uint16_t port, std::uint32_t address) {
  if (port_.port() != 0) return -EINVAL;
  return -port_.bind(port, options.reuse, address);
}

/// A connected socket sends from the address by which its host reaches the peer.
std::uint32_t DatagramSocket::address() const {
  if (port_.address() != 0 || !peer_) return port_.address();
  return address_of(peer_->node == kLoopNode ? kLoopNode : inet_.setup().node);
}

int DatagramSocket::listen(int) {
  return -EOPNOTSUPP;
}

int DatagramSocket::accept(std::unique_ptr<Socket>&) {
  return -EOPNOTSUPP;
}

int DatagramSocket::begin_connect(Peer peer) {
  peer_ = peer;
  // So that getsockname() knows it.
  return port_.port() != 0 ? 0 : -port_.bind(0);
}

/// Datagrams never wait: what the network does not take is dropped.
std::int64_t DatagramSocket::send(const Memory& data, Time, std::optional<Peer> to) {
  if (writes_no_more_) return -EPIPE;
  if (to && peer_) return -EISCONN;
  if (!to && !peer_) return -EDESTADDRREQ;
  return port_.send(copies_of_programs(inet_), data.area, data.length, to ? *to : *peer_);
}

/// Once it is connected, datagrams of others are lost.
std::int64_t DatagramSocket::receive(const Memory& room, Time timeout, Peer& from) {
  const Time until = deadline_of(inet_.cpu(), timeout);
  while (!reads_no_more_) {
    const std::int64_t came = port_.receive(copies_of_programs(inet_), room.area, room.length,
                                            left_until(inet_.cpu(), until), &from);
    if (came < 0 || !peer_ || (from.node == peer_->node && from.port == peer_->port)) return came;
  }
  return 0;
}

std::int64_t DatagramSocket::peek(const Memory& room, Time timeout, Peer& from) {
  return reads_no_more_ ? 0 : port_.peek(room.area, room.length, timeout, &from);
}

int DatagramSocket::shut_down(bool receiving, bool sending) {
  if (!peer_) return -ENOTCONN;
  reads_no_more_ = reads_no_more_ || receiving;
  writes_no_more_ = writes_no_more_ || sending;
  return 0;
}

short DatagramSocket::events() const {
  return port_.readable() || reads_no_more_ ? POLLIN | POLLOUT : POLLOUT;
}

}  // namespace flybar::inet
