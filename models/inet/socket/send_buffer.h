/// What a connection has sent and its peer has not acknowledged: where those bytes lie, which may
/// have to be sent again.
#pragma once

#include <cstddef>
#include <deque>

#include "models/inet/ip/pages_under_way.h"

namespace flybar::inet {

class SendBuffer {
 public:
  explicit SendBuffer(PagesUnderWay& pages) : pages_(pages) {}
  SendBuffer(const SendBuffer&) = delete;
  SendBuffer& operator=(const SendBuffer&) = delete;

  /// Bytes in one frame or in memory of the stack.
  struct Chunk {
    host::Physical frame;  ///< 0: the stack's
    std::size_t length;
    std::size_t room;  ///< what it takes of the socket buffer's memory
  };
  /// Small ones in memory of the stack share an mbuf of `mbuf` bytes as long as it has room.
  void add(const Chunk& chunk, std::size_t mbuf);
  /// What all of them take.
  std::size_t room() const { return room_; }

  /// Inside a guard of the stack: so many bytes more are acknowledged.
  void acknowledged(std::size_t bytes) { acknowledged_ += bytes; }
  /// Outside: releases the frames of which all is, or, when the connection is `over`, every frame.
  void settle(bool over);

 private:
  PagesUnderWay& pages_;
  std::deque<Chunk> chunks_;
  std::size_t room_ = 0;
  std::size_t acknowledged_ = 0;  ///< from the beginning of the first chunk on
};

}  // namespace flybar::inet
