/// How the processes of a replay get at pages: through the pager of their node, with an account of
/// where each page came from.
#pragma once

#include <functional>
#include <list>

#include "models/gms/service.h"
#include "testbenches/experiments/replay/account.h"
#include "testbenches/experiments/replay/files.h"

namespace flybar::experiments {

class ReplayPages {
 public:
  ReplayPages(gms::Service& service, const ReplayFiles& files, ReplayAccount& account);

  /// By a process: the page, which stays until it is released. `track` shows its waits. Throws
  /// SimulationError if the page is lost.
  gms::LocalPage& get(gms::PageId id, gms::PageRange& ahead, TrackId track);
  gms::LocalPage& get_to_write(gms::PageId id, gms::ByteRange overwritten, gms::PageRange& ahead,
                               TrackId track);
  /// By a process that has it mapped, so that it needs nobody to get at it.
  void use_mapped(gms::PageId id);
  /// Whether it is here, so that nobody has to wait.
  bool has(gms::PageId id);

  /// By a process that has changed pages: waits as long as there are too many, or any.
  void throttle(TrackId track);
  void flush(TrackId track);

  /// Of a file, which may be none.
  std::uint32_t pages(gms::File file) const { return files_.pages(file); }
  gms::Service& service() { return service_; }
  host::Cpu& cpu() { return service_.member().cpu(); }

 private:
  /// What a process waits for.
  struct Awaited {
    std::function<bool()> is_there;
    bool was_there;
    Time since;  ///< when it came last; never: not yet
  };

  const gms::LocalPage* find(gms::PageId id);
  void arrived(gms::PageId id);
  void look_again();
  /// Calls `act`, in which the process may wait.
  template <class Act>
  ReplayAccount::Waited time(std::function<bool()> is_there, Act act);
  /// `putting`: it has to be put away first.
  template <class Get>
  gms::LocalPage& measure(gms::PageId id, bool putting, TrackId track, Get get);
  template <class Put>
  void measure_put(std::size_t most, TrackId track, Put put);

  gms::Service& service_;
  const ReplayFiles& files_;
  ReplayAccount& account_;
  std::uint64_t from_network_ = 0;  ///< pages that have come so far
  std::list<Awaited> awaited_;
};

}  // namespace flybar::experiments
