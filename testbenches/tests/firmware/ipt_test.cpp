// The incoming payload table: a token is good for one message, and nothing else moves host memory.
#include "testbenches/tests/firmware/endpoint_test.h"

namespace flybar::firmware {
namespace {

constexpr std::uint32_t kBuffer = 0x60000;

class Ipt : public EndpointTest, public testing::WithParamInterface<std::uint32_t> {
 protected:
  void SetUp() override {
    ASSERT_EQ(start(GetParam()), TPZ_STATE_RUNNING);
    give_all();
  }
  std::optional<Received> arrive_and_take(std::uint32_t token) {
    chip.transfers.clear();
    arrive({pattern(16), pattern(2000, 3), token, 1});
    run();
    return take();
  }
  /// A message with the token whose CRC is wrong.
  void lose(std::uint32_t token) {
    arrive({pattern(16), pattern(2000, 9), token, 1}, true);
    run();
  }
  /// As the host does it. True if the buffer is its own again.
  bool cancel(std::uint32_t token) {
    set_ipt(token & TPZ_TOKEN_INDEX_MASK, &tpz_ipt_entry::token, 0);
    return ipt(token & TPZ_TOKEN_INDEX_MASK, &tpz_ipt_entry::consumed) != token;
  }
  Bytes buffer(std::size_t bytes) const {
    return Bytes(chip.host.begin() + kBuffer, chip.host.begin() + kBuffer + bytes);
  }
  void expect_rejected(const std::optional<Received>& received) {
    ASSERT_TRUE(received);
    EXPECT_EQ(received->payload_length, 0u);
    EXPECT_EQ(received->flags, TPZ_RECEIVE_ENTRY_SOURCE_IPT_REJECTED_MASK);
    EXPECT_EQ(received->control, pattern(16));
    EXPECT_TRUE(chip.transfers.empty());
  }
};

TEST_P(Ipt, PayloadGoesToTheBufferOfItsToken) {
  const std::uint32_t token = map(200, 0xABCDEF, kBuffer);

  const auto received = arrive_and_take(token);

  ASSERT_TRUE(received);
  EXPECT_EQ(received->flags, TPZ_RECEIVE_ENTRY_SOURCE_IPT_MASK);
  EXPECT_EQ(received->payload_length, 2000u);
  EXPECT_EQ(received->token, token);
  EXPECT_EQ(buffer(2000), pattern(2000, 3));
}

TEST_P(Ipt, WrongKeyMovesNothing) {
  const std::uint32_t token = map(7, 5, kBuffer);

  expect_rejected(arrive_and_take(token ^ 1u << TPZ_TOKEN_KEY_SHIFT));
  EXPECT_EQ(status.ipt_rejected, 1u);
}

TEST_P(Ipt, WrongIndexMovesNothing) {
  const std::uint32_t token = map(7, 5, kBuffer);

  expect_rejected(arrive_and_take(token + 1));
}

TEST_P(Ipt, SecondMessageWithTheSameTokenIsRejected) {
  const std::uint32_t token = map(7, 5, kBuffer);
  arrive_and_take(token);

  expect_rejected(arrive_and_take(token));
}

TEST_P(Ipt, CancelledEntryRejects) {
  const std::uint32_t token = map(7, 5, kBuffer);
  set_ipt(7, &tpz_ipt_entry::token, 0);

  expect_rejected(arrive_and_take(token));
  EXPECT_NE(ipt(7, &tpz_ipt_entry::consumed), token);
}

/// What a wrong key leaves behind must not look like a token that nobody has used.
TEST_P(Ipt, WrongKeyDoesNotMakeAUsedTokenGoodAgain) {
  const std::uint32_t token = map(7, 5, kBuffer);
  arrive_and_take(token);

  expect_rejected(arrive_and_take(token ^ 1u << TPZ_TOKEN_KEY_SHIFT));
  expect_rejected(arrive_and_take(token));
}

TEST_P(Ipt, ReallocatedEntryKnowsItsNewTokenOnly) {
  const std::uint32_t old_token = map(7, 5, kBuffer);
  const std::uint32_t token = map(7, 6, kBuffer);

  expect_rejected(arrive_and_take(old_token));
  EXPECT_EQ(arrive_and_take(token)->payload_length, 2000u);
}

TEST_P(Ipt, BufferAsLongAsThePayloadFits) {
  const std::uint32_t token = map(7, 5, kBuffer, 2000);

  EXPECT_EQ(arrive_and_take(token)->payload_length, 2000u);
}

TEST_P(Ipt, BufferOneWordTooShortGetsNothing) {
  const std::uint32_t token = map(7, 5, kBuffer, 1996);

  const auto received = arrive_and_take(token);

  ASSERT_TRUE(received);
  EXPECT_EQ(received->payload_length, 0u);
  EXPECT_NE(received->flags & TPZ_RECEIVE_ENTRY_SOURCE_TRUNCATED_MASK, 0u);
  EXPECT_TRUE(chip.transfers.empty());
}

TEST_P(Ipt, AttachedFrameIsLeftAlone) {
  const std::uint32_t token = map(7, 5, kBuffer);

  const auto received = arrive_and_take(token);

  EXPECT_EQ(Bytes(chip.host.begin() + kFrames, chip.host.begin() + kFrames + 2000), Bytes(2000));
  EXPECT_EQ(received->frame, kFrames);
}

TEST_P(Ipt, DropForAFullRingDoesNotUseUpTheToken) {
  for (auto& entry : tpz_endpoint.receive) entry.owner = TPZ_OWNER_HOST;
  const std::uint32_t token = map(7, 5, kBuffer);
  arrive({{}, pattern(100), token, 1});
  run();

  EXPECT_EQ(status.dropped_ring_full, 1u);
  EXPECT_NE(ipt(7, &tpz_ipt_entry::consumed), token);
}

TEST_P(Ipt, TokenOfADamagedMessageServesTheNext) {
  const std::uint32_t token = map(7, 5, kBuffer);
  lose(token);

  EXPECT_EQ(status.crc_errors, 1u);
  EXPECT_EQ(arrive_and_take(token)->flags, TPZ_RECEIVE_ENTRY_SOURCE_IPT_MASK);
  EXPECT_EQ(buffer(2000), pattern(2000, 3));
}

TEST_P(Ipt, TokenServesAfterAnyNumberOfDamagedMessages) {
  const std::uint32_t token = map(7, 5, kBuffer);
  for (int i = 0; i < 300; ++i) lose(token);

  EXPECT_EQ(status.crc_errors, 300u);
  EXPECT_EQ(arrive_and_take(token)->payload_length, 2000u);
}

TEST_P(Ipt, DamagedCopyOfAMessageThatHasArrivedDoesNotGiveTheTokenBack) {
  const std::uint32_t token = map(7, 5, kBuffer);
  arrive_and_take(token);
  lose(token);

  EXPECT_FALSE(cancel(token));
  set_ipt(7, &tpz_ipt_entry::token, token);
  expect_rejected(arrive_and_take(token));
}

TEST_P(Ipt, CancellingAfterADamagedMessageSucceedsAndALateOneIsRejected) {
  const std::uint32_t token = map(7, 5, kBuffer);
  lose(token);

  EXPECT_TRUE(cancel(token));
  expect_rejected(arrive_and_take(token));
}

TEST_P(Ipt, CancellingWhileAMessageArrivesSucceedsOnceThatProvesDamaged) {
  const std::uint32_t token = map(7, 5, kBuffer);
  chip.receive_words = 100;
  lose(token);
  EXPECT_FALSE(cancel(token));

  chip.receive_words = ~0u;
  run();

  EXPECT_EQ(status.crc_errors, 1u);
  EXPECT_TRUE(cancel(token));
  expect_rejected(arrive_and_take(token));
}

TEST_P(Ipt, TokenComesBackOnlyWhenNothingMovesIntoItsBuffer) {
  const bool cut_through = GetParam() == TPZ_MODE_STATIC || GetParam() == TPZ_MODE_EAGER;
  const std::uint32_t token = map(7, 5, kBuffer);
  chip.host_words = 10;
  lose(token);
  EXPECT_EQ(cancel(token), !cut_through);

  chip.host_words = ~0u;
  run();

  EXPECT_EQ(status.crc_errors, 1u);
  EXPECT_TRUE(cancel(token));
}

TEST_P(Ipt, MessageCutShortGivesItsTokenBack) {
  const std::uint32_t token = map(7, 5, kBuffer);
  const Bytes bytes = packet({pattern(16), pattern(2000), token, 1});
  chip.incoming.push_back({Bytes(bytes.begin(), bytes.end() - 4)});
  run();

  EXPECT_EQ(status.length_errors, 1u);
  EXPECT_EQ(arrive_and_take(token)->payload_length, 2000u);
}

TEST_P(Ipt, MessagesMergedByALostTailGiveTheTokenOfTheFirstBack) {
  const std::uint32_t token = map(7, 5, kBuffer);
  Bytes bytes = packet({pattern(16), pattern(8192), token, 1});
  const Bytes more(bytes.begin(), bytes.begin() + 8000);
  for (int i = 0; i < 3; ++i) bytes.insert(bytes.end(), more.begin(), more.end());
  chip.incoming.push_back({bytes});
  run();

  EXPECT_EQ(status.length_errors, 1u);
  EXPECT_EQ(arrive_and_take(token)->payload_length, 2000u);
}

TEST_P(Ipt, DamagedMessageTooLongForItsBufferGivesTheTokenBack) {
  const std::uint32_t token = map(7, 5, kBuffer, 1996);
  lose(token);

  EXPECT_TRUE(cancel(token));
}

INSTANTIATE_TEST_SUITE_P(AllModes, Ipt,
                         testing::Range(TPZ_MODE_STORE_AND_FORWARD, TPZ_MODE_FUNCTIONAL + 1));

}  // namespace
}  // namespace flybar::firmware
