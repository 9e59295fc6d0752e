#include "models/inet/device/loop.h"

#include <algorithm>
#include <span>
#include <vector>

#include "models/inet/labels.h"

namespace flybar::inet {

/// Headers come apart from what is behind them, which begins in a frame, as from any device.
Outcome Loop::send(const Chain& packet) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(packet.length);
  for (const Piece& piece : packet.pieces)
    bytes.insert(bytes.end(), piece.bytes, piece.bytes + piece.length);
  const std::span head = std::span(bytes).first(packet.headers);
  const std::span rest = std::span(bytes).subspan(packet.headers);
  if (rest.empty()) {
    user_->arrived({head});
    return {Taken::kCopied};
  }
  const auto frame = static_cast<std::size_t>(cpu_.memory().frames.frame_size().count);
  const auto count = static_cast<std::uint32_t>((rest.size() + frame - 1) / frame);
  const auto at = pool_.try_allocate(count);
  if (!at) return {Taken::kNoFrame};
  cpu_.memory().write(*at, rest);
  cpu_.copied(Bytes(static_cast<std::int64_t>(rest.size())), kCopyLoop);
  user_->arrived({head, *at, count, static_cast<std::uint32_t>(rest.size())});
  return {Taken::kCopied};
}

}  // namespace flybar::inet
