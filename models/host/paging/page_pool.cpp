#include "models/host/paging/page_pool.h"

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

std::optional<Physical> PagePool::try_allocate() {
  cpu_.spend(cost_, kAllocate);
  std::optional<Physical> frame;
  if (free_count() > 0) frame = frames_.allocate();
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

void PagePool::free(Physical frame) {
  cpu_.spend(cost_, kAllocate);
  frames_.free(frame);
  if (waiting_ > 0) cpu_.notify(freed_);
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
