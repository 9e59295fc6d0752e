// When each mode lets an engine start, and how much it moves: allowed at N, refused at N-1.
#include <algorithm>

#include "testbenches/tests/firmware/endpoint_test.h"

namespace flybar::firmware {
namespace {

using Engine = Transfer::Engine;

class Pulses : public EndpointTest {
 protected:
  std::vector<std::uint32_t> sizes(Engine engine) const {
    std::vector<std::uint32_t> result;
    for (const Transfer& t : chip.transfers)
      if (t.engine == engine) result.push_back(t.bytes);
    return result;
  }
  /// Lets `bytes` of a 4096-byte payload come from the host, no more.
  void fetch_only(std::uint32_t bytes) {
    chip.loopback = false;
    chip.host_words = bytes / 4;
    post({pattern(32), pattern(4096)});
    run();
  }
  /// Lets `bytes` of a 4096-byte payload come from the link, no more.
  void receive_only(std::uint32_t bytes) {
    chip.receive_words = (TPZ_WIRE_HEADER_SIZE + 32 + bytes) / 4;
    give();
    arrive({pattern(32), pattern(4096)});
    run();
  }
};

constexpr std::uint32_t kHead = 1 + TPZ_WIRE_HEADER_SIZE + 32;  // route byte, header, control

TEST_F(Pulses, StoreAndForwardSendsNothingWhileAWordIsMissing) {
  start(TPZ_MODE_STORE_AND_FORWARD);
  fetch_only(4092);

  EXPECT_EQ(sizes(Engine::kSend), std::vector<std::uint32_t>{});
}

TEST_F(Pulses, StoreAndForwardSendsTheWholePacketOnceItIsThere) {
  start(TPZ_MODE_STORE_AND_FORWARD);
  fetch_only(4096);

  EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 4096}));
}

TEST_F(Pulses, StoreAndForwardDepositsNothingBeforeTheTail) {
  start(TPZ_MODE_STORE_AND_FORWARD);
  receive_only(4096);

  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{});
}

TEST_F(Pulses, StaticSendsOnlyTheHeadOneWordBelowTheThreshold) {
  start(TPZ_MODE_STATIC);
  fetch_only(508);

  EXPECT_EQ(sizes(Engine::kSend), std::vector<std::uint32_t>{kHead});
}

TEST_F(Pulses, StaticSendsAPulseAtTheThreshold) {
  start(TPZ_MODE_STATIC);
  fetch_only(512);

  EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 512}));
}

TEST_F(Pulses, StaticDepositsNothingOneWordBelowTheThreshold) {
  start(TPZ_MODE_STATIC);
  receive_only(508);

  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{});
}

TEST_F(Pulses, StaticDepositsAPulseAtTheThreshold) {
  start(TPZ_MODE_STATIC);
  receive_only(512);

  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{512});
}

TEST_F(Pulses, StaticPulsesAreExactAndTheLastIsTheRest) {
  config.send_threshold = config.receive_threshold = 1280;
  start(TPZ_MODE_STATIC);

  send_and_take({pattern(32), pattern(4096)});

  EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 1280, 1280, 1280, 256}));
  EXPECT_EQ(sizes(Engine::kHostWrite), (std::vector<std::uint32_t>{1280, 1280, 1280, 256}));
}

TEST_F(Pulses, EagerWaitsOneWordBelowTheThreshold) {
  start(TPZ_MODE_EAGER);
  receive_only(508);

  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{});
}

TEST_F(Pulses, EagerMovesAtTheThreshold) {
  start(TPZ_MODE_EAGER);
  receive_only(512);

  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{512});
}

TEST_F(Pulses, EagerSendsOnlyTheHeadOneWordBelowTheThreshold) {
  start(TPZ_MODE_EAGER);
  fetch_only(508);

  EXPECT_EQ(sizes(Engine::kSend), std::vector<std::uint32_t>{kHead});
}

TEST_F(Pulses, EagerSendsAPulseAtTheThreshold) {
  start(TPZ_MODE_EAGER);
  fetch_only(512);

  EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 512}));
}

TEST_F(Pulses, EagerMovesAllThatHasArrivedInOnePulse) {
  chip.host_rate = chip.receive_rate = 300;
  start(TPZ_MODE_EAGER);
  fetch_only(1200);

  EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 1200}));
}

TEST_F(Pulses, AMessageBelowTheThresholdGoesAsSoonAsItIsComplete) {
  for (const std::uint32_t mode : {TPZ_MODE_STATIC, TPZ_MODE_EAGER}) {
    chip.transfers.clear();
    if (mode == TPZ_MODE_STATIC) start(mode);
    config.mode = mode;
    send_and_take({pattern(32), pattern(100)});

    EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 100}));
    EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{100});
  }
}

TEST_F(Pulses, AMessageWithoutPayloadIsOnePiece) {
  start(TPZ_MODE_EAGER);
  send_and_take({pattern(32), {}});

  EXPECT_EQ(sizes(Engine::kSend), std::vector<std::uint32_t>{kHead});
}

