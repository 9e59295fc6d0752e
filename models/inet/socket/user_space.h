/// The memory of one process: pages that are there once they are touched, and copies of those that
/// are written while they are on their way.
#pragma once

#include "models/host/paging/address_space.h"
#include "models/inet/ip/inet.h"

namespace flybar::inet {

class UserSpace {
 public:
  UserSpace(const std::string& name, Inet& inet);
  UserSpace(const UserSpace&) = delete;
  UserSpace& operator=(const UserSpace&) = delete;

  host::AddressSpace& pages() { return space_; }
  /// How many pages were copied because the process wrote to them while they were on their way.
  std::uint64_t copied_on_write() const { return copied_; }
  /// By the process, at its end: all pages in [first, first + count) are the pool's again.
  void release(host::VirtualPage first, std::uint64_t count);

 private:
  void page_in(const host::AddressSpace::PageFault& fault);
  void copy_on_write(host::VirtualPage page);

  Inet& inet_;
  host::AddressSpace space_;
  std::uint64_t copied_ = 0;
};

}  // namespace flybar::inet
