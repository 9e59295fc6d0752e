#include "models/host/paging/address_space.h"

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"

namespace flybar::host {
namespace {

constexpr Label kFault{"page fault", Share::kSystem};
constexpr Label kMapPage{"page table", Share::kSystem};
constexpr Label kTouch{"touch", Share::kUser};

}  // namespace

void AddressSpace::refuse(VirtualPage page, const std::string& found, const char* allowed,
                          const char* advice) const {
  throw SimulationError(name_ + " at " + quantity::print(software_time()),
                        "page " + std::to_string(page) + " " + found, allowed, advice);
}

PageEntry& AddressSpace::mapped(VirtualPage page, const char* what) {
  if (PageEntry* entry = find(page)) return *entry;
  refuse(page, std::string("is not mapped, at ") + what, "a page that is mapped", "map it first");
}

PageEntry* AddressSpace::find(VirtualPage page) {
  const auto found = entries_.find(page);
  return found == entries_.end() ? nullptr : &found->second;
}

void AddressSpace::map(VirtualPage page, Physical frame, Access access) {
  cpu_.spend(cpu_.params().map_page, kMapPage);
  const PageEntry entry{.frame = frame, .writable = access == Access::kWrite};
  if (entries_.emplace(page, entry).second) return;
  refuse(page, "is mapped already", "one frame for each page", "unmap it first");
}

PageEntry AddressSpace::unmap(VirtualPage page) {
  cpu_.spend(cpu_.params().map_page, kMapPage);
  const PageEntry entry = mapped(page, "unmap()");
  entries_.erase(page);
  return entry;
}

void AddressSpace::protect(VirtualPage page, Access access) {
  cpu_.spend(cpu_.params().map_page, kMapPage);
  mapped(page, "protect()").writable = access == Access::kWrite;
}

Physical AddressSpace::touch(VirtualPage page, Bytes offset, Bytes bytes, Access access) {
  const Bytes size = cpu_.memory().frames.frame_size();
  if (offset < Bytes(0) || bytes < Bytes(0) || offset + bytes > size) {
    refuse(page, "is touched for " + quantity::print(bytes) + " at " + quantity::print(offset),
           "bytes within one page", "touch each page by itself");
  }
  use(page, access);
  access == Access::kWrite ? cpu_.overwrite(bytes, kTouch) : cpu_.scan(bytes, kTouch);
  // Kernel threads that ran meanwhile may have taken the page away.
  return use(page, access).frame + static_cast<Physical>(offset.count);
}

PageEntry& AddressSpace::use(VirtualPage page, Access access) {
  PageEntry& entry = make_valid(page, access);
  entry.referenced = true;
  entry.dirty = entry.dirty || access == Access::kWrite;
  return entry;
}

PageEntry& AddressSpace::make_valid(VirtualPage page, Access access) {
  while (true) {
    PageEntry* entry = find(page);
    if (entry != nullptr && (entry->writable || access == Access::kRead)) return *entry;
    fault({.page = page, .access = access, .mapped = entry != nullptr});
  }
}

void AddressSpace::fault(const PageFault& fault) {
  ++faults_;
  cpu_.spend(cpu_.params().fault, kFault);
  cpu_.sync();
  if (pager_) return pager_(fault);
  refuse(fault.page, fault.mapped ? "is written, and mapped for reading" : "is not mapped",
         "pages that are mapped, where there is no pager", "set_pager()");
}

}  // namespace flybar::host
