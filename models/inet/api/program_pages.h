/// Pages of a Linux program as memory of the modelled host: a frame for each that a socket has had
/// as a whole.
///
/// The program's bytes are authoritative. A frame gets them when it is sent, and keeps those while
/// it is on its way; a frame that has come gives its bytes to the program where its page is. A
/// write to a page on its way is found at the next call, by comparison: as a program takes no
/// modelled time between calls, that is the instant of the write. Only a write of what is there
/// already is not found.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "models/inet/socket/user_area.h"
#include "models/inet/socket/user_space.h"
#include "models/process/linux/pages.h"

namespace flybar::inet {

class ProgramPages final : public process::Pages {
 public:
  ProgramPages(const std::string& program, Inet& inet);

  void notice_writes(const process::ProgramMemory& memory) override;
  void release() override;

  /// What lies at `address` of the program, and from there on, as sockets see it. `staged`: its
  /// bytes, or room for those that come. In no address space while the host is short of frames.
  UserArea area(std::uint64_t address, std::byte* staged);
  /// These bytes have been handed to a socket, or come from one.
  void used(std::uint64_t address, std::size_t length);

 private:
  /// An address space of the host in which a page begins wherever one of the program does. Its own
  /// pages are as large or larger: one that begins `lane` of the program's pages behind a page of
  /// the host is in a range of its own.
  std::uint64_t modelled(std::uint64_t address) const;
  std::uint64_t native(std::uint64_t modelled) const;
  bool is_on_its_way(host::VirtualPage page);
  bool has_changed(host::VirtualPage page, const process::ProgramMemory& memory);

  Inet& inet_;
  const std::uint64_t page_;
  UserSpace space_;
  std::set<host::VirtualPage> touched_;
  std::set<host::VirtualPage> sent_;  ///< of these, on their way when last looked at
};

}  // namespace flybar::inet
