/// What the system calls read and write move between a page and a program's buffer, which the
/// observer is told. By a process, which has the page.
#pragma once

#include "models/gms/service.h"

namespace flybar::gms {

/// `bytes` at `offset` of the page, to the beginning of the buffer.
void copy_out(Service& service, PageId id, const LocalPage& page, Bytes offset, Bytes bytes,
              host::Physical buffer);
/// The other way. The buffer gets what the page shall hold then.
void copy_in(Service& service, PageId id, const LocalPage& page, Bytes offset, Bytes bytes,
             host::Physical buffer);

}  // namespace flybar::gms
