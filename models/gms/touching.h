/// A program's accesses to mapped pages, with the ledger watching.
#pragma once

#include "models/gms/service.h"

namespace flybar::gms {

/// False: the page is lost.
bool touch_to_read(Service& service, PageId id, Bytes offset, Bytes bytes);
bool touch_to_write(Service& service, PageId id, Bytes offset, Bytes bytes);

}  // namespace flybar::gms
