#include "models/inet/ip/pages_under_way.h"

#include <utility>

namespace flybar::inet {

using host::AddressSpace;
using host::Physical;

Physical PagesUnderWay::first(Physical frame) const {
  return frame - frame % static_cast<Physical>(frames().frame_size().count);
}

std::optional<Physical> PagesUnderWay::take(std::uint32_t count) {
  const Time begin = log_.now();
  const auto frame = pool_.try_allocate(count);
  if (!frame) return std::nullopt;
  pages_.emplace(index(*frame), Page{.frames = count, .held = {begin, log_.now()}});
  frames().pin(*frame);
  return frame;
}

/// From the end of the frame to its beginning: parts that follow each other in a stream do not do
/// so in memory, as if there were clusters anywhere.
std::optional<Physical> PagesUnderWay::take_part(std::size_t bytes) {
  const auto size = static_cast<std::size_t>(frames().frame_size().count);
  if (bytes >= size) return take();
  const bool fits =
      shared_ != 0 && bytes <= room_ && frames().state(shared_) == host::FrameState::kHost;
  if (fits) {
    hold(shared_);
  } else {
    const auto frame = take();
    if (!frame) return std::nullopt;
    shared_ = *frame;
    room_ = size;
  }
  room_ -= bytes;
  return shared_ + static_cast<Physical>(room_);
}

void PagesUnderWay::lend(AddressSpace& space, host::VirtualPage page) {
  const Time begin = log_.now();
  const Physical frame = space.find(page)->frame;
  space.protect(page, AddressSpace::Access::kRead);
  Page& lent = pages_.try_emplace(index(frame), Page{.space = &space, .page = page}).first->second;
  lent.held = {begin, log_.now()};
  lent.message = 0;
  frames().pin(frame);
}

void PagesUnderWay::lend(const Lent& lent) {
  const Time now = log_.now();
  frames().lend(lent.at, lent.length, host::FrameState::kSending);
  pages_.try_emplace(index(lent.at), Page{.lent = true, .held = {now, now}});
  frames().pin(first(lent.at));
}

bool PagesUnderWay::is_lent(Physical frame) const {
  const auto found = pages_.find(index(frame));
  return found != pages_.end() && found->second.lent;
}

void PagesUnderWay::tell_left() {
  if (left_.empty()) return;
  for (const Lent& one : std::exchange(left_, {})) {
    frames().take_back(one.at, one.length);
    if (one.left != nullptr) one.left(one.arg);
  }
}

void PagesUnderWay::hold(Physical frame) {
  frames().pin(first(frame));
}

void PagesUnderWay::release(Physical frame) {
  if (frames().unpin(first(frame)) > 0) return;
  const auto found = pages_.find(index(frame));
  const Page page = found->second;
  pages_.erase(found);
  if (first(frame) == shared_) shared_ = 0;
  const Time begin = log_.now();
  if (page.space != nullptr)
    page.space->protect(page.page, AddressSpace::Access::kWrite);
  else if (!page.lent)
    pool_.free(first(frame), page.frames);
  log_.tell_since(begin, page.space != nullptr || page.lent ? "unpin" : "free frame", page.message);
}

/// Observers learn only now when the page was pinned, or its frame taken: the mark carries the
/// number of the message, which was not known before.
void PagesUnderWay::carried(Physical frame, std::uint64_t message) {
  if (!log_.told()) return;
  const auto found = pages_.find(index(frame));
  if (found == pages_.end()) return;
  Page& page = found->second;
  if (std::exchange(page.message, message) == 0)
    log_.tell(page.space != nullptr || page.lent ? "pin" : "take frame", page.held, message);
}

void PagesUnderWay::acknowledged(Physical frame) {
  if (!log_.told()) return;
  const auto found = pages_.find(index(frame));
  if (found != pages_.end()) log_.tell_since(log_.now(), "acknowledged", found->second.message);
}

void PagesUnderWay::give_up(Physical frame) {
  const auto found = pages_.find(index(frame));
  if (found == pages_.end()) return pool_.free(frame);
  found->second.space = nullptr;
}

}  // namespace flybar::inet
