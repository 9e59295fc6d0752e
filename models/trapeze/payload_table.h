/// The host's side of the incoming payload table: which entries are free, and their keys.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/common/units.h"
#include "models/host/memory/frames.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/trapeze/names.h"

namespace flybar::trapeze {

class PayloadTable {
 public:
  struct Buffer {
    host::Physical address = 0;
    Bytes length;
  };

  /// `entries` of them, the first ones, are used.
  explicit PayloadTable(std::int64_t entries = layout::kIptEntries);

  /// A token for `buffer`, in an entry that has rested longest, with a key unlike its last.
  /// Nothing if all entries are in use.
  std::optional<Token> allocate(const Buffer& buffer);
  /// What the token stands for; nothing if it stands for nothing now.
  std::optional<Buffer> find(Token token) const;
  void free(Token token);
  /// The host wants the buffer of a used token back: the NIC may have seen that in time.
  void cancel_late(Token token) {
    if (find(token)) entries_[index(token)].cancelled_late = true;
  }
  bool cancelled_late(Token token) const {
    return find(token) && entries_[index(token)].cancelled_late;
  }

  static unsigned index(Token token) { return token & layout::kTokenIndexMask; }

 private:
  struct Entry {
    Token token = 0;  ///< the last one given out
    bool used = false;
    Buffer buffer;
    bool cancelled_late = false;
  };
  std::vector<Entry> entries_;
  std::vector<unsigned> free_;  ///< a queue: from free_head_, round
  std::size_t free_head_ = 0;
  std::size_t free_count_;
};

}  // namespace flybar::trapeze
