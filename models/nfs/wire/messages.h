/// Calls and replies of NFS, version 2, as they lie in a datagram: RFC 5531 and RFC 1094, encoded
/// by libtirpc and by what rpcgen makes of the protocol. All takes no time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/common/units.h"

namespace flybar::nfs {

inline constexpr std::uint16_t kServerPort = 2049;
/// Most bytes that a READ asks for or brings.
inline constexpr Bytes kMostData(8192);

using Message = std::vector<std::uint8_t>;
/// What the server knows a file by; to others it is just bytes.
using Handle = std::array<std::uint8_t, 32>;

struct ReadCall {
  std::uint32_t xid = 0;
  Handle file{};
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};
/// With the credentials of user 0 of this machine, as of a kernel.
Message encode(const ReadCall& call, std::string machine);

/// What a server makes of a datagram.
enum class CallKind : std::uint8_t {
  kRead,
  kNull,       ///< does nothing, and is answered
  kNoCall,     ///< no call of RPC, version 2; answered by nothing
  kProgram,    ///< of another program
  kVersion,    ///< of another version of NFS
  kProcedure,  ///< any but READ
  kArguments,  ///< those of no READ
};
inline constexpr std::size_t kCallKinds = 7;
struct Call {
  CallKind kind = CallKind::kNoCall;
  ReadCall read;  ///< the `xid` alone unless it is one
};
Call decode_call(std::span<const std::uint8_t> datagram);

/// Some that RFC 1094 names.
enum class FileStatus : std::uint32_t { kOk = 0, kStale = 70 };
/// Of a regular file.
struct Attributes {
  std::uint32_t size = 0;
  std::uint32_t id = 0;
};
Message encode_data(std::uint32_t xid, const Attributes& attributes,
                    std::span<const std::uint8_t> data);
/// The file cannot be read.
Message encode_error(std::uint32_t xid, FileStatus status);
/// RPC itself answers: to anything but a READ. Precondition: not CallKind::kNoCall.
Message encode_answer(const Call& call);
/// Bytes that `data` of them have at the end of a message: whole words.
constexpr std::size_t padded(std::size_t data) {
  return (data + 3) / 4 * 4;
}

/// What a client makes of a datagram that answers a READ.
enum class ReplyKind : std::uint8_t {
  kData,
  kStatus,   ///< the server says why there are none
  kRefused,  ///< RPC says that the server does not do such calls
  kNoReply,  ///< no reply of RPC, or its end is missing, or more follows
};
struct ReadReply {
  ReplyKind kind = ReplyKind::kNoReply;
  std::uint32_t xid = 0;
  std::uint32_t status = 0;
  Attributes attributes;
  Message data;
};
ReadReply decode_reply(std::span<const std::uint8_t> datagram);

}  // namespace flybar::nfs
