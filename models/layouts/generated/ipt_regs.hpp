// Generated from models/layouts/ipt.regs.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// The incoming-payload-table unit, which the real LANai did not have.
namespace flybar::lanai::ipt_regs {

inline constexpr std::uint32_t kTableOffset = 0xf0000;  ///< The table in the board's window.
inline constexpr std::uint32_t kTableSpace = 0x1000;  ///< Bytes of the table.
inline constexpr std::uint32_t kEntries = 0x100;  ///< Entries of the table. The index of a token is its last byte.

/// Where a packet carries its token: bytes from its first one, a multiple of 4. The unit keeps that word of each packet that the receive DMA stores. (G)
struct TokenAt {
  static constexpr std::uint32_t kOffset = 0xa0;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// A write of any value uses up the entry that the kept token names, if the entry has this token and is not used up yet. The registers below then tell what came of it. (G)
struct Take {
  static constexpr std::uint32_t kOffset = 0xa4;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// 1: the last write of TAKE has used up an entry. 0: the token was not valid. (G)
struct Hit {
  static constexpr std::uint32_t kOffset = 0xa8;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Host address of the buffer of that entry; 0 without a hit. (G)
struct Address {
  static constexpr std::uint32_t kOffset = 0xac;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Bytes of that buffer; 0 without a hit. (G)
struct Length {
  static constexpr std::uint32_t kOffset = 0xb0;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// A write of a token makes its entry usable again. (G)
struct Restore {
  static constexpr std::uint32_t kOffset = 0xb4;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// One entry of the table. The host writes it through the board's window. Byte offsets.
struct Entry {
  static constexpr std::uint32_t kSize = 16;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kToken = 0;  ///< The payload token; 0 cancels the entry.
  static constexpr std::uint32_t kAddress = 4;  ///< Host address of the buffer.
  static constexpr std::uint32_t kLength = 8;  ///< Bytes of the buffer.
  static constexpr std::uint32_t kConsumed = 12;  ///< The token that a packet used up; 0 again after RESTORE.
};

}  // namespace flybar::lanai::ipt_regs
