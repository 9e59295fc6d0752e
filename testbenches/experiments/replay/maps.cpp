#include "testbenches/experiments/replay/maps.h"

#include <algorithm>

#include "models/gms/file/touching.h"
#include "models/gms/labels.h"

namespace flybar::experiments {

using Access = host::AddressSpace::Access;

namespace {

/// A page that was changed is put away when so many others were changed after it.
constexpr std::size_t kBehind = 8;
/// What a program uses of a page at a time. Its computing is in the think time.
constexpr Bytes kWord = Bytes(8);

gms::PageId page_id(host::VirtualPage page) {
  return {static_cast<gms::File>(page >> 32), static_cast<std::uint32_t>(page)};
}

}  // namespace

ReplayMaps::ReplayMaps(ReplayPages& pages, std::int64_t read_ahead)
    : pages_(pages), read_ahead_(read_ahead) {
  pages.service().space().set_pager([this](const auto& what) { fault(what); });
}

void ReplayMaps::map(std::size_t mapping, gms::File file) {
  pages_.cpu().spend(pages_.service().member().params.map_call, gms::kMap);
  maps_.emplace(mapping, Map{file, gms::Sequence(read_ahead_)});
  ++users_[file];
}

void ReplayMaps::unmap(std::size_t mapping) {
  pages_.cpu().spend(pages_.service().member().params.map_call, gms::kMap);
  const auto found = maps_.find(mapping);
  if (found == maps_.end()) return;
  const gms::File file = found->second.file;
  maps_.erase(found);
  if (--users_[file] > 0) return;
  put_away();
  for (std::uint32_t page = 0; page < pages_.pages(file); ++page)
    gms::hide(pages_.service(), {file, page});
}

gms::File ReplayMaps::file(std::size_t mapping, gms::File now) const {
  const auto found = maps_.find(mapping);
  return found == maps_.end() ? now : found->second.file;
}

void ReplayMaps::touch(std::size_t mapping, gms::PageId id, bool write, TrackId track) {
  toucher_ = {mapping, track};
  if (is_mapped(id, write)) pages_.use_mapped(id);
  if (write) {
    gms::touch_to_write(pages_.service(), id, Bytes(), kWord);
  } else {
    gms::touch_to_read(pages_.service(), id, Bytes(), kWord);
  }
}

/// Else the touch is a fault, which gets the page.
bool ReplayMaps::is_mapped(gms::PageId id, bool write) {
  const host::PageEntry* entry = pages_.service().space().find(gms::virtual_page(id));
  return entry != nullptr && (entry->writable || !write);
}

gms::PageRange ReplayMaps::ahead(std::size_t mapping, gms::PageId id) {
  const auto found = maps_.find(mapping);
  if (found == maps_.end()) return {};
  return found->second.sequence.read(id.page, pages_.service().file(id.file).size());
}

/// The mapping may be gone by now.
void ReplayMaps::give_back(std::size_t mapping, gms::PageRange rest) {
  const auto found = maps_.find(mapping);
  if (found != maps_.end()) found->second.sequence.give_back(rest);
}

/// Others may touch pages while this one waits.
void ReplayMaps::fault(const host::AddressSpace::PageFault& fault) {
  const Toucher toucher = toucher_;
  const gms::PageId id = page_id(fault.page);
  gms::Service& service = pages_.service();
  const bool write = fault.access == Access::kWrite;
  gms::PageRange next = ahead(toucher.mapping, id);
  const gms::LocalPage& page = write ? pages_.get_to_write(id, {}, next, toucher.track)
                                     : pages_.get(id, next, toucher.track);
  give_back(toucher.mapping, next);
  if (write) changed(id, toucher.track);
  gms::show(service, id, page, fault.access);
  service.pager().release(id);
  toucher_ = toucher;
}

/// A small local cache must not fill with pages that wait for others to be changed.
std::size_t ReplayMaps::behind() const {
  return std::min(kBehind, pages_.service().pager().local().capacity() / 4);
}

void ReplayMaps::changed(gms::PageId id, TrackId track) {
  changed_.push_back(id);
  while (changed_.size() > behind()) {
    pages_.service().pager().changed(changed_.front());
    changed_.pop_front();
  }
  pages_.throttle(track);
}

void ReplayMaps::put_away() {
  for (; !changed_.empty(); changed_.pop_front())
    pages_.service().pager().changed(changed_.front());
}

}  // namespace flybar::experiments
