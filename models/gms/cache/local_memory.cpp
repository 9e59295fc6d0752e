#include "models/gms/cache/local_memory.h"

#include "models/gms/labels.h"

namespace flybar::gms {

LocalMemory::LocalMemory(Member& member)
    : lock(member.name + " page directory"), changed("page at " + member.name), member_(member) {}

std::size_t LocalMemory::capacity() const {
  return static_cast<std::size_t>(member_.params.local_cache.count / member_.frame_size().count);
}

/// A page that goes to network memory takes its frame along, until it has been sent.
std::optional<host::Physical> LocalMemory::try_frame(For what) {
  while (true) {
    if (pages.size() < capacity()) {
      if (const auto frame = member_.pool().try_allocate()) return frame;
    }
    const auto id = victim();
    if (!id || (what == For::kAhead && pages.find(*id)->ahead)) return std::nullopt;
    if (const auto frame = remove(*id)) return frame;
  }
}

bool LocalMemory::evictable(const LocalPage& page) const {
  using Status = LocalPage::Status;
  if (page.status != Status::kPresent && page.status != Status::kMissed) return false;
  if (page.dirty || page.putting || page.users > 0) return false;
  return page.frame == 0 || member_.memory().frames.state(page.frame) == host::FrameState::kHost;
}

std::optional<PageId> LocalMemory::victim() {
  if (const auto found = oldest()) return found;
  member_.net.complete_sent();
  return oldest();
}

/// Mapped pages are used without a call: each that was touched gets a second chance. Pages that
/// were brought ahead, and are still to be used, get one, too: used ones go before them.
std::optional<PageId> LocalMemory::oldest() {
  const auto fits = [this](PageId, const LocalPage& page) { return evictable(page); };
  for (std::size_t left = pages.size(); left > 0; --left) {
    const auto id = pages.oldest(fits);
    if (!id) return std::nullopt;
    LocalPage& page = *pages.find(*id);
    if (note_touch(*id, page)) continue;
    if (!page.ahead || page.spared) return id;
    page.spared = true;
    pages.use(page, member_.cpu().now());
  }
  return pages.oldest(fits);
}

/// False if no program has touched it.
bool LocalMemory::note_touch(PageId id, LocalPage& page) {
  if (!was_touched(id)) return false;
  pages.set_ahead(id, page, false);
  pages.use(page, member_.cpu().now());
  return true;
}

bool LocalMemory::evict() {
  const auto id = victim();
  const auto frame = id ? remove(*id) : std::nullopt;
  if (frame) member_.pool().free(*frame);
  return frame.has_value();
}

bool LocalMemory::has_older(Time time) {
  const auto id = victim();
  return id && pages.find(*id)->last_use < time;
}

bool LocalMemory::forget_oldest() {
  while (const auto id = victim()) {
    const LocalPage page = take_out(*id);
    if (page.frame == 0) continue;
    member_.pool().free(page.frame);
    return true;
  }
  return false;
}

void LocalMemory::ages(std::size_t most, const std::function<void(Time last_use)>& visit) {
  if (most == 0) return;
  for (const PageId id : pages.by_use()) note_touch(id, *pages.find(id));
  for (const PageId id : pages.by_use()) {
    const LocalPage& page = *pages.find(id);
    if (page.frame == 0 || !evictable(page)) continue;
    visit(page.last_use);
    if (--most == 0) return;
  }
}

LocalPage LocalMemory::take_out(PageId id) {
  member_.cpu().spend(member_.params.evict, kEviction);
  unmap(id);
  ++evictions_;
  return pages.erase(id);
}

std::optional<host::Physical> LocalMemory::remove(PageId id) {
  const LocalPage page = take_out(id);
  if (page.frame == 0) return std::nullopt;
  if (page.status == LocalPage::Status::kPresent && put_clean(id, page)) return std::nullopt;
  return page.frame;
}

void LocalMemory::discard(PageId id) {
  const LocalPage* page = pages.find(id);
  if (page == nullptr || !evictable(*page)) return;
  if (const auto frame = remove(id)) member_.pool().free(*frame);
}

}  // namespace flybar::gms
