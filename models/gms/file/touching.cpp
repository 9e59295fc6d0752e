#include "models/gms/file/touching.h"

#include <utility>

#include "models/gms/labels.h"
#include "models/gms/page/content.h"

namespace flybar::gms {

using Access = host::AddressSpace::Access;

void show(Service& service, PageId id, const LocalPage& page, Access access) {
  host::AddressSpace& space = service.space();
  if (const auto* entry = space.find(virtual_page(id)); entry == nullptr) {
    space.map(virtual_page(id), page.frame, access);
  } else if (access == Access::kWrite && !entry->writable) {
    space.protect(virtual_page(id), Access::kWrite);
  }
}

void hide(Service& service, PageId id) {
  host::AddressSpace& space = service.space();
  if (space.find(virtual_page(id)) != nullptr) space.unmap(virtual_page(id));
}

bool was_touched(Service& service, PageId id) {
  host::PageEntry* entry = service.space().find(virtual_page(id));
  return entry != nullptr && std::exchange(entry->referenced, false);
}

bool touch_to_read(Service& service, PageId id, Bytes offset, Bytes bytes) {
  try {
    service.space().touch(virtual_page(id), offset, bytes, Access::kRead);
  } catch (const PageLost&) {
    return false;
  }
  service.report_read(id, *service.pager().local().pages.find(id));
  service.member().cpu().spend(service.touch_time(bytes), kTouch);
  return true;
}

bool touch_to_write(Service& service, PageId id, Bytes offset, Bytes bytes) {
  service.member().cpu().spend(service.touch_time(bytes), kTouch);
  host::Physical to = 0;
  try {
    to = service.space().touch(virtual_page(id), offset, bytes, Access::kWrite);
  } catch (const PageLost&) {
    return false;
  }
  const LocalPage& page = *service.pager().local().pages.find(id);
  const auto data = service.member().memory().edit(to);
  fill(data.first(static_cast<std::size_t>(bytes.count)), id, page.version,
       static_cast<std::size_t>(offset.count));
  service.report_write(id, page);
  service.member().cpu().sync();
  return true;
}

}  // namespace flybar::gms
