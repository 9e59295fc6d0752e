/// The receiving half of a connection: from what has come to the memory of a process.
#include <lwip/tcp.h>

#include <algorithm>
#include <cerrno>

#include "models/inet/labels.h"
#include "models/inet/socket/connection.h"
#include "models/inet/socket/exchange.h"

namespace flybar::inet {

namespace {

constexpr std::size_t kMostTaken = 0xffff;  ///< that lwIP is told of at once

}  // namespace

/// A result if there will be none.
std::optional<std::int64_t> Connection::wait_for_data(std::size_t length, Time timeout) {
  host::Cpu& cpu = inet_.cpu();
  cpu.spend(inet_.params().socket.call, kSocketCall);
  const Time until = deadline_of(cpu, timeout);
  cpu.sync();
  while (receive_buffer_.empty()) {
    if (error_ != 0) return -error_;
    if (ended_ || length == 0) return 0;
    if (closed_ || over_) return -EBADF;
    if (!readers_.wait(until)) return -EAGAIN;
  }
  return std::nullopt;
}

std::int64_t Connection::receive(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                                 Time timeout) {
  const auto self = shared_from_this();
  if (const auto nothing = wait_for_data(length, timeout)) return *nothing;
  std::size_t done = 0;
  while (done < length && !receive_buffer_.empty())
    done += take(policy, {area + done, length, length - done});
  return static_cast<std::int64_t>(done);
}

/// Gives the process what is first, or as much of it as there is room for, and says how much. The
/// buffer is nobody else's meanwhile: a page fault may wait, and another program close.
std::size_t Connection::take(const CopyPolicy& policy, const Request& request) {
  const ReceiveBuffer::Piece piece = receive_buffer_.take(request.left);
  deliver(inet_, policy, request, piece.buffer, piece.offset, piece.length, counters_.received);
  const bool rest = !closed_ && receive_buffer_.give_back(piece);
  inet_.run([&] {
    if (!rest) pbuf_free(piece.buffer);
    read(piece.length);
  });
  return piece.length;
}

/// Inside a guard: so much room more for the peer.
void Connection::read(std::size_t length) {
  for (std::size_t left = length; left > 0 && pcb_ != nullptr;) {
    const std::size_t here = std::min(left, kMostTaken);
    tcp_recved(pcb_, static_cast<u16_t>(here));
    left -= here;
  }
}

}  // namespace flybar::inet
