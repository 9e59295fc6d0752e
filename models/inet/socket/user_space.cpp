#include "models/inet/socket/user_space.h"

#include "models/inet/labels.h"

namespace flybar::inet {

using host::AddressSpace;
using host::Physical;
using host::VirtualPage;

UserSpace::UserSpace(const std::string& name, Inet& inet) : inet_(inet), space_(name, inet.cpu()) {
  space_.set_pager([this](const AddressSpace::PageFault& fault) { page_in(fault); });
}

void UserSpace::page_in(const AddressSpace::PageFault& fault) {
  if (fault.mapped) return copy_on_write(fault.page);
  const Physical frame = inet_.pool().allocate();
  space_.map(fault.page, frame, AddressSpace::Access::kWrite);
}

/// The network keeps the bytes of the moment when they were sent.
void UserSpace::copy_on_write(VirtualPage page) {
  const Physical fresh = inet_.pool().allocate();
  // The old page may have arrived while this process waited for a frame.
  const host::PageEntry* now = space_.find(page);
  if (now == nullptr || now->writable) return inet_.pool().free(fresh);
  ++copied_;
  inet_.cpu().copy(fresh, now->frame, inet_.cpu().memory().frames.frame_size(), kCopyFault);
  inet_.pages().give_up(space_.unmap(page).frame);
  space_.map(page, fresh, AddressSpace::Access::kWrite);
}

void UserSpace::release(VirtualPage first, std::uint64_t count) {
  for (VirtualPage page = first; page < first + count; ++page)
    if (space_.find(page) != nullptr) inet_.pages().give_up(space_.unmap(page).frame);
}

}  // namespace flybar::inet
