#include "models/mpi/process/matching.h"

#include <algorithm>
#include <utility>

namespace flybar::mpi {

Operation* Matching::take_posted(const Envelope& envelope, int node) {
  const auto found = std::find_if(posted_.begin(), posted_.end(), [&](const Operation* receive) {
    return receive->pattern.matches(envelope, node);
  });
  if (found == posted_.end()) return nullptr;
  Operation* const receive = *found;
  posted_.erase(found);
  return receive;
}

std::optional<Unexpected> Matching::take_unexpected(const Pattern& pattern) {
  const auto found = std::find_if(
      unexpected_.begin(), unexpected_.end(),
      [&](const Unexpected& message) { return pattern.matches(message.envelope, message.node); });
  if (found == unexpected_.end()) return {};
  Unexpected message = std::move(*found);
  unexpected_.erase(found);
  return message;
}

const Unexpected* Matching::find_unexpected(const Pattern& pattern) const {
  for (const Unexpected& message : unexpected_)
    if (pattern.matches(message.envelope, message.node)) return &message;
  return nullptr;
}

Unexpected* Matching::find_in_pieces(int node, std::uint32_t from) {
  for (Unexpected& message : unexpected_)
    if (message.envelope.kind == Kind::kFirstPiece && message.node == node &&
        message.envelope.from == from && message.arrived < message.data.size())
      return &message;
  return nullptr;
}

}  // namespace flybar::mpi
