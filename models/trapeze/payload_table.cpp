#include "models/trapeze/payload_table.h"

#include <numeric>

namespace flybar::trapeze {
namespace {

/// The key after that of `token`: never zero, so that no token is zero either.
Token next_token(Token token, unsigned index) {
  constexpr Token kLastKey = ~Token{0} >> layout::kTokenKeyShift;
  const Token key = token >> layout::kTokenKeyShift;
  return (key == kLastKey ? 1 : key + 1) << layout::kTokenKeyShift | index;
}

}  // namespace

PayloadTable::PayloadTable(std::int64_t entries)
    : entries_(layout::kIptEntries),
      free_(static_cast<std::size_t>(entries)),
      free_count_(free_.size()) {
  std::iota(free_.begin(), free_.end(), 0u);
}

std::optional<Token> PayloadTable::allocate(const Buffer& buffer) {
  if (free_count_ == 0) return std::nullopt;
  const unsigned i = free_[free_head_];
  free_head_ = (free_head_ + 1) % free_.size();
  --free_count_;
  entries_[i] = {next_token(entries_[i].token, i), true, buffer, false};
  return entries_[i].token;
}

std::optional<PayloadTable::Buffer> PayloadTable::find(Token token) const {
  const Entry& entry = entries_[index(token)];
  if (!entry.used || entry.token != token) return std::nullopt;
  return entry.buffer;
}

void PayloadTable::free(Token token) {
  entries_[index(token)].used = false;
  free_[(free_head_ + free_count_) % free_.size()] = index(token);
  ++free_count_;
}

}  // namespace flybar::trapeze
