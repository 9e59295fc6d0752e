/// The kernel's pool of free page frames, and the pageout daemon that refills it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/host/cpu/cpu.h"

namespace flybar::host {

class PagePool {
 public:
  /// Called by the pageout daemon, whose process it may block: frees up to `wanted` frames by
  /// free(), and says how many. What it has only begun to free it does not count.
  using Reclaimer = std::function<std::size_t(std::size_t wanted)>;

  /// Before the simulation starts. All the frames of the host that nobody has taken.
  explicit PagePool(Cpu& cpu);
  PagePool(const PagePool&) = delete;
  PagePool& operator=(const PagePool&) = delete;

  void set_reclaimer(Reclaimer reclaimer) { reclaimer_ = std::move(reclaimer); }

  /// For processes: waits while there is no frame.
  Physical allocate();
  /// For handlers too: `count` frames in a row; nothing if there are none. Takes host.frame_alloc
  /// once, whatever the count.
  std::optional<Physical> try_allocate(std::uint32_t count = 1);
  /// The same for `count` frames in a row, however they were allocated. Throws SimulationError
  /// unless they are the host's and not pinned.
  void free(Physical frame, std::uint32_t count = 1);
  std::size_t free_count() const { return frames_.free_count(); }

  /// The reclaimer is asked when the pool is low. When it had nothing to give, it is asked again at
  /// the next allocation, or after this: some page can be reclaimed that could not before.
  void reconsider();

 private:
  void run();
  void refill();

  Cpu& cpu_;
  Frames& frames_;
  const Time cost_;
  const std::size_t low_;
  const std::size_t high_;
  Reclaimer reclaimer_;
  Signal shortage_{"a shortage of frames"};
  Signal freed_{"a free frame"};
  std::size_t waiting_ = 0;
};

}  // namespace flybar::host
