/// Pages of mapped files in a node's address space, and a program's accesses to them, which the
/// observer is told.
#pragma once

#include "models/gms/service.h"

namespace flybar::gms {

constexpr host::VirtualPage virtual_page(PageId id) {
  return static_cast<host::VirtualPage>(id.file) << 32 | id.page;
}

/// Maps the page for this access, if it is not yet.
void show(Service& service, PageId id, const LocalPage& page, host::AddressSpace::Access access);
/// Unmaps the page, if it is mapped.
void hide(Service& service, PageId id);
/// Whether the page is mapped and was touched since this was last asked.
bool was_touched(Service& service, PageId id);

/// False: the page is lost.
bool touch_to_read(Service& service, PageId id, Bytes offset, Bytes bytes);
bool touch_to_write(Service& service, PageId id, Bytes offset, Bytes bytes);

}  // namespace flybar::gms
