/// Calls that move messages: data with an address, or with descriptors.
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>

#include "models/process/linux/calls.h"
#include "models/process/linux/transfers/rights.h"
#include "models/process/linux/transfers/transfers.h"

namespace flybar::process {
namespace {

struct Message {
  msghdr header = {};
  Area area{0, 0};
};

std::uint64_t address_of(const void* at) {
  return reinterpret_cast<std::uint64_t>(at);
}

/// 0, or an error.
int read_message(const Thread& thread, std::uint64_t at, Message& message) {
  const auto header = thread.memory().get<msghdr>(at);
  if (!header) return -EFAULT;
  if (header->msg_iovlen > kMostParts) return -EMSGSIZE;
  const auto area = Area::of_pieces(thread, address_of(header->msg_iov), header->msg_iovlen);
  if (!area) return -EFAULT;
  message = {*header, *area};
  return 0;
}

std::int64_t send_one(Linux& host, Thread& thread, const Call& call, Object& object,
                      std::uint64_t at, int flags) {
  Message message;
  if (const int error = read_message(thread, at, message)) return error;
  const msghdr& header = message.header;
  sockaddr_in to = {};
  const bool named = header.msg_name != nullptr;
  if (const int error =
          named ? read_receiver(thread, address_of(header.msg_name), header.msg_namelen, to) : 0)
    return error;
  Rights rights;
  if (const int error =
          object.carries_rights() ? read_rights(host, thread, call, header, rights) : 0)
    return error;
  return send(thread, object, message.area, flags, named ? &to : nullptr, &rights);
}

/// Bytes; the header in the program says the rest.
std::int64_t receive_one(Linux& host, Thread& thread, const Call& call, Object& object,
                         std::uint64_t at, int flags) {
  Message message;
  if (const int error = read_message(thread, at, message)) return error;
  msghdr& header = message.header;
  sockaddr_in from = {};
  Rights rights;
  const std::int64_t came = receive(thread, object, message.area, flags, &from, &rights);
  if (came < 0) return came;
  // Those that there is no room for are closed.
  if (!rights.empty()) host.expect_dropped();
  const bool named = header.msg_name != nullptr && is_datagram(object);
  if (named) {
    const std::size_t here = std::min<std::size_t>(header.msg_namelen, sizeof from);
    const auto bytes = std::as_bytes(std::span(&from, 1)).first(here);
    if (!thread.memory().write(address_of(header.msg_name), bytes)) return -EFAULT;
  }
  header.msg_namelen = named ? sizeof from : 0;
  header.msg_flags = 0;
  if (const int error = give_rights(thread, call, rights, flags, header)) return error;
  return thread.memory().put(at, header) ? came : -EFAULT;
}

/// One after the other, until one fails; `move` gets the place of each.
template <class Move>
Reply for_each_message(Thread& thread, const Call& call, Move move) {
  const std::uint64_t count = std::min<std::uint64_t>(call.arguments[2], kMostParts);
  std::uint64_t done = 0;
  for (; done < count; ++done) {
    const std::uint64_t at = call.arguments[1] + done * sizeof(mmsghdr);
    const std::optional<std::int64_t> moved = move(at, done == 0);
    if (!moved) break;
    if (*moved < 0) return result(done > 0 ? static_cast<std::int64_t>(done) : *moved);
    if (!thread.memory().put(at + offsetof(mmsghdr, msg_len), static_cast<unsigned>(*moved)))
      return result(-EFAULT);
  }
  return result(static_cast<std::int64_t>(done));
}

}  // namespace

Reply receive_message(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  return result(receive_one(host, thread, call, *object, call.arguments[1], call.integer(2)));
}

Reply send_message(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  return result(send_one(host, thread, call, *object, call.arguments[1], call.integer(2)));
}

Reply send_messages(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  return for_each_message(thread, call, [&](std::uint64_t at, bool) {
    return std::optional(send_one(host, thread, call, *object, at, call.integer(3)));
  });
}

/// The time is looked at after each message, as on Linux.
Reply receive_messages(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  const Until until = after(host, thread, call.arguments[4]);
  if (until.error != 0) return result(until.error);
  return for_each_message(
      thread, call, [&](std::uint64_t at, bool first) -> std::optional<std::int64_t> {
        if (!first && host.cpu().now() >= until.at) return std::nullopt;
        const bool waits = first || (call.integer(3) & MSG_WAITFORONE) == 0;
        const int flags = (call.integer(3) & ~MSG_WAITFORONE) | (waits ? 0 : MSG_DONTWAIT);
        return receive_one(host, thread, call, *object, at, flags);
      });
}

}  // namespace flybar::process
