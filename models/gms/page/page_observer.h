/// What the memory service tells those who watch its pages. A node never asks whether it is
/// watched, and an observer takes no simulated time and changes nothing; it can end the run by an
/// exception.
#pragma once

#include <cstdint>
#include <span>

#include "models/gms/page/files.h"

namespace flybar::gms {

class PageObserver {
 public:
  virtual ~PageObserver() = default;

  /// A program reads the page, which holds this.
  virtual void on_read(PageId, Version, std::span<const std::uint8_t>) {}
  /// A program has written to the page, which holds this now.
  virtual void on_written(PageId, Version, std::span<const std::uint8_t>) {}
  /// The global cache of a node has a version that is on no disk, or has it no more.
  virtual void on_cached(PageId, Version, Node) {}
  virtual void on_dropped(PageId, Node) {}
  /// A program is told that this version of the page is lost.
  virtual void on_lost(PageId, Version, const Policy&) {}
  virtual void on_death(Node) {}
};

}  // namespace flybar::gms
