#include "models/host/paging/page_pool.h"

#include <algorithm>

namespace flybar::host {
namespace {

constexpr Label kAllocate{"frame allocation", Share::kSystem};

}  // namespace

PagePool::PagePool(Cpu& cpu)
    : cpu_(cpu),
      frames_(cpu.memory().frames),
      cost_(cpu.params().frame_alloc),
      low_(static_cast<std::size_t>(cpu.params().free_low)),
      high_(static_cast<std::size_t>(cpu.params().free_high)) {
  cpu.add_process(
      "pageout", [this](Cpu&) { run(); }, Role::kServer);
}

std::optional<Physical> PagePool::try_allocate(std::uint32_t count) {
  cpu_.spend(cost_, kAllocate);
  const std::optional<Physical> frame = frames_.try_allocate(count);
  reconsider();
  return frame;
}

Physical PagePool::allocate() {
  while (true) {
    if (const auto frame = try_allocate()) return *frame;
    ++waiting_;
    cpu_.wait_for(freed_);
    --waiting_;
  }
}

void PagePool::free(Physical frame, std::uint32_t count) {
  cpu_.spend(cost_, kAllocate);
  frames_.free(frame, count);
  // Who waits needs one frame each.
  for (std::size_t left = std::min<std::size_t>(count, waiting_); left > 0; --left)
    cpu_.notify(freed_);
}

void PagePool::reconsider() {
  if (free_count() < low_) cpu_.notify(shortage_);
}

void PagePool::run() {
  while (true) {
    cpu_.wait_for(shortage_);
    if (free_count() < low_) refill();
  }
}

void PagePool::refill() {
  while (free_count() < high_ && reclaimer_) {
    if (reclaimer_(high_ - free_count()) == 0) return;
  }
}

}  // namespace flybar::host
