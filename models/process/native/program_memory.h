/// The memory of a program, seen from the simulator.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

namespace flybar::process {

class ProgramMemory {
 public:
  /// That of a thread, as this process numbers it.
  explicit ProgramMemory(int tid) : tid_(tid) {}

  /// False if not all of it is memory that the program may read, or write.
  bool read(std::uint64_t from, std::span<std::byte> to) const;
  bool write(std::uint64_t to, std::span<const std::byte> from) const;
  /// Up to its first 0, at most 4096 bytes; nothing if it is not readable as far as that.
  std::optional<std::string> text(std::uint64_t from) const;

  template <class T>
  requires std::is_trivially_copyable_v<T> std::optional<T> get(std::uint64_t from)
  const {
    T value;
    if (!read(from, std::as_writable_bytes(std::span(&value, 1)))) return std::nullopt;
    return value;
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  bool put(std::uint64_t to, const T& value) const {
    return write(to, std::as_bytes(std::span(&value, 1)));
  }

 private:
  int tid_;
};

}  // namespace flybar::process
