#include "models/nfs/wire/messages.h"

#include <nfs_prot.h>
#include <rpc/rpc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "models/common/error.h"

namespace flybar::nfs {

static_assert(kServerPort == NFS_PORT && kMostData.count == NFS_MAXDATA);
static_assert(std::tuple_size_v<Handle> == NFS_FHSIZE);

namespace {

constexpr std::uint32_t kRegularFile = NFSMODE_REG | 0644;
constexpr std::uint32_t kSector = 512;
/// Longer than any message.
constexpr std::size_t kRoom = NFS_MAXDATA + 1024;

/// A stream of XDR over bytes in memory.
class Stream {
 public:
  Stream(std::span<std::uint8_t> bytes, xdr_op direction) {
    xdrmem_create(&xdr, reinterpret_cast<char*>(bytes.data()), static_cast<u_int>(bytes.size()),
                  direction);
  }
  ~Stream() { xdr_destroy(&xdr); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  std::size_t position() { return xdr_getpos(&xdr); }
  XDR xdr{};
};

/// What `filters` write. They have room, and all that they are given can be written.
template <class Filters>
Message encoded(Filters filters) {
  Message bytes(kRoom);
  Stream stream(bytes, XDR_ENCODE);
  if (!filters(&stream.xdr))
    throw SimulationError("XDR of NFS", "a message of ours cannot be encoded",
                          "calls and replies of at most 8 KB of data", "report this");
  bytes.resize(stream.position());
  return bytes;
}

/// A copy to read from: libtirpc's streams are for both directions.
Message copy_of(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

/// Of an enumeration that was decoded: it may be any number, which none of its type may be in C++.
template <class Enum>
std::uint32_t number(const Enum& decoded) {
  std::uint32_t value = 0;
  static_assert(sizeof value == sizeof decoded);
  std::memcpy(&value, &decoded, sizeof value);
  return value;
}

/// What decoding has allocated, also if it did not get far.
void free_auth(opaque_auth& auth) {
  std::free(auth.oa_base);
}

xdrproc_t filter(bool_t (*of)(XDR*, readres*)) {
  return reinterpret_cast<xdrproc_t>(of);
}
bool_t nothing(XDR* /*stream*/, ...) {
  return TRUE;
}

rpc_msg accepted(std::uint32_t xid, accept_stat how) {
  rpc_msg message{};
  message.rm_xid = xid;
  message.rm_direction = REPLY;
  message.rm_reply.rp_stat = MSG_ACCEPTED;
  message.acpted_rply.ar_stat = how;
  message.acpted_rply.ar_results.proc = &nothing;
  return message;
}

Message encode_result(std::uint32_t xid, readres& result) {
  rpc_msg message = accepted(xid, SUCCESS);
  message.acpted_rply.ar_results.where = reinterpret_cast<char*>(&result);
  message.acpted_rply.ar_results.proc = filter(&xdr_readres);
  return encoded([&](XDR* stream) { return xdr_replymsg(stream, &message) == TRUE; });
}

fattr attributes_of(const Attributes& file) {
  fattr all{};
  all.type = NFREG;
  all.mode = kRegularFile;
  all.nlink = 1;
  all.size = file.size;
  all.blocksize = NFS_MAXDATA;
  all.blocks = (file.size + kSector - 1) / kSector;
  all.fsid = 1;
  all.fileid = file.id;
  return all;
}

CallKind kind_of(const call_body& call) {
  if (call.cb_prog != NFS_PROGRAM) return CallKind::kProgram;
  if (call.cb_vers != NFS_VERSION) return CallKind::kVersion;
  if (call.cb_proc == NFSPROC_NULL) return CallKind::kNull;
  return call.cb_proc == NFSPROC_READ ? CallKind::kRead : CallKind::kProcedure;
}

/// Arguments that end where the datagram does.
bool read_arguments(Stream& stream, std::size_t length, ReadCall& call) {
  readargs arguments{};
  if (!xdr_readargs(&stream.xdr, &arguments) || stream.position() != length) return false;
  std::memcpy(call.file.data(), arguments.file.data, call.file.size());
  call.offset = arguments.offset;
  call.count = arguments.count;
  return true;
}

/// What RPC and NFS say, of a reply that could be decoded.
void understand(const rpc_msg& message, const readres& result, ReadReply& reply) {
  const bool done = number(message.rm_reply.rp_stat) == MSG_ACCEPTED &&
                    number(message.acpted_rply.ar_stat) == SUCCESS;
  if (!done) {
    reply.kind = ReplyKind::kRefused;
    return;
  }
  reply.status = number(result.status);
  reply.kind = reply.status == NFS_OK ? ReplyKind::kData : ReplyKind::kStatus;
  if (reply.kind != ReplyKind::kData) return;
  const readokres& read = result.readres_u.reply;
  reply.attributes = {read.attributes.size, read.attributes.fileid};
  const auto* data = reinterpret_cast<const std::uint8_t*>(read.data.data_val);
  if (read.data.data_len > 0) reply.data.assign(data, data + read.data.data_len);
}

}  // namespace

Message encode(const ReadCall& call, std::string machine) {
  std::array<std::uint8_t, MAX_AUTH_BYTES> credentials{};
  authunix_parms user{};
  user.aup_machname = machine.data();
  Stream own(credentials, XDR_ENCODE);
  rpc_msg message{};
  message.rm_xid = call.xid;
  message.rm_direction = CALL;
  message.rm_call.cb_rpcvers = RPC_MSG_VERSION;
  message.rm_call.cb_prog = NFS_PROGRAM;
  message.rm_call.cb_vers = NFS_VERSION;
  message.rm_call.cb_proc = NFSPROC_READ;
  readargs arguments{};
  std::memcpy(arguments.file.data, call.file.data(), call.file.size());
  arguments.offset = call.offset;
  arguments.count = arguments.totalcount = call.count;
  return encoded([&](XDR* stream) {
    if (!xdr_authunix_parms(&own.xdr, &user)) return false;
    message.rm_call.cb_cred = {AUTH_UNIX, reinterpret_cast<char*>(credentials.data()),
                               static_cast<u_int>(own.position())};
    return xdr_callmsg(stream, &message) && xdr_readargs(stream, &arguments);
  });
}

Call decode_call(std::span<const std::uint8_t> datagram) {
  Message bytes = copy_of(datagram);
  Stream stream(bytes, XDR_DECODE);
  rpc_msg message{};
  Call call;
  if (xdr_callmsg(&stream.xdr, &message)) {
    call.kind = kind_of(message.rm_call);
    call.read.xid = message.rm_xid;
    if (call.kind == CallKind::kRead && !read_arguments(stream, bytes.size(), call.read))
      call.kind = CallKind::kArguments;
  }
  if (number(message.rm_direction) == CALL) {
    free_auth(message.rm_call.cb_cred);
    free_auth(message.rm_call.cb_verf);
  }
  return call;
}

Message encode_data(std::uint32_t xid, const Attributes& attributes,
                    std::span<const std::uint8_t> data) {
  Message copy = copy_of(data);
  readres result{};
  result.status = NFS_OK;
  result.readres_u.reply.attributes = attributes_of(attributes);
  result.readres_u.reply.data.data_len = static_cast<u_int>(copy.size());
  result.readres_u.reply.data.data_val = reinterpret_cast<char*>(copy.data());
  return encode_result(xid, result);
}

Message encode_error(std::uint32_t xid, FileStatus status) {
  readres result{};
  result.status = static_cast<nfsstat>(status);
  return encode_result(xid, result);
}

Message encode_answer(const Call& call) {
  rpc_msg message = accepted(call.read.xid, SUCCESS);
  accepted_reply& reply = message.acpted_rply;
  switch (call.kind) {
    case CallKind::kProgram:
      reply.ar_stat = PROG_UNAVAIL;
      break;
    case CallKind::kVersion:
      reply.ar_stat = PROG_MISMATCH;
      reply.ar_vers = {NFS_VERSION, NFS_VERSION};
      break;
    case CallKind::kProcedure:
      reply.ar_stat = PROC_UNAVAIL;
      break;
    case CallKind::kArguments:
      reply.ar_stat = GARBAGE_ARGS;
      break;
    default:
      break;
  }
  return encoded([&](XDR* stream) { return xdr_replymsg(stream, &message) == TRUE; });
}

ReadReply decode_reply(std::span<const std::uint8_t> datagram) {
  Message bytes = copy_of(datagram);
  Stream stream(bytes, XDR_DECODE);
  readres result{};
  rpc_msg message{};
  message.acpted_rply.ar_results.where = reinterpret_cast<char*>(&result);
  message.acpted_rply.ar_results.proc = filter(&xdr_readres);
  ReadReply reply;
  if (xdr_replymsg(&stream.xdr, &message) && stream.position() == bytes.size()) {
    reply.xid = message.rm_xid;
    understand(message, result, reply);
  }
  // A message that was denied has nothing of its own, and another one in that place.
  if (number(message.rm_reply.rp_stat) == MSG_ACCEPTED) free_auth(message.acpted_rply.ar_verf);
  xdr_free(filter(&xdr_readres), &result);
  return reply;
}

}  // namespace flybar::nfs
