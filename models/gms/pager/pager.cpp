#include "models/gms/pager/pager.h"

#include <algorithm>
#include <utility>

#include "models/gms/labels.h"

namespace flybar::gms {

using Status = LocalPage::Status;

namespace {

/// Of all files together, pages that were asked for ahead and are not used yet.
std::uint32_t most_ahead(const LocalMemory& local) {
  return static_cast<std::uint32_t>(local.capacity() / 2);
}

}  // namespace

Pager::Pager(Member& member, DirectorySite& directory, CachingSite& caching)
    : member_(member),
      local_(member),
      fetcher_(member, local_, directory, caching),
      putter_(member, local_, directory) {}

LocalPage* Pager::look_up(PageId id) {
  const host::LockGuard guard(member_.cpu(), local_.lock);
  member_.cpu().spend(member_.params.lookup, kLookup);
  return local_.pages.find(id);
}

LocalPage* Pager::get(PageId id) {
  PageRange none;
  return get(id, none);
}

LocalPage* Pager::get(PageId id, PageRange& ahead) {
  Search search{member_.cpu().now() + member_.params.give_up};
  bool first = true;
  while (!member_.dead) {
    LocalPage* page = look_up(id);
    if (page == nullptr && is_lost(id)) return nullptr;
    if (page == nullptr && !start(id)) continue;
    page = local_.pages.find(id);
    if (page == nullptr) continue;
    hold(id, *page);
    if (std::exchange(first, false)) prefetch_after(id, ahead);
    if (page->status == Status::kPresent) return page;
    --page->users;
    if (page->status != Status::kMissed) {
      wait();
    } else if (!recover(id, search)) {
      return nullptr;
    }
  }
  return nullptr;
}

/// Until it is released, no other page takes its place.
void Pager::hold(PageId id, LocalPage& page) {
  ++page.users;
  local_.pages.set_ahead(id, page, false);
  local_.pages.use(page, member_.cpu().now());
}

bool Pager::is_lost(PageId id) const {
  const PageState& state = member_.files.page(id);
  return state.lost != 0 && state.lost == state.latest;
}

/// Waits until something has changed, and gives up what should have come by now.
void Pager::wait() {
  fetcher_.pump();
  putter_.pump();
  member_.cpu().wait_for(local_.changed, member_.params.getpage_timeout);
  fetcher_.expire();
  putter_.expire();
}

/// Makes the page come. False if it has been started by another process meanwhile.
bool Pager::start(PageId id) {
  const host::Physical frame = take_frame();
  if (frame == 0) return false;
  if (local_.pages.find(id) != nullptr) {
    member_.pool().free(frame);
    return false;
  }
  if (member_.files.page(id).latest == 0) {
    add_zeros(id, frame);
  } else {
    fetcher_.begin(id, frame);
    fetcher_.pump();
  }
  return true;
}

/// 0 if the node died meanwhile.
host::Physical Pager::take_frame() {
  while (!member_.dead) {
    if (const auto frame = local_.try_frame(LocalMemory::For::kUse)) return *frame;
    // Changed pages that nobody has said to be complete fill the memory.
    if (putter_.backlog() == 0) put_oldest();
    wait();
  }
  return 0;
}

void Pager::put_oldest() {
  const auto oldest = local_.pages.oldest(
      [](PageId, const LocalPage& page) { return page.dirty && !page.putting && page.users == 0; });
  if (oldest) putter_.enqueue(*oldest);
}

void Pager::add_zeros(PageId id, host::Physical frame) {
  local_.pages.insert(id, {}).frame = frame;
  const auto bytes = member_.memory().edit(frame);
  std::fill(bytes.begin(), bytes.end(), 0);
  member_.cpu().overwrite(member_.frame_size(), kZero);
}

void Pager::clear(LocalPage& page, Bytes from, Bytes to) {
  if (from >= to) return;
  const auto bytes = member_.memory().edit(page.frame + static_cast<host::Physical>(from.count));
  std::fill_n(bytes.begin(), (to - from).count, 0);
  member_.cpu().overwrite(to - from, kZero);
}

/// Adds a page whose old contents the program does not need. The page is cleared, since what its
/// frame held before must not show, unless the program has promised to overwrite it.
LocalPage* Pager::add_unread(PageId id, ByteRange overwritten) {
  const host::Physical frame = take_frame();
  if (frame == 0) return nullptr;
  if (local_.pages.find(id) != nullptr) {
    member_.pool().free(frame);
    return get(id);
  }
  member_.cpu().spend(member_.params.insert, kInsert);
  LocalPage& page = local_.pages.insert(id, {});
  page.frame = frame;
  page.version = member_.files.page(id).latest;
  page.users = 1;
  page.last_use = member_.cpu().now();
  if (!overwritten.promised) overwritten = {};
  clear(page, Bytes(), overwritten.from);
  clear(page, overwritten.to, member_.frame_size());
  return &page;
}

bool Pager::can_skip_contents(PageId id, ByteRange overwritten) {
  const bool whole = overwritten.from == Bytes() && overwritten.to == member_.frame_size();
  return (whole || member_.files.page(id).latest == 0) && look_up(id) == nullptr;
}

LocalPage* Pager::get_to_write(PageId id, ByteRange overwritten) {
  PageRange none;
  return get_to_write(id, overwritten, none);
}

LocalPage* Pager::get_to_write(PageId id, ByteRange overwritten, PageRange& ahead) {
  LocalPage* page =
      can_skip_contents(id, overwritten) ? add_unread(id, overwritten) : get(id, ahead);
  if (page == nullptr) return nullptr;
  while (page->putting || !member_.owns(page->frame)) {
    if (member_.dead) return nullptr;
    wait();
  }
  if (page->dirty) return page;
  page->dirty = true;
  page->version = ++member_.files.page(id).latest;
  return page;
}

void Pager::changed(PageId id) {
  putter_.enqueue(id);
  putter_.pump();
}

void Pager::throttle() {
  while (!member_.dead &&
         putter_.backlog() > static_cast<std::size_t>(member_.params.dirty_pages)) {
    wait();
  }
}

void Pager::flush() {
  while (!member_.dead && putter_.backlog() > 0) wait();
}

/// A disk is asked for many pages at once, since it seeks for them once: when half of those ahead
/// have been read.
bool Pager::is_too_early(PageId id, const PageRange& ahead) const {
  if (ahead.from >= ahead.to || fetcher_.worth_asking({id.file, ahead.from})) return false;
  return ahead.to - ahead.from < ahead.from - (id.page + 1);
}

/// So many pages more may be asked for ahead. Half of the cache is for this, and each file that has
/// such pages has the same share: in the time that a reader needs for its share, all readers
/// together take as many frames as there are.
std::uint32_t Pager::room_ahead(File file) const {
  const AheadCount& ahead = local_.pages.ahead();
  const std::size_t own = ahead.of(file);
  const std::size_t share = most_ahead(local_) / (ahead.files() + (own == 0 ? 1 : 0));
  return static_cast<std::uint32_t>(share - std::min(share, own));
}

/// A reader that was further ahead would push out what it has not read yet: pages that have been
/// read stay as long as those that are waited for.
void Pager::prefetch_after(PageId id, PageRange& ahead) {
  const std::uint32_t to =
      std::min({ahead.to, id.page + 1 + most_ahead(local_), ahead.from + room_ahead(id.file)});
  PageRange pages{ahead.from, std::max(ahead.from, to)};
  if (is_too_early(id, pages)) return;
  prefetch(id.file, pages);
  ahead.from = pages.from;
}

void Pager::prefetch(File file, PageRange& pages) {
  for (; pages.from < pages.to; ++pages.from) {
    const PageId id{file, pages.from};
    if (member_.files.page(id).latest == 0 || look_up(id) != nullptr) continue;
    const auto frame = local_.try_frame(LocalMemory::For::kAhead);
    if (!frame) break;
    fetcher_.begin(id, *frame);
    local_.pages.set_ahead(id, *local_.pages.find(id), true);
  }
  fetcher_.pump();
}

void Pager::leave(PageId id) {
  LocalPage* page = look_up(id);
  if (page == nullptr || page->users > 0) return;
  if (page->dirty) return changed(id);
  local_.discard(id);
}

std::span<const std::uint8_t> Pager::view(const LocalPage& page) const {
  return member_.memory()
      .view(page.frame)
      .first(static_cast<std::size_t>(member_.frame_size().count));
}

}  // namespace flybar::gms
