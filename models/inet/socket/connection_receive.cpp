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

std::int64_t Connection::receive(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                                 Time timeout) {
  host::Cpu& cpu = inet_.cpu();
  cpu.spend(inet_.params().socket.call, kSocketCall);
  const Time until = deadline(timeout);
  cpu.sync();
  while (arrived_.empty()) {
    if (error_ != 0) return -error_;
    if (ended_ || length == 0) return 0;
    if (!wait(readable_, reader_, until)) return -EAGAIN;
  }
  std::size_t done = 0;
  while (done < length && !arrived_.empty())
    done += take(policy, {area + done, length, length - done});
  return static_cast<std::int64_t>(done);
}

/// Gives the process what is first, or as much of it as there is room for, and says how much.
std::size_t Connection::take(const CopyPolicy& policy, const Request& request) {
  pbuf* const buffer = arrived_.front();
  const std::size_t length = std::min<std::size_t>(request.left, buffer->len - arrived_done_);
  deliver(inet_, policy, request, buffer, arrived_done_, length, counters_.received);
  arrived_done_ += length;
  const bool all = arrived_done_ == buffer->len;
  if (all) {
    arrived_.pop_front();
    arrived_done_ = 0;
  }
  inet_.run([&] {
    if (all) pbuf_free(buffer);
    for (std::size_t left = length; left > 0 && pcb_ != nullptr;) {
      const std::size_t here = std::min(left, kMostTaken);
      tcp_recved(pcb_, static_cast<u16_t>(here));
      left -= here;
    }
  });
  return length;
}

}  // namespace flybar::inet
