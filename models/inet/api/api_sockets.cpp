/// Making, connecting and closing.
#include "models/inet/api/addresses.h"
#include "models/inet/api/call.h"
#include "models/inet/stack/address.h"

using namespace flybar::inet;

namespace {

int make(Process& process, int domain, int type, int protocol) {
  if (domain != AF_INET) return -EAFNOSUPPORT;
  if (type != SOCK_STREAM && type != SOCK_DGRAM) return -EPROTONOSUPPORT;
  const int own = type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  if (protocol != 0 && protocol != own) return -EPROTONOSUPPORT;
  if (!process.has_room()) return -EMFILE;
  if (type == SOCK_STREAM) return process.add(std::make_unique<StreamSocket>(process.inet()));
  return process.add(std::make_unique<DatagramSocket>(process.inet()));
}

int accept(Process& process, Socket& socket, sockaddr* address, socklen_t* length) {
  if (!is_room(address, length)) return -EFAULT;
  if (!process.has_room()) return -EMFILE;
  std::unique_ptr<Socket> accepted;
  if (const int error = socket.accept(accepted)) return error;
  process.connected();
  if (const auto peer = accepted->peer()) write_address(peer->node, peer->port, address, length);
  return process.add(std::move(accepted));
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the API

int inet_socket(int domain, int type, int protocol) {
  return call("inet_socket",
              [&](Process& process) { return make(process, domain, type, protocol); });
}

int inet_bind(int fd, const sockaddr* address, socklen_t length) {
  return call("inet_bind", fd, [&](Process& process, Socket& socket) {
    Named named;
    if (const int error = read_address(address, length, named)) return error;
    if (named.address != INADDR_ANY && named.address != address_of(process.node()))
      return -EADDRNOTAVAIL;
    return socket.bind(named.port);
  });
}

int inet_listen(int fd, int backlog) {
  return call("inet_listen", fd, [&](Process&, Socket& socket) { return socket.listen(backlog); });
}

int inet_accept(int fd, sockaddr* address, socklen_t* length) {
  return call("inet_accept", fd, [&](Process& process, Socket& socket) {
    return accept(process, socket, address, length);
  });
}

int inet_connect(int fd, const sockaddr* address, socklen_t length) {
  return call("inet_connect", fd, [&](Process& process, Socket& socket) {
    Socket::Peer peer;
    if (const int error = read_peer(process, address, length, peer)) return error;
    const int result = socket.connect(peer);
    if (result == 0) process.connected();
    return result;
  });
}

int inet_shutdown(int fd, int how) {
  return call("inet_shutdown", fd, [&](Process&, Socket& socket) {
    if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return -EINVAL;
    return socket.shut_down(how != SHUT_WR, how != SHUT_RD);
  });
}

int inet_close(int fd) {
  return call("inet_close", [&](Process& process) { return process.close(fd); });
}

// NOLINTEND(readability-identifier-naming)
