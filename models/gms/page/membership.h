/// Who takes part in the global memory service, and what the present epoch says about each.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/common/units.h"
#include "models/gms/page/page_id.h"
#include "models/gmsnet/message.h"

namespace flybar::gms {

using gmsnet::Node;

/// A node that is no member of an epoch. It may have crashed, be cut off, or have been unlucky: its
/// messages may have been lost.
struct Absence {
  Node node = 0;
  Time lasts{};  ///< a majority of the nodes has not heard of it for so long
};

/// Known alike to all live nodes, save while a new one is being told.
struct Epoch {
  std::uint32_t number = 0;
  std::vector<Node> members;           ///< who answered, in ascending order
  std::vector<std::uint32_t> weights;  ///< one for each: its share of the pages that are put away
  Time min_age = Time::never();        ///< a clean page unused for this long is not worth keeping
  Node coordinator = 0;                ///< who began it: with the number, its name
  Node predecessor = 0;                ///< who began the one before
  std::vector<Absence> absent{};       ///< all nodes that are no members, in ascending order

  bool has(Node node) const;
  /// A majority has not heard of the node for `patience`.
  bool is_dead(Node node, Time patience) const;
  /// All nodes that are not dead, in ascending order: who is absent may come back.
  std::vector<Node> living(Time patience) const;
  /// More than half of the living are among `nodes`, which is in ascending order; or just half of
  /// them, with the first: two sides of a network that is parted never both have one.
  bool is_majority(const std::vector<Node>& nodes, Time patience) const;
  /// Who is absent from the next epoch, whose members are `next`, and which begins so long after
  /// this one. Without a majority no absence grows.
  std::vector<Absence> absent_from(const std::vector<Node>& next, Time passed, Time patience) const;
  /// `last` was the epoch before this, and none is missing between them.
  bool follows(const Epoch& last) const {
    return number == last.number + 1 && predecessor == last.coordinator;
  }
  /// 0 for who is no member.
  std::uint32_t weight(Node node) const;
  /// The member that knows where the page is. A member that leaves moves no page but its own.
  /// Precondition: there are members.
  Node directory_site(PageId id) const;
  /// A member other than `self` and `not_this`, at random as the weights say; equal ones if all
  /// are 0. Nothing if there is none.
  std::optional<Node> target(Node self, Node not_this, Draw& draw) const;
};

}  // namespace flybar::gms
