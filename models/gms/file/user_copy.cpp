#include "models/gms/file/user_copy.h"

#include "models/gms/labels.h"
#include "models/gms/page/content.h"

namespace flybar::gms {

void copy_out(Service& service, PageId id, const LocalPage& page, Bytes offset, Bytes bytes,
              host::Physical buffer) {
  service.report_read(id, page);
  const auto from = page.frame + static_cast<host::Physical>(offset.count);
  service.member().cpu().copy(buffer, from, bytes, kCopyOut);
  service.member().cpu().sync();
}

void copy_in(Service& service, PageId id, const LocalPage& page, Bytes offset, Bytes bytes,
             host::Physical buffer) {
  const auto data =
      service.member().memory().edit(buffer).first(static_cast<std::size_t>(bytes.count));
  fill(data, id, page.version, static_cast<std::size_t>(offset.count));
  const auto to = page.frame + static_cast<host::Physical>(offset.count);
  service.member().cpu().copy(to, buffer, bytes, kCopyIn);
  service.report_write(id, page);
  service.member().cpu().sync();
}

}  // namespace flybar::gms
