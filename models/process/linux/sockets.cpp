/// Calls of sockets that move no data.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <cstring>

#include "models/process/linux/addresses.h"
#include "models/process/linux/calls.h"
#include "models/process/linux/pipe.h"

namespace flybar::process {
namespace {

constexpr int kTypeBits = 15;

/// Runs body(socket), or gives the error of what is none.
template <class Body>
Reply with_socket(Linux& host, Thread& thread, const Call& call, Body body) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  // What stands for one of a pair is one of a pair to the machine, which knows its names and
  // options.
  if (object->carries_rights()) return by_machine();
  auto* const socket = dynamic_cast<SocketObject*>(object.get());
  return socket != nullptr ? result(body(*socket)) : result(-ENOTSOCK);
}

}  // namespace

Reply make_socket(Linux& host, Thread& thread, const Call& call) {
  const int family = call.integer(0), type = call.integer(1) & kTypeBits;
  if (family == AF_UNIX) return by_machine();
  if (family != AF_INET) return result(-EAFNOSUPPORT);
  if (type != SOCK_STREAM && type != SOCK_DGRAM) {
    host.refuse(thread, call, "sockets other than streams and datagrams");
    return result(-EPERM);
  }
  const int protocol = call.integer(2), own = type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  if (protocol != 0 && protocol != own) return result(-EPROTONOSUPPORT);
  const auto socket = host.parts().sockets.make(type == SOCK_STREAM);
  socket->nonblocking = (call.arguments[1] & SOCK_NONBLOCK) != 0;
  return host.give(thread, socket, (call.arguments[1] & SOCK_CLOEXEC) != 0);
}

Reply bind_socket(Linux& host, Thread& thread, const Call& call) {
  return with_socket(host, thread, call, [&](SocketObject& socket) {
    sockaddr_in address = {};
    const int error = read_address(thread, call.arguments[1], call.arguments[2], address);
    return error != 0 ? error : socket.bind(address);
  });
}

Reply listen_at(Linux& host, Thread& thread, const Call& call) {
  return with_socket(host, thread, call,
                     [&](SocketObject& socket) { return socket.listen(call.integer(1)); });
}

Reply accept_one(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  auto* const socket = dynamic_cast<SocketObject*>(object.get());
  if (socket == nullptr) return result(-ENOTSOCK);
  const int flags = call.number == SYS_accept4 ? call.integer(3) : 0;
  std::shared_ptr<SocketObject> accepted;
  if (const int error =
          socket->accept(accepted, timeout_of(*socket, &SocketObject::receive_timeout)))
    return result(error);
  accepted->nonblocking = (flags & SOCK_NONBLOCK) != 0;
  sockaddr_in peer = {};
  accepted->peer(peer);
  if (const int error = write_address(thread, call.arguments[1], call.arguments[2], peer)) {
    accepted->close();
    return result(error);
  }
  return host.give(thread, accepted, (flags & SOCK_CLOEXEC) != 0);
}

Reply connect_to(Linux& host, Thread& thread, const Call& call) {
  return with_socket(host, thread, call, [&](SocketObject& socket) {
    sockaddr_in address = {};
    if (const int error = read_address(thread, call.arguments[1], call.arguments[2], address))
      return error;
    if (address.sin_family == AF_UNSPEC) return socket.disconnect();
    return socket.connect(address, timeout_of(socket, &SocketObject::send_timeout));
  });
}

Reply shut_down(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  const int how = call.integer(1);
  if (how < SHUT_RD || how > SHUT_RDWR) return result(-EINVAL);
  const bool receiving = how != SHUT_WR, sending = how != SHUT_RD;
  if (auto* const pipe = dynamic_cast<PipeEnd*>(object.get()))
    return result(pipe->shut_down(receiving, sending));
  return with_socket(host, thread, call,
                     [&](SocketObject& socket) { return socket.shut_down(receiving, sending); });
}

Reply name_of(Linux& host, Thread& thread, const Call& call) {
  return with_socket(host, thread, call, [&](SocketObject& socket) {
    sockaddr_in address = {};
    if (call.number == SYS_getsockname) address = socket.name();
    if (const int error = call.number == SYS_getpeername ? socket.peer(address) : 0) return error;
    return write_address(thread, call.arguments[1], call.arguments[2], address);
  });
}

Reply set_option(Linux& host, Thread& thread, const Call& call) {
  return with_socket(host, thread, call, [&](SocketObject& socket) {
    std::array<std::byte, 256> value = {};
    const auto given =
        std::span(value).first(std::min<std::size_t>(call.arguments[4], value.size()));
    if (!thread.memory().read(call.arguments[3], given)) return -EFAULT;
    return socket.set_option(call.integer(1), call.integer(2), given);
  });
}

Reply get_option(Linux& host, Thread& thread, const Call& call) {
  return with_socket(host, thread, call, [&](SocketObject& socket) {
    const auto room = thread.memory().get<socklen_t>(call.arguments[4]);
    if (!room) return -EFAULT;
    std::array<std::byte, 512> value = {};
    const auto wanted = std::span(value).first(std::min<std::size_t>(*room, value.size()));
    const int filled = socket.option(call.integer(1), call.integer(2), wanted);
    if (filled < 0) return filled;
    const auto found = std::span(value).first(static_cast<std::size_t>(filled));
    const bool written = thread.memory().write(call.arguments[3], found) &&
                         thread.memory().put(call.arguments[4], static_cast<socklen_t>(filled));
    return written ? 0 : -EFAULT;
  });
}

}  // namespace flybar::process
