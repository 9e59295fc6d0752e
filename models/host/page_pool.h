/// The kernel's pool of page frames.
#pragma once

#include <optional>

#include "models/host/cpu.h"

namespace flybar::host {

class PagePool {
 public:
  explicit PagePool(Cpu& cpu) : cpu_(cpu) {}

  /// A frame, which belongs to the host from now on; nothing if there is none. For processes and
  /// interrupt handlers.
  std::optional<Physical> try_allocate();
  void free(Physical frame);

 private:
  Cpu& cpu_;
};

}  // namespace flybar::host
