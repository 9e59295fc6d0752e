/// Memory that a call of a program names.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/process/linux/linux.h"

namespace flybar::process {

inline constexpr std::size_t kMostParts = 1024;  ///< of one area, and messages of one call

/// In pieces.
class Area {
 public:
  Area(std::uint64_t address, std::size_t length) : pieces_{{address, length}}, length_(length) {}
  /// Those of readv() and its like; nothing if they are not readable.
  static std::optional<Area> of_pieces(const Thread& thread, std::uint64_t at,
                                       std::uint64_t count) {
    if (count > kMostParts) return std::nullopt;
    std::vector<iovec> parts(count);
    if (!thread.memory().read(at, std::as_writable_bytes(std::span(parts)))) return std::nullopt;
    Area area(0, 0);
    area.pieces_.clear();
    for (const iovec& one : parts) {
      area.pieces_.push_back({reinterpret_cast<std::uint64_t>(one.iov_base), one.iov_len});
      area.length_ += one.iov_len;
    }
    return area;
  }

  std::size_t length() const { return length_; }
  /// Where that lies, if it is in one piece.
  std::optional<std::uint64_t> address(std::size_t offset, std::size_t length) const {
    for (const Piece& piece : pieces_) {
      if (offset < piece.length)
        return piece.length - offset >= length ? std::optional(piece.address + offset)
                                               : std::nullopt;
      offset -= piece.length;
    }
    return std::nullopt;
  }
  /// What lies from `offset` on; false if it is not readable, or writable.
  bool read(const Thread& thread, std::size_t offset, std::span<std::byte> to) const {
    return each(offset, to.size(), [&](std::uint64_t at, std::size_t done, std::size_t here) {
      return thread.memory().read(at, to.subspan(done, here));
    });
  }
  bool write(const Thread& thread, std::size_t offset, std::span<const std::byte> from) const {
    return each(offset, from.size(), [&](std::uint64_t at, std::size_t done, std::size_t here) {
      return thread.memory().write(at, from.subspan(done, here));
    });
  }

 private:
  struct Piece {
    std::uint64_t address;
    std::size_t length;
  };
  template <class Move>
  bool each(std::size_t offset, std::size_t length, Move move) const {
    std::size_t done = 0;
    for (const Piece& piece : pieces_) {
      const std::size_t skip = std::min(offset, piece.length);
      offset -= skip;
      const std::size_t here = std::min(piece.length - skip, length - done);
      if (here > 0 && !move(piece.address + skip, done, here)) return false;
      done += here;
    }
    return true;
  }

  std::vector<Piece> pieces_;
  std::size_t length_;
};

}  // namespace flybar::process
