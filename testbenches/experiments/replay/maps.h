/// What the processes of a replay have mapped.
///
/// They share one page table: a page that one has mapped is mapped for all, until nobody has the
/// file mapped.
#pragma once

#include <deque>
#include <unordered_map>

#include "testbenches/experiments/replay/pages.h"

namespace flybar::experiments {

class ReplayMaps {
 public:
  ReplayMaps(ReplayPages& pages, std::int64_t read_ahead);

  /// Mappings by number in the workload. By processes, as all that follows. Threads may come in
  /// another order than in the recording: what is not mapped need not be unmapped.
  void map(std::size_t mapping, gms::File file);
  void unmap(std::size_t mapping);

  /// The program uses a word of the page, or changes it.
  void touch(std::size_t mapping, gms::PageId id, bool write, TrackId track);
  /// The one that is mapped; `now` if none is, or not yet.
  gms::File file(std::size_t mapping, gms::File now) const;
  /// Puts away what was changed.
  void put_away();

 private:
  struct Map {
    gms::File file;
    gms::Sequence sequence;
  };
  /// Who has touched a page.
  struct Toucher {
    std::size_t mapping;
    TrackId track;
  };

  bool is_mapped(gms::PageId id, bool write);
  gms::PageRange ahead(std::size_t mapping, gms::PageId id);
  void give_back(std::size_t mapping, gms::PageRange rest);
  void fault(const host::AddressSpace::PageFault& fault);
  void changed(gms::PageId id, TrackId track);
  std::size_t behind() const;

  ReplayPages& pages_;
  const std::int64_t read_ahead_;
  std::unordered_map<std::size_t, Map> maps_;
  std::unordered_map<gms::File, int> users_;
  std::deque<gms::PageId> changed_;  ///< not yet on their way, in the order of their first change
  Toucher toucher_{};
};

}  // namespace flybar::experiments
