#include "models/gms/sites/caching_site.h"

#include <algorithm>

#include "models/gms/cache/local_memory.h"
#include "models/gms/labels.h"
#include "models/gms/sites/directory_site.h"

namespace flybar::gms {

CachingSite::CachingSite(Member& member) : member_(member) {
  gmsnet::Net& net = member.net;
  net.register_service(kServe, [this](gmsnet::Request& request) {
    serve(request, PageMessage::pop(request.arguments));
  });
  net.register_service(kPutpage,
                       [this](gmsnet::Request& request) { putpage(request, Full::kEvict); });
  net.register_service(kMovepage,
                       [this](gmsnet::Request& request) { putpage(request, Full::kRefuse); });
  net.register_service(kDrop, [this](gmsnet::Request& request) {
    const PageMessage page = PageMessage::pop(request.arguments);
    drop(page.id, page.version);
  });
}

std::size_t CachingSite::capacity() const {
  return static_cast<std::size_t>(member_.params.network_memory.count / member_.frame_size().count);
}

void CachingSite::serve(gmsnet::Request& request, const PageMessage& wanted) {
  member_.cpu().spend(member_.params.global, kGlobal);
  GlobalPage* page = pages_.find(wanted.id);
  if (page != nullptr && page->version == wanted.version) {
    ++counters_.served;
    return send_page(request, wanted.id, *page);
  }
  ++counters_.absent;
  gmsnet::Message absent = member_.net.gmsnet_makebuf(kServe);
  absent.status = gmsnet::Status::kAbsent;
  member_.net.gmsnet_reply(request, absent);
  if (page == nullptr) tell_removed(wanted.id, wanted.version);
}

/// A page that is on no disk stays, too: the reply may be lost.
void CachingSite::send_page(gmsnet::Request& request, PageId id, GlobalPage& page) {
  gmsnet::Message message = member_.net.gmsnet_makebuf(kServe);
  message.payload = page.frame;
  message.payload_length = member_.frame_size();
  if (page.sticky || page.dirty || page.busy > 0) {
    pages_.use(id, member_.cpu().now());
    ++page.busy;
    member_.net.gmsnet_reply(request, message);
    --page.busy;
    return;
  }
  const Version version = page.version;
  forget(id);
  member_.departures.leave(message, member_.pool());
  member_.net.gmsnet_reply(request, message);
  tell_removed(id, version);
}

GlobalPage CachingSite::forget(PageId id) {
  const GlobalPage page = pages_.erase(id);
  if (page.dirty) member_.observer.on_dropped(id, member_.node());
  return page;
}

void CachingSite::tell_removed(PageId id, Version version) {
  const Node site = member_.directory_site(id);
  if (site == member_.node()) return directory_->remove(id, {member_.node(), version});
  gmsnet::Message message = member_.net.gmsnet_makebuf(kRemove);
  PageMessage{.id = id, .version = version, .site = member_.node()}.push(message.arguments);
  member_.net.gmsnet_sendto(message, site);
}

/// To ask the NIC takes time, in which another process may give the page up or begin to move it.
const GlobalPage* CachingSite::find_idle(PageId id) {
  if (const GlobalPage* page = pages_.find(id)) member_.owns(page->frame);
  const GlobalPage* page = pages_.find(id);
  if (page == nullptr || page->busy > 0) return nullptr;
  return member_.memory().frames.state(page->frame) == host::FrameState::kHost ? page : nullptr;
}

bool CachingSite::discard(PageId id, Version version, bool tell) {
  const GlobalPage* page = find_idle(id);
  if (page == nullptr || page->version != version) return false;
  ++counters_.dropped;
  const GlobalPage gone = forget(id);
  member_.pool().free(gone.frame);
  if (tell) tell_removed(id, gone.version);
  return true;
}

/// A page of the same version that is on no disk may be the last: whoever said so may have been
/// overtaken by its coming back here.
void CachingSite::drop(PageId id, Version version) {
  member_.cpu().spend(member_.params.global, kGlobal);
  const GlobalPage* page = find_idle(id);
  if (page == nullptr || page->version > version) return;
  if (page->version == version && page->dirty) return;
  ++counters_.dropped;
  member_.pool().free(forget(id).frame);
}

std::optional<PageId> CachingSite::oldest_clean() {
  const auto fits = [this](PageId, const GlobalPage& page) {
    return !page.dirty && page.busy == 0 &&
           member_.memory().frames.state(page.frame) == host::FrameState::kHost;
  };
  if (const auto found = pages_.oldest(fits)) return found;
  member_.net.complete_sent();
  return pages_.oldest(fits);
}

bool CachingSite::evict() {
  const auto oldest = oldest_clean();
  return oldest && discard(*oldest, pages_.find(*oldest)->version);
}

/// The host's own frames are not for others.
std::size_t CachingSite::room() const {
  const auto reserve = static_cast<std::size_t>(member_.cpu().params().free_high);
  const std::size_t frames = member_.pool().free_count();
  const std::size_t spare = frames - std::min(frames, reserve);
  return std::min(spare, capacity() - std::min(capacity(), pages_.size()));
}

void CachingSite::ages(const std::function<void(Time last_use)>& visit) {
  pages_.ages(visit);
  local_->ages(capacity() - std::min(capacity(), pages_.size() + room()), visit);
}

/// For a page that was last used then. The oldest page of the node goes, but none for an older one,
/// and pages of others never fill more than they may.
bool CachingSite::make_room(Full full, Time last_use) {
  if (room() > 0) return true;
  if (full == Full::kRefuse) return false;
  const auto id = oldest_clean();
  const Time others = id ? pages_.find(*id)->last_use : Time::never();
  const bool may_grow = pages_.size() < capacity();
  if (may_grow && local_->has_older(std::min(others, last_use)) && local_->forget_oldest()) {
    ++counters_.own;
    return true;
  }
  return others <= last_use && evict();
}

void CachingSite::putpage(gmsnet::Request& request, Full full) {
  const PageMessage page = PageMessage::pop(request.arguments);
  member_.cpu().spend(member_.params.global, kGlobal);
  const bool stored = store(request, page, full);
  ++(stored ? counters_.stored : counters_.refused);
  if (stored) return announce(request, page);
  answer(request, gmsnet::Status::kRefused);
}

/// The page is here. The directory site answers for both. If that is who asked, it is told in the
/// answer: there are no messages to oneself. Where the directory cannot be told, the page is of no
/// use.
void CachingSite::announce(gmsnet::Request& request, PageMessage page) {
  const Node site = member_.directory_site(page.id);
  if (site == member_.node()) {
    const bool done = directory_->update(page.id, {site, page.version});
    return answer(request, done ? gmsnet::Status::kOk : gmsnet::Status::kRefused, kDirectoryKnows);
  }
  if (request.reply_to.call != 0 && site == request.reply_to.origin) {
    return answer(request, gmsnet::Status::kOk, kTellDirectory);
  }
  page.site = member_.node();
  gmsnet::Message onward = member_.net.gmsnet_makebuf(kUpdate);
  page.push(onward.arguments);
  member_.net.gmsnet_delegate(request, onward, site);
}

void CachingSite::answer(gmsnet::Request& request, gmsnet::Status status, std::uint32_t argument) {
  gmsnet::Message message = member_.net.gmsnet_makebuf(request.operation);
  message.arguments.push(argument);
  message.status = status;
  member_.net.gmsnet_reply(request, message);
}

/// One that is on its way from here may be gone once it has got there: whoever sends it back that
/// soon keeps it.
bool CachingSite::store(gmsnet::Request& request, const PageMessage& page, Full full) {
  if (request.payload_length != member_.frame_size()) return false;
  const Time now = member_.cpu().now();
  const Time last_use = now - std::min(now, page.age);
  if (const GlobalPage* present = pages_.find(page.id)) {
    if (present->busy > 0) return false;
    if (present->version >= page.version) return present->version == page.version;
    if (find_idle(page.id) == nullptr) return false;
    member_.pool().free(forget(page.id).frame);
  } else if (!make_room(full, last_use)) {
    return false;
  }
  const host::Physical frame = member_.net.gmsnet_take_payload(request);
  if (frame == 0) return false;
  pages_.insert(page.id, {.frame = frame,
                          .version = page.version,
                          .dirty = page.dirty,
                          .sticky = page.sticky,
                          .home = page.home,
                          .last_use = last_use});
  if (page.dirty) member_.observer.on_cached(page.id, page.version, member_.node());
  if (pages_.size() > capacity() - capacity() / 8) member_.cpu().notify(member_.crowded);
  return true;
}

host::Physical CachingSite::take(PageId id, Version version) {
  member_.cpu().spend(member_.params.global, kGlobal);
  const GlobalPage* page = find_idle(id);
  if (page == nullptr || page->version != version) return 0;
  const host::Physical frame = forget(id).frame;
  tell_removed(id, version);
  return frame;
}

host::Physical CachingSite::fetch(PageId id, Version version, host::Physical frame) {
  const GlobalPage* page = pages_.find(id);
  if (page == nullptr || page->version != version) return 0;
  if (page->dirty || page->sticky || page->busy > 0) {
    member_.cpu().spend(member_.params.global, kGlobal);
    member_.cpu().copy(frame, page->frame, member_.frame_size(), kGlobal);
    return frame;
  }
  const host::Physical own = take(id, version);
  if (own != 0) member_.pool().free(frame);
  return own;
}

bool CachingSite::place(PageId id, const GlobalPage& page) {
  if (room() == 0) return false;
  GlobalPage placed = page;
  placed.frame = member_.memory().frames.allocate();
  pages_.insert(id, placed);
  return true;
}

}  // namespace flybar::gms
