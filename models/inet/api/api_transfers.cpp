/// Sending, receiving, and waiting until one can.
#include <sys/types.h>

#include <limits>
#include <span>

#include "models/inet/api/addresses.h"
#include "models/inet/api/call.h"
#include "models/inet/labels.h"

using namespace flybar::inet;
using flybar::Time;

namespace {

constexpr int kFlags = MSG_DONTWAIT | MSG_NOSIGNAL;

/// 0 if a call can go on with these arguments.
int check(const void* data, std::size_t length, int flags, int allowed) {
  if ((flags & ~allowed) != 0) return -EOPNOTSUPP;
  if (length > static_cast<std::size_t>(std::numeric_limits<ssize_t>::max())) return -EINVAL;
  return data == nullptr && length > 0 ? -EFAULT : 0;
}

Socket::Memory memory_at(Process& process, const void* data, std::size_t length) {
  return {process.memory().area(data, length), length};
}

Time timeout_of(int flags, Time usual) {
  return (flags & MSG_DONTWAIT) != 0 ? Time() : usual;
}

ssize_t send(Process& process, Socket& socket, std::span<const std::byte> data, int flags,
             std::optional<Socket::Peer> to) {
  if (const int error = check(data.data(), data.size(), flags, kFlags)) return error;
  const auto sent = socket.send(memory_at(process, data.data(), data.size()),
                                timeout_of(flags, socket.options.send_timeout), to);
  process.sent(sent);
  return sent;
}

/// MSG_WAITALL goes on until there is no more or an error; which then comes with the next call.
ssize_t receive(Process& process, Socket& socket, std::span<std::byte> to, int flags,
                Socket::Peer& from) {
  if (const int error = check(to.data(), to.size(), flags, kFlags | MSG_WAITALL)) return error;
  const Socket::Memory room = memory_at(process, to.data(), to.size());
  const Time timeout = timeout_of(flags, socket.options.receive_timeout);
  const bool all = (flags & MSG_WAITALL) != 0 && socket.stream();
  std::size_t done = 0;
  ssize_t came = 0;
  do {
    came = socket.receive({room.area + done, room.length - done}, timeout, from);
    process.received(came);
    if (came > 0) done += static_cast<std::size_t>(came);
  } while (all && came > 0 && done < room.length);
  return done > 0 ? static_cast<ssize_t>(done) : came;
}

int look(Process& process, std::span<pollfd> fds) {
  int ready = 0;
  for (pollfd& one : fds) {
    const Socket* const socket = process.find(one.fd);
    const int found = socket != nullptr ? socket->events() : POLLNVAL;
    one.revents = static_cast<short>(found & (one.events | POLLERR | POLLHUP | POLLNVAL));
    if (one.fd < 0) one.revents = 0;
    ready += one.revents != 0;
  }
  return ready;
}

/// The sockets tell their process of changes as long as one exists.
class Watch {
 public:
  Watch(Process& process, std::span<const pollfd> fds) : process_(process), fds_(fds) {
    each([this](Socket& socket) { socket.watch(changed); });
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() {
    each([this](Socket& socket) { socket.unwatch(changed); });
  }

  flybar::host::Signal changed{"any of several sockets"};

 private:
  /// A socket once, however often it is named.
  template <class Work>
  void each(Work work) {
    std::vector<Socket*> sockets;
    for (const pollfd& one : fds_)
      if (Socket* const socket = process_.find(one.fd)) sockets.push_back(socket);
    std::sort(sockets.begin(), sockets.end());
    sockets.erase(std::unique(sockets.begin(), sockets.end()), sockets.end());
    for (Socket* const socket : sockets) work(*socket);
  }
  Process& process_;
  const std::span<const pollfd> fds_;
};

int poll(Process& process, std::span<pollfd> fds, Time timeout) {
  Inet& inet = process.inet();
  inet.cpu().spend(inet.params().socket.call, kSocketCall);
  const Time until = deadline_of(inet.cpu(), timeout);
  Watch watch(process, fds);
  inet.cpu().sync();
  while (true) {
    if (const int ready = look(process, fds)) return ready;
    const Time left = left_until(inet.cpu(), until);
    if (left <= Time()) return 0;
    inet.wait(watch.changed, left);
  }
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the API

ssize_t inet_send(int fd, const void* data, size_t length, int flags) {
  return call("inet_send", fd, [&](Process& process, Socket& socket) {
    return send(process, socket, {static_cast<const std::byte*>(data), length}, flags,
                std::nullopt);
  });
}

ssize_t inet_sendto(int fd, const void* data, size_t length, int flags, const sockaddr* address,
                    socklen_t address_length) {
  if (address == nullptr) return inet_send(fd, data, length, flags);
  return call("inet_sendto", fd, [&](Process& process, Socket& socket) -> ssize_t {
    Socket::Peer to;
    if (const int error = read_peer(process, address, address_length, to)) return error;
    return send(process, socket, {static_cast<const std::byte*>(data), length}, flags, to);
  });
}

ssize_t inet_recv(int fd, void* data, size_t length, int flags) {
  return inet_recvfrom(fd, data, length, flags, nullptr, nullptr);
}

ssize_t inet_recvfrom(int fd, void* data, size_t length, int flags, sockaddr* address,
                      socklen_t* address_length) {
  return call("inet_recvfrom", fd, [&](Process& process, Socket& socket) -> ssize_t {
    if (!is_room(address, address_length)) return -EFAULT;
    Socket::Peer from;
    const ssize_t came =
        receive(process, socket, {static_cast<std::byte*>(data), length}, flags, from);
    if (came >= 0) write_address(from.node, from.port, address, address_length);
    return came;
  });
}

int inet_poll(pollfd* fds, nfds_t count, int timeout) {
  return call("inet_poll", [&](Process& process) {
    if (fds == nullptr && count > 0) return -EFAULT;
    return poll(process, {fds, count}, timeout < 0 ? Time::never() : Time::ms(timeout));
  });
}

// NOLINTEND(readability-identifier-naming)
