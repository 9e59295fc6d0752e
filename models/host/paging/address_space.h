/// The page table of one address space, and what happens when software touches a page.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "models/host/cpu/cpu.h"

namespace flybar::host {

/// The number of a page in an address space.
using VirtualPage = std::uint64_t;

struct PageEntry {
  Physical frame = 0;
  bool writable = false;
  bool referenced = false;  ///< touched since the kernel last cleared it
  bool dirty = false;       ///< likewise, written
};

class AddressSpace {
 public:
  enum class Access : std::uint8_t { kRead, kWrite };
  /// What the hardware refused: the page is not mapped, or not for this access.
  struct PageFault {
    VirtualPage page;
    Access access;
    bool mapped;  ///< for reading, and somebody writes
  };
  /// Maps the page, in the process of who touched it, which may block meanwhile. If it does not,
  /// the access faults again.
  using Pager = std::function<void(const PageFault&)>;

  AddressSpace(std::string name, Cpu& cpu) : name_(std::move(name)), cpu_(cpu) {}

  /// Without one, a fault is a SimulationError.
  void set_pager(Pager pager) { pager_ = std::move(pager); }

  /// Each of these takes host.map_page. Throw SimulationError: map() if the page is mapped, the
  /// others unless it is.
  void map(VirtualPage page, Physical frame, Access access);
  /// The entry as it was, with what is known about its use.
  PageEntry unmap(VirtualPage page);
  void protect(VirtualPage page, Access access);

  /// Null if the page is not mapped. The kernel may clear its referenced and dirty bits.
  PageEntry* find(VirtualPage page);

  /// For processes: reads or overwrites `bytes` at `offset` of the page, in user time and at memory
  /// speed, after as many faults as it takes. A page that is unmapped or protected meanwhile faults
  /// again. Returns their address, which is valid until the process next waits or synchronises.
  Physical touch(VirtualPage page, Bytes offset, Bytes bytes, Access access);

  /// For software of the kernel in a process: the frame of the page, for this access, after as many
  /// faults as it takes. Valid until the process next waits or synchronises.
  Physical fix(VirtualPage page, Access access) { return use(page, access).frame; }

  std::int64_t faults() const { return faults_; }

 private:
  PageEntry& mapped(VirtualPage page, const char* what);
  PageEntry& use(VirtualPage page, Access access);
  PageEntry& make_valid(VirtualPage page, Access access);
  void fault(const PageFault& fault);
  [[noreturn]] void refuse(VirtualPage page, const std::string& found, const char* allowed,
                           const char* advice) const;

  const std::string name_;
  Cpu& cpu_;
  Pager pager_;
  std::unordered_map<VirtualPage, PageEntry> entries_;
  std::int64_t faults_ = 0;
};

}  // namespace flybar::host
