/// Memory that a program has asked its host for: pages that sockets may remap. The program reads
/// and writes them at addresses of this machine, where no hardware stops it.
///
/// The program's bytes are authoritative. A frame gets them when it is sent, and keeps those while
/// it is on its way; a frame that has come gives its bytes to the program where its page is. A
/// write to a page on its way is found at the next call, by comparison: as a program takes no
/// modelled time between calls, that is the instant of the write. Only a write of what is there
/// already is not found.
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include "models/inet/socket/user_area.h"
#include "models/inet/socket/user_space.h"

namespace flybar::inet {

class PageMemory {
 public:
  explicit PageMemory(Inet& inet);

  // By the process:

  /// Zeros, in pages of their own; null if the host has too little memory.
  void* allocate(std::size_t bytes);
  /// False if it does not begin such memory.
  bool free(void* memory);
  void free_all();
  /// At the begin of a call: pages on their way that the program has written to are copied.
  void notice_writes();

  /// The memory as sockets see it; outside of all of this, in no address space.
  UserArea area(const void* data, std::size_t length);
  std::uint64_t copied_on_write() const { return space_.copied_on_write(); }

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };
  struct Piece {
    std::unique_ptr<std::uint8_t, Free> bytes;
    host::VirtualPage first;
    std::size_t pages;
  };
  void release(const Piece& piece);
  /// What the program has in page `page` of the piece is not what its frame has.
  bool changed(const Piece& piece, std::size_t page, host::Physical frame) const;

  Inet& inet_;
  const std::size_t page_;
  UserSpace space_;
  std::vector<Piece> pieces_;  ///< addresses of this machine are those of the address space, too
};

}  // namespace flybar::inet
