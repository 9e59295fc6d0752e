/// Makes room in a node's global cache: moves pages to nodes that have more, or back home.
#pragma once

#include <cstdint>

#include "models/gms/cache/local_memory.h"
#include "models/gms/sites/caching_site.h"
#include "models/gms/sites/directory_site.h"

namespace flybar::gms {

struct MoverCounters {
  std::uint64_t moved = 0;
  std::uint64_t written_back = 0;
  std::uint64_t orphaned = 0;  ///< dropped because the home is dead
};

class Mover {
 public:
  /// Before the simulation starts: registers its service, adds a process, and frees frames when the
  /// pool is low.
  Mover(Member& member, DirectorySite& directory, CachingSite& caching, LocalMemory& local);

  /// The cache is nearly full.
  bool crowded() const;
  const MoverCounters& counters() const { return counters_; }

 private:
  void run();
  std::size_t reclaim(std::size_t wanted);
  bool relieve();
  bool own_is_oldest();
  bool free_oldest();
  std::optional<PageId> oldest() const;
  bool is_old(const GlobalPage& page) const;
  std::optional<Node> target(PageId id);
  bool has_more_room(Node other) const;
  bool move(PageId id, gmsnet::Operation operation, Node to);
  bool write_back(PageId id);
  bool send(PageId id, gmsnet::Operation operation, Node to);
  void accept_write_back(gmsnet::Request& request);
  void write_home(PageId id, Version version, host::Physical frame);

  Member& member_;
  DirectorySite& directory_;
  CachingSite& caching_;
  LocalMemory& local_;
  MoverCounters counters_;
};

}  // namespace flybar::gms
