/// Calls that move data of descriptors.
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "models/process/linux/addresses.h"
#include "models/process/linux/calls.h"
#include "models/process/linux/signal_number.h"
#include "models/process/linux/transfers/transfers.h"
#include "models/process/native/file_of_program.h"

namespace flybar::process {
namespace {

/// Of a stream, between two looks whether there is room. A datagram is moved as a whole.
constexpr std::size_t kChunk = 64 * 1024;
constexpr std::size_t kMostDatagram = 65536;

void raise_broken_pipe(const Thread& thread) {
  syscall(SYS_tgkill, thread.process.native.pid, thread.native.tid, SIGPIPE);
}

int error_of_area(const Call& call) {
  const bool pieces = call.number == SYS_readv || call.number == SYS_writev;
  return pieces && call.arguments[2] > kMostParts ? -EINVAL : -EFAULT;
}

std::optional<Area> area_of(const Thread& thread, const Call& call, bool pieces) {
  if (pieces) return Area::of_pieces(thread, call.arguments[1], call.arguments[2]);
  return Area(call.arguments[1], call.arguments[2]);
}

/// Without randomness Linux puts stacks above this address, and how far depends on the environment
/// of the program: there no page begins that sockets would remap.
constexpr std::uint64_t kStacks = 0x7fff'f800'0000;

void tell_pages(const Thread& thread, const Area& area, std::size_t offset, std::size_t length,
                How& how) {
  const auto address = area.address(offset, length);
  how.pages = address && *address < kStacks ? thread.process.pages.get() : nullptr;
  how.address = address.value_or(0);
}

}  // namespace

/// The address that a datagram is to be sent to.
int read_receiver(const Thread& thread, std::uint64_t at, std::uint64_t length, sockaddr_in& to) {
  if (const int error = read_address(thread, at, length, to)) return error;
  return to.sin_family == AF_INET ? 0 : -EAFNOSUPPORT;
}

bool is_datagram(const Object& object) {
  const auto* const socket = dynamic_cast<const SocketObject*>(&object);
  return socket != nullptr && !socket->stream();
}

std::int64_t receive(Thread& thread, Object& object, const Area& area, int flags, sockaddr_in* from,
                     Rights* rights) {
  How how{timeout_of(object, &SocketObject::receive_timeout, flags), (flags & MSG_PEEK) != 0, from,
          nullptr, rights};
  const bool datagram = is_datagram(object);
  const bool all = (flags & MSG_WAITALL) != 0 && !how.peek && !datagram;
  std::vector<std::byte> staged;
  std::size_t done = 0;
  while (true) {
    staged.resize(std::min(area.length() - done, datagram ? kMostDatagram : kChunk));
    tell_pages(thread, area, done, staged.size(), how);
    const std::int64_t came = object.receive(staged, how);
    if (came <= 0) return done > 0 ? static_cast<std::int64_t>(done) : came;
    if (!area.write(thread, done, std::span(staged).first(static_cast<std::size_t>(came))))
      return -EFAULT;
    done += static_cast<std::size_t>(came);
    const bool more = static_cast<std::size_t>(came) == staged.size() && !datagram && !how.peek;
    if (done == area.length() || (!all && !more)) return static_cast<std::int64_t>(done);
    if (rights != nullptr && !rights->empty()) return static_cast<std::int64_t>(done);
    // What is there is taken; only who wants all of it waits.
    if (!all) how.timeout = Time();
  }
}

/// Whoever does not wait is asked for its bytes only once there is room for some.
std::int64_t send(Thread& thread, Object& object, const Area& area, int flags,
                  const sockaddr_in* to, Rights* rights) {
  How how{timeout_of(object, &SocketObject::send_timeout, flags), false, nullptr, to, rights};
  const bool datagram = is_datagram(object);
  if (how.timeout == Time() && (object.ready() & (POLLOUT | POLLERR | POLLHUP)) == 0)
    return -EAGAIN;
  if (datagram && area.length() > kMostDatagram) return -EMSGSIZE;
  std::vector<std::byte> staged;
  std::size_t done = 0;
  do {
    staged.resize(std::min(area.length() - done, datagram ? kMostDatagram : kChunk));
    if (!area.read(thread, done, staged))
      return done > 0 ? static_cast<std::int64_t>(done) : -EFAULT;
    std::size_t sent_here = 0;
    do {
      tell_pages(thread, area, done + sent_here, staged.size() - sent_here, how);
      const std::int64_t sent = object.send(std::span(staged).subspan(sent_here), how);
      if (sent == -EPIPE && (flags & MSG_NOSIGNAL) == 0) raise_broken_pipe(thread);
      if (sent < 0)
        return done + sent_here > 0 ? static_cast<std::int64_t>(done + sent_here) : sent;
      sent_here += static_cast<std::size_t>(sent);
      if (datagram || sent == 0) return sent;
    } while (sent_here < staged.size());
    done += staged.size();
  } while (done < area.length());
  return static_cast<std::int64_t>(done);
}

Reply read_bytes(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  if (auto* const signals = dynamic_cast<SignalNumber*>(object.get()))
    return signals->wait_for_one(thread) ? by_machine() : result(-kRestart);
  const auto area = area_of(thread, call, call.number == SYS_readv);
  return result(area ? receive(thread, *object, *area, 0, nullptr) : error_of_area(call));
}

Reply write_bytes(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  const auto area = area_of(thread, call, call.number == SYS_writev);
  return result(area ? send(thread, *object, *area, 0, nullptr) : error_of_area(call));
}

Reply receive_from(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  sockaddr_in from = {};
  const Area area(call.arguments[1], call.arguments[2]);
  const std::int64_t came = receive(thread, *object, area, call.integer(3), &from);
  if (came < 0) return result(came);
  const int error = write_address(thread, call.arguments[4], call.arguments[5], from);
  return result(error != 0 ? error : came);
}

Reply send_to(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  sockaddr_in to = {};
  const bool named = call.arguments[4] != 0;
  if (const int error = named ? read_receiver(thread, call.arguments[4], call.arguments[5], to) : 0)
    return result(error);
  const Area area(call.arguments[1], call.arguments[2]);
  return result(send(thread, *object, area, call.integer(3), named ? &to : nullptr));
}

/// Of files alone.
Reply splice(Linux& host, Thread& thread, const Call& call) {
  const int other = call.integer(call.number == SYS_splice ? 2 : 1);
  if (!host.object(thread, call.integer(0)) && !host.object(thread, other)) return by_machine();
  return result(-EINVAL);
}

Reply send_file(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  FileOfProgram file(thread.native, call.integer(1));
  if (!file) return result(-EBADF);
  off_t offset = 0;
  const bool placed = call.arguments[2] != 0;
  if (placed) {
    const auto given = thread.memory().get<off_t>(call.arguments[2]);
    if (!given) return result(-EFAULT);
    offset = *given;
  } else {
    offset = file.place();
  }
  const How how{timeout_of(*object, &SocketObject::send_timeout)};
  std::size_t done = 0;
  std::int64_t failed = 0;
  std::vector<std::byte> staged;
  while (done < call.arguments[3] && failed == 0) {
    staged.resize(std::min<std::size_t>(call.arguments[3] - done, kChunk));
    const ssize_t there =
        pread(file.number(), staged.data(), staged.size(), offset + static_cast<off_t>(done));
    if (there <= 0) {
      failed = there < 0 ? -errno : 0;
      break;
    }
    const std::int64_t sent =
        object->send(std::span(staged).first(static_cast<std::size_t>(there)), how);
    if (sent == -EPIPE) raise_broken_pipe(thread);
    if (sent < 0) failed = sent;
    if (sent > 0) done += static_cast<std::size_t>(sent);
  }
  offset += static_cast<off_t>(done);
  if (placed && !thread.memory().put(call.arguments[2], offset)) return result(-EFAULT);
  if (!placed) file.set_place(offset);
  return result(done > 0 ? static_cast<std::int64_t>(done) : failed);
}

}  // namespace flybar::process
