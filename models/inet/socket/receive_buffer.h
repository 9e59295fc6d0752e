/// What has come for a connection, and nobody has read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

#include "models/inet/ip/inet.h"

namespace flybar::inet {

class ReceiveBuffer {
 public:
  explicit ReceiveBuffer(Inet& inet) : inet_(inet) {}
  ReceiveBuffer(const ReceiveBuffer&) = delete;
  ReceiveBuffer& operator=(const ReceiveBuffer&) = delete;

  bool empty() const { return buffers_.empty(); }
  /// Bytes.
  std::size_t size() const;

  // Inside a guard of the stack:

  /// The buffers of a packet.
  void append(pbuf* chain);
  /// Frees all.
  void clear();

  // Outside:

  /// The first bytes, which stay. Precondition: there are as many.
  void copy(std::span<std::uint8_t> to) const;
  /// Spends what the packets have cost that were appended.
  void settle();
  /// The first `length` bytes behind `offset` in a packet buffer are the caller's. Precondition:
  /// not empty().
  struct Piece {
    pbuf* buffer;
    std::size_t offset;
    std::size_t length;
  };
  Piece take(std::size_t most);
  /// What is behind them is first again, if there is anything; else false, and the buffer is the
  /// caller's to free.
  bool give_back(const Piece& piece);

 private:
  pbuf* keep(pbuf* buffer);

  Inet& inet_;
  std::deque<pbuf*> buffers_;
  std::size_t done_ = 0;      ///< bytes of the first, taken
  std::size_t appended_ = 0;  ///< packets that settle() does not yet know of
  std::size_t copied_ = 0;    ///< bytes of them, likewise
};

}  // namespace flybar::inet
