/// Calls that move data of descriptors.
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "models/process/linux/addresses.h"
#include "models/process/linux/calls.h"

namespace flybar::process {
namespace {

constexpr std::size_t kMostParts = 1024;
/// Of a stream, between two looks whether there is room. A datagram is moved as a whole.
constexpr std::size_t kChunk = 64 * 1024;
constexpr std::size_t kMostDatagram = 65536;

/// Memory of the program that a call names, in pieces.
class Area {
 public:
  Area(std::uint64_t address, std::size_t length) : pieces_{{address, length}}, length_(length) {}
  /// Those of readv() and its like; nothing if they are not readable.
  static std::optional<Area> of_pieces(const Thread& thread, std::uint64_t at,
                                       std::uint64_t count) {
    if (count > kMostParts) return std::nullopt;
    std::vector<iovec> parts(count);
    if (!thread.memory().read(at, std::as_writable_bytes(std::span(parts)))) return std::nullopt;
    Area area(0, 0);
    area.pieces_.clear();
    for (const iovec& one : parts) {
      area.pieces_.push_back({reinterpret_cast<std::uint64_t>(one.iov_base), one.iov_len});
      area.length_ += one.iov_len;
    }
    return area;
  }

  std::size_t length() const { return length_; }
  /// Where that lies, if it is in one piece.
  std::optional<std::uint64_t> address(std::size_t offset, std::size_t length) const {
    for (const Piece& piece : pieces_) {
      if (offset < piece.length)
        return piece.length - offset >= length ? std::optional(piece.address + offset)
                                               : std::nullopt;
      offset -= piece.length;
    }
    return std::nullopt;
  }
  /// What lies from `offset` on; false if it is not readable, or writable.
  bool read(const Thread& thread, std::size_t offset, std::span<std::byte> to) const {
    return each(offset, to.size(), [&](std::uint64_t at, std::size_t done, std::size_t here) {
      return thread.memory().read(at, to.subspan(done, here));
    });
  }
  bool write(const Thread& thread, std::size_t offset, std::span<const std::byte> from) const {
    return each(offset, from.size(), [&](std::uint64_t at, std::size_t done, std::size_t here) {
      return thread.memory().write(at, from.subspan(done, here));
    });
  }

 private:
  struct Piece {
    std::uint64_t address;
    std::size_t length;
  };
  template <class Move>
  bool each(std::size_t offset, std::size_t length, Move move) const {
    std::size_t done = 0;
    for (const Piece& piece : pieces_) {
      const std::size_t skip = std::min(offset, piece.length);
      offset -= skip;
      const std::size_t here = std::min(piece.length - skip, length - done);
      if (here > 0 && !move(piece.address + skip, done, here)) return false;
      done += here;
    }
    return true;
  }

