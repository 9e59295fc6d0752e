/// Memory of a process, as its system calls name it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "models/host/paging/address_space.h"

namespace flybar::inet {

/// Where bytes of a process begin: at an address of its modelled address space or, of a program
/// that runs on this machine's memory, there. Of pages with both, the program's memory has the
/// bytes, and the frame those of the moment when it was sent. Only pages of an address space can be
/// remapped.
class UserArea {
 public:
  UserArea(host::AddressSpace& space, std::uint64_t address) : space_(&space), address_(address) {}
  explicit UserArea(std::uint8_t* native) : native_(native) {}
  UserArea(host::AddressSpace& space, std::uint64_t address, std::uint8_t* native)
      : space_(&space), address_(address), native_(native) {}

  UserArea operator+(std::size_t bytes) const;

  host::AddressSpace* space() const { return space_; }
  std::uint64_t address() const { return address_; }

  /// By the kernel, in the process: copies bytes from here, or to here, after what page faults it
  /// takes. The copy itself takes no time here.
  void read(host::Memory& memory, std::span<std::uint8_t> to) const;
  void write(host::Memory& memory, std::span<const std::uint8_t> from) const;
  /// Brings what the program has in the page here into its frame, which nobody else reads; or what
  /// has come in the frame to the program.
  void leave(host::Memory& memory, host::Physical frame) const;
  void arrive(const host::Memory& memory, host::Physical frame) const;

 private:
  template <class Move>
  void each_page(host::Memory& memory, std::size_t length, host::AddressSpace::Access access,
                 Move move) const;

  host::AddressSpace* space_ = nullptr;
  std::uint64_t address_ = 0;
  std::uint8_t* native_ = nullptr;
};

}  // namespace flybar::inet
