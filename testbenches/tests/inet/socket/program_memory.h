/// Memory of a program as tests write and read it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/inet/ip/inet.h"
#include "models/inet/socket/user_area.h"
#include "models/inet/socket/user_space.h"

namespace flybar::inet {

/// Pages of a program, and what it writes there and reads.
class ProgramMemory {
 public:
  explicit ProgramMemory(Inet& inet) : inet_(inet), space_("program", inet) {}

  UserArea at(std::uint64_t address) { return {space_.pages(), kBegin + address}; }
  void write(std::uint64_t address, std::span<const std::uint8_t> bytes);
  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t length);
  /// `length` bytes that follow from `seed`.
  std::vector<std::uint8_t> fill(std::uint64_t address, std::size_t length, std::uint64_t seed);
  /// The frame of the page at `address`, or 0.
  host::Physical frame(std::uint64_t address);
  bool writable(std::uint64_t address);
  UserSpace& space() { return space_; }
  /// By the program, at its end.
  void release(std::uint64_t pages) { space_.release(1, pages); }

 private:
  static constexpr std::uint64_t kBegin = 8192;
  Inet& inet_;
  UserSpace space_;
};

/// `length` bytes that follow from `seed`.
std::vector<std::uint8_t> pattern(std::size_t length, std::uint64_t seed);

}  // namespace flybar::inet