TEST_F(Pulses, FunctionalNeverOverlapsTheStagesOfOnePacket) {
  chip.host_rate = 1000;
  start(TPZ_MODE_FUNCTIONAL);
  send_and_take({pattern(32), pattern(4096)});

  EXPECT_EQ(sizes(Engine::kSend), (std::vector<std::uint32_t>{kHead, 4096}));
  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{4096});
}

TEST_F(Pulses, FunctionalSendsNotEvenTheHeadWhileAWordIsMissing) {
  start(TPZ_MODE_FUNCTIONAL);
  fetch_only(4092);

  EXPECT_EQ(sizes(Engine::kSend), std::vector<std::uint32_t>{});
}

TEST_F(Pulses, FunctionalDepositsNothingBeforeTheTail) {
  start(TPZ_MODE_FUNCTIONAL);
  receive_only(4096);

  EXPECT_EQ(sizes(Engine::kHostWrite), std::vector<std::uint32_t>{});
}

TEST_F(Pulses, FunctionalFetchesTheNextPacketWhileOneLeaves) {
  chip.host_rate = 1000;
  chip.send_rate = 1;
  start(TPZ_MODE_FUNCTIONAL);
  for (std::uint32_t id = 0; id < 2; ++id) give(), post({{}, pattern(4096, id), 0, id});
  run();

  const auto& t = chip.transfers;
  const auto last = std::find_if(t.begin(), t.end(), [](const Transfer& x) { return x.last; });
  const auto fetches = std::count_if(
      t.begin(), last, [](const Transfer& x) { return x.engine == Engine::kHostRead; });
  EXPECT_EQ(fetches, 2);
}

class HostDmaOrder : public Pulses {
 protected:
  /// Of fetches (F) and deposits (d), if three packets wait on either side.
  std::string order(std::uint32_t mode) {
    chip.loopback = false;
    start(mode);
    for (std::uint32_t id = 0; id < 3; ++id) post({{}, pattern(4096, id), 0, id});
    for (std::uint32_t id = 0; id < 3; ++id) give(), arrive({{}, pattern(1024, id), 0, id});
    run();
    std::string order;
    for (const Transfer& t : chip.transfers)
      if (t.engine != Engine::kSend) order += t.engine == Engine::kHostRead ? 'F' : 'd';
    return order;
  }
};

TEST_F(HostDmaOrder, ReceivingIsServedBetweenFetches) {
  EXPECT_EQ(order(TPZ_MODE_STATIC), "FddFddFdd");
}

TEST_F(HostDmaOrder, CoroutinesTakeTurns) {
  EXPECT_EQ(order(TPZ_MODE_FUNCTIONAL), "FdFdFd");
}

/// While packets wait on both sides: bytes that are deposited after each fetch.
class HostDmaTurns : public HostDmaOrder, public testing::WithParamInterface<std::uint32_t> {
 protected:
  std::vector<std::uint32_t> deposited_after_fetches() {
    order(GetParam());
    std::vector<std::uint32_t> bytes;
    for (const Transfer& t : chip.transfers) {
      if (t.engine == Engine::kHostRead) bytes.push_back(0);
      if (t.engine == Engine::kHostWrite && !bytes.empty()) bytes.back() += t.bytes;
    }
    return bytes;
  }
};

TEST_P(HostDmaTurns, OnePacketIsDepositedAfterEachThatIsFetched) {
  EXPECT_EQ(deposited_after_fetches(), (std::vector<std::uint32_t>{1024, 1024, 1024}));
}

/// The packet that waits behind the deposited one has to wait for the fetch, too.
TEST_P(HostDmaTurns, FetchComesNextThatWasAskedForAfterADeposit) {
  config.control_by_dma = 1;
  chip.loopback = false;
  start(GetParam());
  for (std::uint32_t id = 0; id < 2; ++id) give(), arrive({{}, pattern(2048, id), 0, id});
  chip.host_words = 2048 / 4 + 1;  // a deposit, a word of its entry
  for (const std::uint32_t bytes : {TPZ_WIRE_HEADER_SIZE + 2048, 8192u}) {
    chip.receive_words = bytes / 4;  // first all but the CRC
    run();
  }
  const std::size_t begun = chip.transfers.size();
  post({{}, pattern(4096)});
  chip.host_words = ~0u;
  run();

  ASSERT_GT(chip.transfers.size(), begun);
  EXPECT_EQ(chip.transfers[begun].engine, Engine::kHostRead);
}

TEST_P(HostDmaTurns, MessagesAreSentWhileAPacketStandsStillOnTheLink) {
  start(GetParam());
  chip.loopback = false;
  chip.receive_words = (TPZ_WIRE_HEADER_SIZE + 1024) / 4;
  give();
  arrive({{}, pattern(4096)});
  for (std::uint32_t id = 0; id < 2; ++id) post({{}, pattern(4096, id), 0, id});
  run();

  EXPECT_EQ(chip.sent.size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(AllModes, HostDmaTurns,
                         testing::Range(TPZ_MODE_STORE_AND_FORWARD, TPZ_MODE_FUNCTIONAL + 1));

}  // namespace
}  // namespace flybar::firmware
