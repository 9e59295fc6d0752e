#include "models/inet/socket/send_buffer.h"

#include <algorithm>

namespace flybar::inet {

void SendBuffer::add(const Chunk& chunk, std::size_t mbuf) {
  const bool shares = chunk.frame == 0 && !chunks_.empty() && chunks_.back().frame == 0 &&
                      chunks_.back().length + chunk.length <= mbuf;
  if (shares) {
    chunks_.back().length += chunk.length;
    return;
  }
  chunks_.push_back(chunk);
  room_ += chunk.room;
}

void SendBuffer::settle(bool over) {
  while (!chunks_.empty() && (over || acknowledged_ >= chunks_.front().length)) {
    const Chunk chunk = chunks_.front();
    chunks_.pop_front();
    acknowledged_ -= std::min(acknowledged_, chunk.length);
    room_ -= chunk.room;
    if (chunk.frame == 0) continue;
    if (!over) pages_.acknowledged(chunk.frame);
    pages_.release(chunk.frame);
  }
}

}  // namespace flybar::inet
