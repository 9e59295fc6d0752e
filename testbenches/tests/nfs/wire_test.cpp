// The bytes of calls and replies, laid out by hand from RFC 5531 and RFC 1094.
#include <gtest/gtest.h>

#include <initializer_list>

#include "models/nfs/wire/messages.h"

namespace flybar::nfs {
namespace {

/// Words in network order.
Message words(std::initializer_list<std::uint32_t> all) {
  Message bytes;
  for (const std::uint32_t word : all)
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  return bytes;
}
Message operator+(Message first, const Message& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

constexpr Handle kHandle{1, 2, 3, 4};
const Message kHandleBytes = words({0x01020304, 0, 0, 0, 0, 0, 0, 0});
constexpr std::uint32_t kCall = 0, kReply = 1, kAccepted = 0, kDenied = 1;
constexpr std::uint32_t kNfs = 100003, kTwo = 2, kRead = 6;

/// xid, CALL, version 2 of RPC, program, version, procedure.
Message call_of(std::uint32_t program, std::uint32_t version, std::uint32_t procedure) {
  return words({7, kCall, 2, program, version, procedure, 0, 0, 0, 0});
}
/// xid, REPLY, MSG_ACCEPTED, no verifier, how.
Message accepted_with(std::uint32_t how) {
  return words({7, kReply, kAccepted, 0, 0, how});
}
/// NFS_OK; NFREG, 0100644, one link, user and group 0, size, block size, no device, sectors, file
/// system 1, number; three times of two words.
Message attributes_of(std::uint32_t size, std::uint32_t id) {
  return words(
      {0, 1, 0100644, 1, 0, 0, size, 8192, 0, (size + 511) / 512, 1, id, 0, 0, 0, 0, 0, 0});
}

TEST(NfsWire, ACallOfRead) {
  // AUTH_UNIX with 5 words: no stamp, "node0" and its padding, user and group 0, no others.
  const Message credentials = words({1, 28, 0, 5, 0x6e6f6465, 0x30000000, 0, 0, 0}) + words({0, 0});
  const Message expected = words({7, kCall, 2, kNfs, kTwo, kRead}) + credentials + kHandleBytes +
                           words({16384, 8192, 8192});

  EXPECT_EQ(encode(ReadCall{7, kHandle, 16384, 8192}, "node0"), expected);
}

TEST(NfsWire, AReplyWithData) {
  const Message expected =
      accepted_with(0) + attributes_of(1000, 3) + words({5, 0x0a0b0c0d}) + words({0x0e000000});

  EXPECT_EQ(encode_data(7, {1000, 3}, Message{10, 11, 12, 13, 14}), expected);
}

TEST(NfsWire, AReplyWithAnError) {
  EXPECT_EQ(encode_error(7, FileStatus::kStale), accepted_with(0) + words({70}));
}

TEST(NfsWire, ACallIsReadAsItWasMade) {
  const Call call = decode_call(encode(ReadCall{7, kHandle, 16384, 512}, "a machine"));

  EXPECT_EQ(call.kind, CallKind::kRead);
  EXPECT_EQ(call.read.xid, 7u);
  EXPECT_EQ(call.read.file, kHandle);
  EXPECT_EQ(call.read.offset, 16384u);
  EXPECT_EQ(call.read.count, 512u);
}

TEST(NfsWire, AReplyIsReadAsItWasMade) {
  const Message data(8192, 99);
  const ReadReply reply = decode_reply(encode_data(8, {9000, 3}, data));

  EXPECT_EQ(reply.kind, ReplyKind::kData);
  EXPECT_EQ(reply.xid, 8u);
  EXPECT_EQ(reply.data, data);
  EXPECT_EQ(reply.attributes.size, 9000u);
}

TEST(NfsWire, WhatIsNoReadHasItsAnswer) {
  const auto answer_to = [](const Message& bytes) { return encode_answer(decode_call(bytes)); };

  EXPECT_EQ(answer_to(call_of(kNfs, kTwo, 0)), accepted_with(0));
  EXPECT_EQ(answer_to(call_of(100005, kTwo, kRead)), accepted_with(1));
  EXPECT_EQ(answer_to(call_of(kNfs, 3, kRead)), accepted_with(2) + words({2, 2}));
  EXPECT_EQ(answer_to(call_of(kNfs, kTwo, 8)), accepted_with(3));
  EXPECT_EQ(answer_to(call_of(kNfs, kTwo, kRead)), accepted_with(4));
}

TEST(NfsWire, AnotherVersionOfRpcIsNoCall) {
  EXPECT_EQ(decode_call(words({7, kCall, 3, kNfs, kTwo, kRead, 0, 0, 0, 0})).kind,
            CallKind::kNoCall);
}

TEST(NfsWire, AReplyIsNoCallAndACallNoReply) {
  EXPECT_EQ(decode_call(encode_error(7, FileStatus::kStale)).kind, CallKind::kNoCall);
  EXPECT_EQ(decode_reply(encode(ReadCall{7, kHandle, 0, 1}, "node0")).kind, ReplyKind::kNoReply);
}

TEST(NfsWire, AReplyThatIsCutAnywhereIsNone) {
  const Message whole = encode_data(7, {100, 3}, Message(100, 1));

  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_EQ(decode_reply(std::span(whole).first(length)).kind, ReplyKind::kNoReply) << length;
}

TEST(NfsWire, ADeniedCallIsRefused) {
  EXPECT_EQ(decode_reply(words({7, kReply, kDenied, 0, 2, 2})).kind, ReplyKind::kRefused);
  EXPECT_EQ(decode_reply(words({7, kReply, kDenied, 1, 1})).kind, ReplyKind::kRefused);
}

TEST(NfsWire, MoreThanEightKilobytesAreNoReply) {
  Message reply = encode_data(7, {100, 3}, Message(8192, 1));
  reply.resize(reply.size() + 4);
  reply[6 * 4 + 18 * 4 + 3] = 4;  // 8196

  EXPECT_EQ(decode_reply(reply).kind, ReplyKind::kNoReply);
}

}  // namespace
}  // namespace flybar::nfs
