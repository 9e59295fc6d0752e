/// What every page must hold, known from outside the system: the judge of each run.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>

#include "models/gms/page/page_observer.h"

namespace flybar::gms {

class Ledger : public PageObserver {
 public:
  void on_written(PageId id, Version version, std::span<const std::uint8_t> page) override;
  /// Throws SimulationError unless `page` is what was last written, or what the file began with.
  void on_read(PageId id, Version version, std::span<const std::uint8_t> page) override;

  void on_cached(PageId id, Version version, Node at) override;
  void on_dropped(PageId id, Node at) override;
  void on_death(Node node) override { dead_.insert(node); }
  /// Throws SimulationError unless the policy of the page's file is to keep what was changed off
  /// the disk, the page was in the memory of a node that died, and no live node has it.
  void on_lost(PageId id, Version version, const Policy& policy) override;

  /// From then on no message goes from these nodes, the smaller part, to the others or back. Who is
  /// told of a lost page calls check_lost().
  void part(std::set<Node> cut_off, Time from) { cut_off_ = std::move(cut_off), parted_at_ = from; }
  /// Throws SimulationError if a live node on the side of `reader` has the page; or if no node has
  /// it, and `reader` is on the larger side: the smaller one drops no page of the others.
  void check_lost(PageId id, Version version, Node reader) const;

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
  std::set<Node> cut_off_;
  Time parted_at_ = Time::never();
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
  std::uint64_t losses_ = 0;
};

}  // namespace flybar::gms
