/// Which message belongs to which receive: in the order in which each were posted or arrived.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "models/mpi/types/operation.h"

namespace flybar::mpi {

/// A message or request for which no receive has been posted yet.
struct Unexpected {
  Envelope envelope;
  int node = 0;
  std::vector<std::byte> data = {};  ///< of one that waits for no answer
  std::size_t arrived = 0;           ///< of these data, so far
  Operation* own = nullptr;          ///< a send to oneself that waits for its receive
};

class Matching {
 public:
  void post(Operation& receive) { posted_.push_back(&receive); }
  void keep(Unexpected message) { unexpected_.push_back(std::move(message)); }

  /// The first receive posted that takes this message; null if there is none.
  Operation* take_posted(const Envelope& envelope, int node);
  /// The first message that this receive takes.
  std::optional<Unexpected> take_unexpected(const Pattern& pattern);
  /// The same, which stays; null if there is none.
  const Unexpected* find_unexpected(const Pattern& pattern) const;
  /// The one that a process sends in pieces from its operation; null if there is none.
  Unexpected* find_in_pieces(int node, std::uint32_t from);
  const std::deque<Unexpected>& unexpected() const { return unexpected_; }

 private:
  std::deque<Operation*> posted_;
  std::deque<Unexpected> unexpected_;
};

}  // namespace flybar::mpi
