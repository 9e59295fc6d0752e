/// What every page must hold, known from outside the system: the judge of each run.
///
/// Whoever writes or reads a page tells it. It costs no simulated time.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>

#include "models/gms/files.h"

namespace flybar::gms {

class Ledger {
 public:
  /// The page holds this now.
  void wrote(PageId id, Version version, std::span<const std::uint8_t> page);
  /// Throws SimulationError unless `page` is what was last written, or what the file began with.
  void read(PageId id, Version version, std::span<const std::uint8_t> page);

  /// A global cache has the only kind of copy that is on no disk, or has it no more.
  void cached(PageId id, Version version, Node at);
  void dropped(PageId id, Node at);
  void died(Node node) { dead_.insert(node); }
  /// A program was told that the page is lost. Throws SimulationError unless its file's policy is
  /// to keep what was changed off the disk, it was in the memory of a node that died, and no live
  /// node has it.
  void lost(PageId id, Version version, const Policy& policy);

  std::uint64_t reads() const { return reads_; }
  std::uint64_t writes() const { return writes_; }
  std::uint64_t losses() const { return losses_; }

 private:
  struct Contents {
    Version version;
    std::uint64_t digest;
  };
  struct Copies {
    std::set<std::pair<Node, Version>> at;
  };

  std::unordered_map<PageId, Contents, PageHash> written_;
  std::unordered_map<PageId, Copies, PageHash> cached_;
  std::set<Node> dead_;
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
  std::uint64_t losses_ = 0;
};

}  // namespace flybar::gms
