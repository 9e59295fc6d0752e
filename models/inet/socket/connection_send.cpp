/// The sending half of a connection: from the memory of a process to the segments of TCP.
#include <lwip/tcp.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "models/inet/labels.h"
#include "models/inet/socket/callbacks.h"
#include "models/inet/socket/connection.h"
#include "models/inet/socket/exchange.h"

namespace flybar::inet {

using host::Physical;

namespace {

constexpr std::size_t kSmallRoom = 128;      ///< that an mbuf takes
constexpr std::size_t kMostWritten = 32768;  ///< by one call of lwIP, whose lengths have 16 bits
constexpr std::size_t kMostBuffers = 2 * kMostWritten / 512 + 2;  ///< that it makes of them

}  // namespace

/// Of the socket buffer: bytes, and the memory that they take, which may be twice as much (4.4BSD).
/// None if lwIP cannot hold as many buffers as the next page may be cut into.
std::size_t Connection::room() const {
  if (pcb_ == nullptr || pcb_->snd_queuelen > TCP_SND_QUEUELEN - kMostBuffers) return 0;
  const std::size_t memory = 2 * options_.send_buffer();
  return std::min(options_.room(*pcb_), memory - std::min(memory, send_buffer_.room()));
}

bool Connection::writable() const {
  return error_ != 0 || shut_ || (connected_ && room() >= options_.low_water());
}

std::int64_t Connection::send(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                              Time timeout) {
  host::Cpu& cpu = inet_.cpu();
  const auto self = shared_from_this();
  cpu.spend(inet_.params().socket.call, kSocketCall);
  const Time until = deadline_of(cpu, timeout);
  std::size_t done = 0;
  Error error = 0;
  while (done < length && error == 0) {
    cpu.sync();
    const Request request{area + done, length, length - done};
    error = cannot_send();
    if (error != 0) break;
    if (room() >= room_for(policy, request))
      done += static_cast<std::size_t>(put(policy, request));
    else if (!writers_.wait(until))
      error = EAGAIN;
  }
  return done > 0 || length == 0 ? static_cast<std::int64_t>(done) : -error;
}

Connection::Error Connection::cannot_send() const {
  if (error_ != 0) return error_;
  return shut_ || closed_ || over_ || !connected_ ? EPIPE : 0;
}

/// A page goes as a whole, which the socket buffer has to be able to hold.
std::optional<WhyCopied> Connection::why_copied_now(const CopyPolicy& policy,
                                                    const Request& request) const {
  const std::size_t page = inet_.page();
  if (const auto why = why_copied(policy, request, page)) return why;
  return page > options_.send_buffer() ? std::optional(WhyCopied::kSmallBuffer) : std::nullopt;
}

/// What must be free before the next bytes of the request are put there.
std::size_t Connection::room_for(const CopyPolicy& policy, const Request& request) const {
  if (!why_copied_now(policy, request)) return inet_.page();
  return std::min(request.left, options_.low_water());
}

/// Puts the next bytes of the request into the socket buffer, as a page or as a copy, and says how
/// many; 0 if somebody else has taken the room meanwhile.
std::int64_t Connection::put(const CopyPolicy& policy, const Request& request) {
  const auto why = why_copied_now(policy, request);
  if (!why) return put_page(request);
  const std::size_t cluster = cluster_of(inet_, request);
  const std::size_t length = std::min({request.left, cluster, room()});
  const std::int64_t put_now = request.length <= kSmallRequest ? put_small(request, length)
                                                               : put_copy(request, length, cluster);
  if (put_now > 0) counters_.sent.copied(*why, static_cast<std::size_t>(put_now));
  return put_now;
}

std::int64_t Connection::put_page(const Request& request) {
  const std::size_t page = inet_.page();
  const Physical frame = lend_page(inet_, request);
  const std::int64_t put_now =
      write({frame, page, page}, inet_.cpu().memory().view(frame).data(), false);
  if (put_now > 0) ++counters_.sent.pages;
  return put_now;
}

std::int64_t Connection::put_small(const Request& request, std::size_t length) {
  std::array<std::uint8_t, kSmallRequest> bytes;
  request.area.read(inet_.cpu().memory(), std::span(bytes).first(length));
  inet_.cpu().copied(Bytes(static_cast<std::int64_t>(length)), kCopySend);
  return write({0, length, kSmallRoom}, bytes.data(), true);
}

std::int64_t Connection::put_copy(const Request& request, std::size_t length,
                                  std::size_t cluster_size) {
  const Physical frame = copy_in(inet_, request, length);
  return write({frame, length, cluster_size}, inet_.cpu().memory().view(frame).data(), false);
}

std::int64_t Connection::write(const SendBuffer::Chunk& chunk, const std::uint8_t* bytes,
                               bool copy) {
  inet_.cpu().spend(inet_.params().inet.mbuf, kMbuf);
  inet_.cpu().spend(inet_.params().socket.append, kSocketAppend);
  std::size_t written = 0;
  inet_.run([&] {
    const u8_t flags = copy ? TCP_WRITE_FLAG_COPY : 0;
    while (pcb_ != nullptr && written < chunk.length) {
      const std::size_t here = std::min(chunk.length - written, kMostWritten);
      if (tcp_write(pcb_, bytes + written, static_cast<u16_t>(here), flags) != ERR_OK) break;
      written += here;
    }
    if (written == 0) return;
    record_->figures.bytes_sent += written;
    send_buffer_.add({chunk.frame, written, chunk.room}, kSmallRequest);
    tcp_output(pcb_);
  });
  if (written == 0 && chunk.frame != 0) inet_.pages().release(chunk.frame);
  return static_cast<std::int64_t>(written);
}

}  // namespace flybar::inet
