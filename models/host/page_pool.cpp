#include "models/host/page_pool.h"

namespace flybar::host {
namespace {

constexpr Label kFrames{"frame pool", Share::kSystem};

}  // namespace

std::optional<Physical> PagePool::try_allocate() {
  cpu_.spend(cpu_.params().frame_alloc, kFrames);
  if (cpu_.memory().frames.free_count() == 0) return std::nullopt;
  return cpu_.memory().frames.allocate();
}

void PagePool::free(Physical frame) {
  cpu_.spend(cpu_.params().frame_alloc, kFrames);
  cpu_.memory().frames.free(frame);
}

}  // namespace flybar::host
