#include "models/nfs/client/client.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "models/inet/labels.h"
#include "models/nfs/labels.h"

namespace flybar::nfs {

Client::Client(inet::Inet& inet, const NfsParams& params, std::uint32_t server)
    : inet_(inet), params_(params), server_(server), port_(inet, kPort, *this) {}

std::int64_t Client::read(const Handle& file, std::uint32_t offset, std::uint32_t count,
                          host::Physical to) {
  host::Cpu& cpu = inet_.cpu();
  ++counters_.calls;
  cpu.spend(params_.client_call, kClientCall);
  cpu.spend(params_.xdr, kXdr);
  const std::uint32_t xid = ++last_xid_;
  const Message call =
      encode(ReadCall{xid, file, offset, count}, "node" + std::to_string(inet_.setup().node));
  Waiting waiting{count};
  waiting_.emplace(xid, &waiting);
  ask(call, waiting);
  waiting_.erase(xid);
  if (waiting.reply) return result(waiting, to);
  ++counters_.timed_out;
  return -ETIMEDOUT;
}

/// Until there is a reply, or nobody believes in one.
void Client::ask(const Message& call, Waiting& waiting) {
  Time patience = params_.timeout;
  for (std::int64_t asked = 0; asked <= params_.retries; ++asked, patience = patience * 2) {
    if (asked > 0) ++counters_.repeated;
    if (!port_.send({server_, kServerPort}, call, {})) ++counters_.unsent;
    const Time until = inet_.cpu().now() + patience;
    while (!waiting.reply) {
      const Time left = host::left_until(inet_.cpu(), until);
      if (left <= Time()) break;
      inet_.wait(waiting.answered, left);
    }
    if (waiting.reply) return;
  }
}

/// In the software interrupt.
void Client::arrived(const Came& datagram) {
  if (!take(datagram)) port_.release(datagram);
}

/// False: nobody waits for it.
bool Client::take(const Came& datagram) {
  if (datagram.node != server_ || datagram.port != kServerPort) return ++counters_.foreign, false;
  Message bytes(inet::KernelPort::length(datagram));
  inet::KernelPort::read(datagram, 0, bytes);
  ReadReply reply = decode_reply(bytes);
  if (reply.kind == ReplyKind::kNoReply) return ++counters_.malformed, false;
  const auto found = waiting_.find(reply.xid);
  if (found == waiting_.end() || found->second->reply) return ++counters_.unexpected, false;
  Waiting& waiting = *found->second;
  if (reply.data.size() > waiting.count) return ++counters_.malformed, false;
  ++counters_.answered;
  waiting.datagram = datagram;
  waiting.reply = std::move(reply);
  inet_.cpu().spend(inet_.params().socket.wake, inet::kSocketWake);
  inet_.cpu().notify(waiting.answered);
  return true;
}

/// By the process that asked: the data go from the datagram to the buffer cache.
std::int64_t Client::result(const Waiting& answered, host::Physical to) {
  const ReadReply& reply = *answered.reply;
  inet_.cpu().spend(params_.xdr, kXdr);
  const auto length = static_cast<std::int64_t>(reply.data.size());
  if (length > 0) {
    inet_.cpu().memory().write(to, reply.data);
    inet_.cpu().copied(Bytes(length), kCopyCache);
  }
  port_.release(answered.datagram);
  if (reply.kind == ReplyKind::kData) return length;
  if (reply.kind == ReplyKind::kRefused) return ++counters_.refused, -EIO;
  ++counters_.failed;
  const bool stale = reply.status == static_cast<std::uint32_t>(FileStatus::kStale);
  return stale ? -ESTALE : -EIO;
}

}  // namespace flybar::nfs
