#include "models/inet/ip/pages_under_way.h"

namespace flybar::inet {

using host::AddressSpace;
using host::Physical;

Physical PagesUnderWay::first(Physical frame) const {
  return frame - frame % static_cast<Physical>(frames().frame_size().count);
}

std::optional<Physical> PagesUnderWay::take(std::uint32_t count) {
  const auto frame = pool_.try_allocate(count);
  if (!frame) return std::nullopt;
  pages_.emplace(index(*frame), Page{.frames = count});
  frames().pin(*frame);
  return frame;
}

void PagesUnderWay::lend(AddressSpace& space, host::VirtualPage page) {
  const Physical frame = space.find(page)->frame;
  space.protect(page, AddressSpace::Access::kRead);
  pages_.try_emplace(index(frame), Page{.space = &space, .page = page});
  frames().pin(frame);
}

void PagesUnderWay::hold(Physical frame) {
  frames().pin(first(frame));
}

void PagesUnderWay::release(Physical frame) {
  if (frames().unpin(first(frame)) > 0) return;
  const auto found = pages_.find(index(frame));
  const Page page = found->second;
  pages_.erase(found);
  if (page.space != nullptr)
    page.space->protect(page.page, AddressSpace::Access::kWrite);
  else
    pool_.free(first(frame), page.frames);
}

void PagesUnderWay::give_up(Physical frame) {
  const auto found = pages_.find(index(frame));
  if (found == pages_.end()) return pool_.free(frame);
  found->second.space = nullptr;
}

}  // namespace flybar::inet