  std::vector<Piece> pieces_;
  std::size_t length_;
};

bool is_datagram(const Object& object) {
  const auto* const socket = dynamic_cast<const SocketObject*>(&object);
  return socket != nullptr && !socket->stream();
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

std::int64_t receive(Thread& thread, Object& object, const Area& area, int flags,
                     sockaddr_in* from) {
  How how{timeout_of(object, &SocketObject::receive_timeout, flags), (flags & MSG_PEEK) != 0, from};
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
    // What is there is taken; only who wants all of it waits.
    if (!all) how.timeout = Time();
  }
}

void raise_broken_pipe(const Thread& thread) {
  syscall(SYS_tgkill, thread.process.native.pid, thread.native.tid, SIGPIPE);
}

/// Whoever does not wait is asked for its bytes only once there is room for some.
std::int64_t send(Thread& thread, Object& object, const Area& area, int flags,
                  const sockaddr_in* to) {
  How how{timeout_of(object, &SocketObject::send_timeout, flags), false, nullptr, to};
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

std::optional<Area> area_of(const Thread& thread, const Call& call, bool pieces) {
  if (pieces) return Area::of_pieces(thread, call.arguments[1], call.arguments[2]);
  return Area(call.arguments[1], call.arguments[2]);
}

/// The address that a datagram is to be sent to.
int read_receiver(const Thread& thread, std::uint64_t at, std::uint64_t length, sockaddr_in& to) {
  if (const int error = read_address(thread, at, length, to)) return error;
  return to.sin_family == AF_INET ? 0 : -EAFNOSUPPORT;
}

struct Sending {
  Area area;
  sockaddr_in name = {};
  const sockaddr_in* to = nullptr;
};

/// What sendmsg() has been given, or an error.
int read_message(const Thread& thread, std::uint64_t at, Sending& sending) {
  const auto header = thread.memory().get<msghdr>(at);
  if (!header) return -EFAULT;
  const auto area =
      Area::of_pieces(thread, reinterpret_cast<std::uint64_t>(header->msg_iov), header->msg_iovlen);
  if (!area) return -EFAULT;
  sending.area = *area;
  if (header->msg_name == nullptr) return 0;
  sending.to = &sending.name;
  return read_receiver(thread, reinterpret_cast<std::uint64_t>(header->msg_name),
                       header->msg_namelen, sending.name);
}

}  // namespace

Reply read_bytes(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  const auto area = area_of(thread, call, call.number == SYS_readv);
  return result(area ? receive(thread, *object, *area, 0, nullptr) : -EFAULT);
}

Reply write_bytes(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  const auto area = area_of(thread, call, call.number == SYS_writev);
  return result(area ? send(thread, *object, *area, 0, nullptr) : -EFAULT);
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

Reply receive_message(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  auto header = thread.memory().get<msghdr>(call.arguments[1]);
  if (!header) return result(-EFAULT);
  const auto area =
      Area::of_pieces(thread, reinterpret_cast<std::uint64_t>(header->msg_iov), header->msg_iovlen);
  if (!area) return result(-EFAULT);
  sockaddr_in from = {};
  const std::int64_t came = receive(thread, *object, *area, call.integer(2), &from);
  if (came < 0) return result(came);
  const auto name = reinterpret_cast<std::uint64_t>(header->msg_name);
  const bool named = name != 0 && is_datagram(*object);
  if (named) {
    const std::size_t here = std::min<std::size_t>(header->msg_namelen, sizeof from);
    if (!thread.memory().write(name, std::as_bytes(std::span(&from, 1)).first(here)))
      return result(-EFAULT);
  }
  header->msg_namelen = named ? sizeof from : 0;
  header->msg_controllen = 0;
  header->msg_flags = 0;
  return result(thread.memory().put(call.arguments[1], *header) ? came : -EFAULT);
}

Reply send_message(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  Sending sending{Area(0, 0)};
  if (const int error = read_message(thread, call.arguments[1], sending)) return result(error);
  return result(send(thread, *object, sending.area, call.integer(2), sending.to));
}

Reply send_messages(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  std::int64_t done = 0;
  for (; done < static_cast<std::int64_t>(std::min<std::uint64_t>(call.arguments[2], kMostParts));
       ++done) {
    const std::uint64_t at = call.arguments[1] + static_cast<std::uint64_t>(done) * sizeof(mmsghdr);
    Sending sending{Area(0, 0)};
    std::int64_t sent = read_message(thread, at, sending);
    if (sent == 0) sent = send(thread, *object, sending.area, call.integer(3), sending.to);
    if (sent < 0) return result(done > 0 ? done : sent);
    if (!thread.memory().put(at + offsetof(mmsghdr, msg_len), static_cast<unsigned>(sent)))
      return result(-EFAULT);
  }
  return result(done);
}

/// Of files alone.
Reply splice(Linux& host, Thread& thread, const Call& call) {
  const int other = call.integer(call.number == SYS_splice ? 2 : 1);
  if (!host.object(thread, call.integer(0)) && !host.object(thread, other)) return by_machine();
  return result(-EINVAL);
}

/// By a copy of the program's descriptor of the file, whose place in it moves with it.
Reply send_file(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  const Descriptor file(static_cast<int>(
      syscall(SYS_pidfd_getfd, thread.process.native.descriptor.number(), call.integer(1), 0)));
  if (!file) return result(-EBADF);
  off_t offset = 0;
  const bool placed = call.arguments[2] != 0;
  if (placed) {
    const auto given = thread.memory().get<off_t>(call.arguments[2]);
    if (!given) return result(-EFAULT);
    offset = *given;
  } else {
    offset = lseek(file.number(), 0, SEEK_CUR);
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
  if (!placed) lseek(file.number(), offset, SEEK_SET);
  return result(done > 0 ? static_cast<std::int64_t>(done) : failed);
}

}  // namespace flybar::process
