// Datagrams that no kernel has made: counted by cause, and dropped.
#include <lwip/udp.h>

#include "models/host/memory/words.h"
#include "models/inet/socket/callbacks.h"
#include "testbenches/tests/gmsnet/gmsnet_bench.h"
#include "testbenches/tests/inet/pair.h"
#include "testbenches/tests/test_size.h"

namespace flybar::gmsnet {
namespace {

using Packet = std::vector<std::uint8_t>;

class HostileTest : public GmsnetBench {
 protected:
  HostileTest() : GmsnetBench(Over::kDatagrams) {}

  /// From node 0 to the kernel of node 1, past its own.
  void inject(const Packet& bytes, std::uint16_t from = DatagramCarrier::kPort) {
    inet::Inet& own = datagrams->inet(0);
    own.run([&] {
      udp_pcb* const block = udp_new();
      block->local_port = from;
      pbuf* const chain = pbuf_alloc(PBUF_TRANSPORT, static_cast<u16_t>(bytes.size()), PBUF_RAM);
      pbuf_take(chain, bytes.data(), chain->tot_len);
      const ip_addr_t to = inet::address_at(1);
      udp_sendto(block, chain, &to, DatagramCarrier::kPort);
      pbuf_free(chain);
      udp_remove(block);
    });
  }
  /// A datagram that says it has so many bytes of both, with this header.
  static Packet datagram(std::uint32_t control, std::uint32_t page, const Header& header,
                         std::size_t bytes) {
    Packet packet(bytes);
    const auto encoded = encode(header, {});
    if (bytes >= 4) host::put_word(packet, control << 24 | page);
    std::copy_n(encoded.begin(), std::min(encoded.size(), bytes - std::min<std::size_t>(4, bytes)),
                packet.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, bytes)));
    return packet;
  }
  /// What node 1 has dropped for this cause, after a moment; a call still works.
  std::uint64_t dropped(Gmsnet& net, Malformed cause) {
    net.cpu().sleep(5_ms);
    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);
    net.cpu().in_step();
    EXPECT_EQ(datagrams->carrier(1).held(), 0u);
    EXPECT_EQ(datagrams->carrier(1).port().held(), 0u);
    EXPECT_EQ(datagrams->inet(1).input().frames(), 0u);
    return datagrams->carrier(1).counters().of(cause);
  }
  static constexpr Header kEchoed{.operation = kEcho, .token = {.origin = 0, .call = 0}};
};

TEST_F(HostileTest, ShortOnes) {
  run([this](Gmsnet& net) {
    for (const std::size_t bytes : {0, 1, 3, 4, 15}) inject(datagram(12, 0, kEchoed, bytes));

    EXPECT_EQ(dropped(net, Malformed::kShort), 5u);
  });
}

TEST_F(HostileTest, OnesWhoseLengthsAreNotTheirs) {
  run([this](Gmsnet& net) {
    inject(datagram(12, 0, kEchoed, 17));
    inject(datagram(12, 1, kEchoed, 16));
    inject(datagram(12, 0xffffff, kEchoed, 16));
    inject(datagram(8, 4, kEchoed, 16));
    inject(datagram(14, 0, kEchoed, 18));
    inject(datagram(132, 0, kEchoed, 136));
    inject(datagram(255, 0, kEchoed, 259));

    EXPECT_EQ(dropped(net, Malformed::kLengths), 7u);
  });
}

TEST_F(HostileTest, APageLongerThanAFrame) {
  run([this](Gmsnet& net) {
    inject(datagram(12, 8193, kEchoed, 16 + 8193));

    EXPECT_EQ(dropped(net, Malformed::kPage), 1u);
  });
}

TEST_F(HostileTest, AnAnswerToACallOfAnotherHost) {
  run([this](Gmsnet& net) {
    inject(datagram(12, 0, {.operation = kEcho, .reply = true, .token = {.origin = 2, .call = 1}},
                    16));

    EXPECT_EQ(dropped(net, Malformed::kForeign), 1u);
  });
}

TEST_F(HostileTest, OnesOfAProgram) {
  run([this](Gmsnet& net) {
    inject(datagram(12, 0, kEchoed, 16), 7000);

    EXPECT_EQ(dropped(net, Malformed::kPort), 1u);
  });
}

TEST_F(HostileTest, AnAnswerToACallThatNobodyMadeIsALateOne) {
  run([this](Gmsnet& net) {
    inject(datagram(12, 0, {.operation = kEcho, .reply = true, .token = {.origin = 1, .call = 77}},
                    16));

    EXPECT_EQ(dropped(net, Malformed::kForeign), 0u);
    EXPECT_EQ(server->counters().late_replies, 1u);
  });
}

TEST_F(HostileTest, ARequestForAnUnknownOperationIsCounted) {
  run([this](Gmsnet& net) {
    inject(datagram(12, 0, {.operation = 200, .token = {.origin = 0, .call = 0}}, 16));
    net.cpu().sleep(1_ms);

    EXPECT_EQ(dropped(net, Malformed::kShort), 0u);
    EXPECT_EQ(server->counters().unserved, 1u);
  });
}

TEST_F(HostileTest, NoiseOfAllLengthsLeavesNothingBehind) {
  std::mt19937_64 random(inet::chosen_seed(1));
  const std::uint64_t count = lockstep::long_form() ? 100'000 : 10'000;
  patience_ = 60'000_ms;
  run([&](Gmsnet& net) {
    // Requests that happen to fit find no service that would take arguments out of them.
    for (std::uint64_t n = 0; n < count; ++n) {
      Packet packet(random() % (n % 4 == 0 ? 9000 : 160));
      for (std::uint8_t& byte : packet) byte = static_cast<std::uint8_t>(random());
      if (packet.size() > 4 && n % 3 == 0) {
        packet[0] = static_cast<std::uint8_t>(12 + 4 * (random() % 30));
        packet[4] |= 0x80;
      }
      inject(packet);
      net.cpu().sleep(100_us);
    }
    dropped(net, Malformed::kShort);
    const auto& counters = datagrams->carrier(1).counters().malformed;
    std::uint64_t all = server->counters().late_replies + server->counters().unserved;
    for (const std::uint64_t one : counters) all += one;
    EXPECT_EQ(all, count);
  });
}

}  // namespace
}  // namespace flybar::gmsnet
