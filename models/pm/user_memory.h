/// The memory of a user process: one piece for the program, pages of the machine behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/host/memory/memory.h"

namespace flybar::pm {

class UserMemory {
 public:
  /// Room for `most` bytes, which takes memory only as it is used.
  UserMemory(host::Memory& memory, Bytes most);
  ~UserMemory();
  UserMemory(const UserMemory&) = delete;
  UserMemory& operator=(const UserMemory&) = delete;

  /// Zeros, at a multiple of `alignment`, behind what was taken before. Null if there is no room in
  /// the process, or not in the machine.
  void* take(std::size_t bytes, std::size_t alignment);

  /// Where `address` lies in the process, if `bytes` from there on have been taken.
  std::optional<std::uint64_t> find(const void* address, std::size_t bytes) const;

  std::size_t page_size() const { return page_; }
  /// The frame of the page. Precondition: some of it has been taken.
  host::Physical frame(std::uint64_t page) const { return frames_[page]; }

  /// So that devices may use the page, or no longer. A page may be pinned several times.
  void pin(std::uint64_t page);
  void unpin(std::uint64_t page);
  std::int64_t pinned() const { return pinned_; }

 private:
  void map_up_to(std::size_t end);

  host::Memory& memory_;
  const std::size_t page_;
  const std::size_t size_;
  std::uint8_t* const bytes_;
  std::size_t taken_ = 0;
  std::vector<host::Physical> frames_;  ///< of the pages that are mapped
  std::vector<std::uint32_t> pins_;
  std::int64_t pinned_ = 0;
};

/// Memory that a driver takes from the machine for itself and the NIC: frames in a row.
class SharedMemory {
 public:
  SharedMemory(host::Memory& memory, Bytes size);
  std::uint8_t* bytes() const { return bytes_.get(); }
  host::Physical address() const { return address_; }

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const;
  };
  std::unique_ptr<std::uint8_t[], Free> bytes_;
  host::Physical address_;
};

}  // namespace flybar::pm
