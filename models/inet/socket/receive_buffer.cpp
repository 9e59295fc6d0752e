#include "models/inet/socket/receive_buffer.h"

#include <lwip/pbuf.h>

#include <algorithm>
#include <utility>

#include "models/inet/ip/received_frame.h"
#include "models/inet/labels.h"
#include "models/inet/socket/exchange.h"

namespace flybar::inet {

std::size_t ReceiveBuffer::size() const {
  std::size_t bytes = 0;
  for (const pbuf* buffer : buffers_) bytes += buffer->len;
  return bytes - done_;
}

void ReceiveBuffer::append(pbuf* chain) {
  ++appended_;
  while (chain != nullptr) {
    // Else the rest would go with the reference that the first buffer has to it.
    if (chain->next != nullptr) pbuf_ref(chain->next);
    pbuf* const rest = pbuf_dechain(chain);
    if (chain->len == 0)
      pbuf_free(chain);
    else
      buffers_.push_back(keep(chain));
    chain = rest;
  }
}

/// Of small segments that wait for the reader the bytes alone, in mbufs, while frames are scarce.
pbuf* ReceiveBuffer::keep(pbuf* buffer) {
  if (buffers_.empty() || ReceivedFrame::of(buffer) == nullptr || 2U * buffer->len > inet_.page() ||
      !frames_are_scarce(inet_))
    return buffer;
  pbuf* const copy = pbuf_alloc(PBUF_RAW, buffer->len, PBUF_RAM);
  pbuf_take(copy, buffer->payload, buffer->len);
  copied_ += buffer->len;
  pbuf_free(buffer);
  return copy;
}

void ReceiveBuffer::clear() {
  for (pbuf* buffer : buffers_) pbuf_free(buffer);
  buffers_.clear();
  done_ = 0;
}

void ReceiveBuffer::settle() {
  if (appended_ > 0)
    inet_.cpu().spend(inet_.params().socket.append * static_cast<std::int64_t>(appended_),
                      kSocketAppend);
  appended_ = 0;
  if (copied_ > 0)
    inet_.cpu().copied(Bytes(static_cast<std::int64_t>(std::exchange(copied_, 0))), kCopyReceive);
}

void ReceiveBuffer::copy(std::span<std::uint8_t> to) const {
  std::size_t offset = done_;
  for (pbuf* const buffer : buffers_) {
    const std::size_t here = std::min<std::size_t>(to.size(), buffer->len - offset);
    std::copy_n(static_cast<const std::uint8_t*>(buffer->payload) + offset, here, to.begin());
    to = to.subspan(here);
    offset = 0;
  }
}

ReceiveBuffer::Piece ReceiveBuffer::take(std::size_t most) {
  pbuf* const buffer = buffers_.front();
  buffers_.pop_front();
  const std::size_t offset = std::exchange(done_, 0);
  return {buffer, offset, std::min<std::size_t>(most, buffer->len - offset)};
}

bool ReceiveBuffer::give_back(const Piece& piece) {
  if (piece.offset + piece.length == piece.buffer->len) return false;
  buffers_.push_front(piece.buffer);
  done_ = piece.offset + piece.length;
  return true;
}

}  // namespace flybar::inet
