// Generated from models/layouts/message.layout.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// Control message of gmsnet, in 32-bit big-endian words.
namespace flybar::gmsnet::layout {

inline constexpr std::uint32_t kTypeRequest = 0x1;  ///< Type of the Trapeze messages that a server thread handles.
inline constexpr std::uint32_t kTypeReply = 0x2;  ///< Type of the Trapeze messages that the receive interrupt handler handles.
inline constexpr std::uint32_t kMaxArguments = 0x1d;  ///< Words of argument that fit behind the header in a control message of 128 bytes.

/// First words of every message; the arguments follow. Byte offsets.
struct Header {
  static constexpr std::uint32_t kSize = 12;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kKind = 0;  ///< What it is.
  static constexpr std::uint32_t kKindOperationMask = 0xff000000;  ///< Operation code: which service.
  static constexpr std::uint32_t kKindOperationShift = 24;
  static constexpr std::uint32_t kKindReplyMask = 0x00800000;  ///< It is a reply.
  static constexpr std::uint32_t kKindReplyShift = 23;
  static constexpr std::uint32_t kKindStatusMask = 0x007f0000;  ///< Of a reply: how it went.
  static constexpr std::uint32_t kKindStatusShift = 16;
  static constexpr std::uint32_t kKindOriginMask = 0x0000ffff;  ///< Node of the first requester, to whom the reply goes.
  static constexpr std::uint32_t kKindOriginShift = 0;
  static constexpr std::uint32_t kCall = 4;  ///< Call record of the first requester; 0: no reply is expected.
  static constexpr std::uint32_t kToken = 8;  ///< Payload token for the page in the reply; 0: none.
};

/// What a datagram begins with; the control message and the page follow. Byte offsets.
struct Datagram {
  static constexpr std::uint32_t kSize = 4;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kLengths = 0;  ///< Bytes behind it.
  static constexpr std::uint32_t kLengthsControlMask = 0xff000000;  ///< Of the control message.
  static constexpr std::uint32_t kLengthsControlShift = 24;
  static constexpr std::uint32_t kLengthsPageMask = 0x00ffffff;  ///< Of the page; 0: there is none.
  static constexpr std::uint32_t kLengthsPageShift = 0;
};

}  // namespace flybar::gmsnet::layout
