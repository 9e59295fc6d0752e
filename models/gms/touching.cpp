#include "models/gms/touching.h"

#include "models/gms/content.h"
#include "models/gms/mapped_file.h"

namespace flybar::gms {

using Access = host::AddressSpace::Access;

bool touch_to_read(Service& service, PageId id, Bytes offset, Bytes bytes) {
  try {
    service.space().touch(virtual_page(id), offset, bytes, Access::kRead);
  } catch (const PageLost&) {
    return false;
  }
  service.check_read(id, *service.pager().local().pages.find(id));
  service.member().cpu().sync();
  return true;
}

bool touch_to_write(Service& service, PageId id, Bytes offset, Bytes bytes) {
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
  service.note_write(id, page);
  service.member().cpu().sync();
  return true;
}

}  // namespace flybar::gms
