#include "models/gms/file/block_mapping.h"

#include <algorithm>

#include "models/gms/file/touching.h"
#include "models/gms/labels.h"

namespace flybar::gms {

using Access = host::AddressSpace::Access;

BlockMapping::BlockMapping(Service& service, File file, Use use)
    : service_(service), file_(file), use_(use) {
  service.space().set_pager([this](const host::AddressSpace::PageFault& what) { fault(what); });
  service.pager().local().arrived = [this](PageId id) { arrived(id); };
}

BlockMapping::~BlockMapping() {
  service_.space().set_pager(nullptr);
  service_.pager().local().arrived = [](PageId) {};
}

std::uint32_t BlockMapping::block_pages() const {
  return static_cast<std::uint32_t>(kRegion.count / service_.member().frame_size().count);
}

PageRange BlockMapping::pages(std::uint32_t block) const {
  const std::uint32_t size = service_.file(file_).size();
  return {std::min(size, block * block_pages()), std::min(size, (block + 1) * block_pages())};
}

bool BlockMapping::is_mapped(std::uint32_t page) const {
  const std::uint32_t block = page / block_pages();
  return regions_[block % kRegions] == block;
}

/// The program moves on to the next block, and has the one after it mapped where the last one was.
void BlockMapping::enter(std::uint32_t page) {
  const std::uint32_t block = page / block_pages();
  for (const std::uint32_t wanted : {block, block + 1}) {
    if (region(wanted) == wanted || pages(wanted).from == pages(wanted).to) continue;
    unmap(wanted);
    map(wanted);
  }
}

void BlockMapping::map(std::uint32_t block) {
  service_.member().cpu().spend(service_.member().params.map_call, kMap);
  region(block) = block;
  const PageRange range = pages(block);
  PageRange wanted = range;
  if (use_ != Use::kOverwrite) service_.pager().prefetch(file_, wanted);
  for (std::uint32_t page = range.from; page < range.to; ++page) {
    const PageId id{file_, page};
    const LocalPage* here = service_.pager().local().pages.find(id);
    const bool present = here != nullptr && here->status == LocalPage::Status::kPresent;
    if (use_ == Use::kOverwrite || (present && use_ == Use::kRead)) map_page(id);
  }
}

/// What the region showed before is let go of.
void BlockMapping::unmap(std::uint32_t block) {
  if (!region(block)) return;
  const PageRange range = pages(*region(block));
  region(block).reset();
  for (std::uint32_t page = range.from; page < range.to; ++page) {
    service_.pager().leave({file_, page});
  }
  service_.pager().throttle();
}

/// False if the page is lost.
bool BlockMapping::map_page(PageId id) {
  const Access access = use_ == Use::kRead ? Access::kRead : Access::kWrite;
  const Bytes end = use_ == Use::kOverwrite ? service_.member().frame_size() : Bytes();
  Pager& pager = service_.pager();
  const LocalPage* page = access == Access::kRead
                              ? pager.get(id)
                              : pager.get_to_write(id, {Bytes(), end, use_ == Use::kOverwrite});
  if (page == nullptr) return false;
  show(service_, id, *page, access);
  pager.release(id);
  return true;
}

/// In the receive handler: a page that is only read needs no fault.
void BlockMapping::arrived(PageId id) {
  if (id.file != file_ || use_ != Use::kRead || !is_mapped(id.page)) return;
  const LocalPage& page = *service_.pager().local().pages.find(id);
  service_.space().map(virtual_page(id), page.frame, Access::kRead);
}

void BlockMapping::fault(const host::AddressSpace::PageFault& fault) {
  const PageId id{file_, static_cast<std::uint32_t>(fault.page)};
  if (!map_page(id)) throw PageLost{id};
}

bool BlockMapping::read(std::uint32_t page, Bytes offset, Bytes bytes) {
  enter(page);
  return touch_to_read(service_, {file_, page}, offset, bytes);
}

bool BlockMapping::write(std::uint32_t page, Bytes offset, Bytes bytes) {
  enter(page);
  return touch_to_write(service_, {file_, page}, offset, bytes);
}

void BlockMapping::close() {
  for (std::uint32_t i = 0; i < kRegions; ++i) unmap(i);
  service_.pager().flush();
}

}  // namespace flybar::gms
