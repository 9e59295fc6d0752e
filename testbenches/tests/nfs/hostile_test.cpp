// Calls and replies that somebody has changed, and what is neither.
#include <lwip/udp.h>

#include <numeric>

#include "models/inet/socket/callbacks.h"
#include "testbenches/tests/inet/pair.h"
#include "testbenches/tests/nfs/nfs_bench.h"

namespace flybar::nfs {
namespace {

constexpr int kMutations = 10'000;
constexpr Time kBetween = Time::us(400);

class HostileNfs : public NfsBench {
 protected:
  HostileNfs() {
    params.timeout = 60'000_ms;
    setup.sockets.software_sums = false;
  }

  /// From one port of a node to one of the other, past those of its kernel.
  void inject(std::size_t from, std::uint16_t own, std::uint16_t to, const Message& bytes) {
    inet::Inet& inet = this->inet(from);
    inet.run([&] {
      udp_pcb* const block = udp_new();
      block->local_port = own;
      pbuf* const chain = pbuf_alloc(PBUF_TRANSPORT, static_cast<u16_t>(bytes.size()), PBUF_RAM);
      pbuf_take(chain, bytes.data(), chain->tot_len);
      const ip_addr_t address = inet::address_at(static_cast<std::uint32_t>(1 - from));
      udp_sendto(block, chain, &address, to);
      pbuf_free(chain);
      udp_remove(block);
    });
  }
  /// Bits and words changed, cut, or with more behind.
  Message mutated(Message bytes) {
    const auto below = [this](std::size_t n) { return random() % n; };
    for (std::size_t i = below(4); i > 0; --i) bytes[below(bytes.size())] ^= 1u << below(8);
    const std::size_t word = 4 * below(std::min<std::size_t>(bytes.size() / 4, 30));
    if (below(2) == 0)
      for (std::size_t i = 0; i < 4; ++i)
        bytes[word + i] = below(2) == 0 ? 0xff : static_cast<std::uint8_t>(random());
    if (below(4) == 0) bytes.resize(below(bytes.size() + 1));
    if (below(8) == 0) bytes.resize(bytes.size() + below(64), static_cast<std::uint8_t>(random()));
    return bytes;
  }

  std::mt19937_64 random{inet::chosen_seed(1)};
};

TEST_F(HostileNfs, CallsAreCountedByWhatTheyAre) {
  run([&](Cpu& cpu) {
    for (int n = 0; n < kMutations; ++n) {
      inject(0, 2000, kServerPort,
             mutated(encode(ReadCall{static_cast<std::uint32_t>(n), handle, 0, 64}, "node0")));
      cpu.sleep(kBetween);
    }
    cpu.sleep(10_ms);
    EXPECT_EQ(read_all(), 0);
  });
  const auto& calls = server->counters().calls;
  EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), std::uint64_t{0}), kMutations + 16u);
  for (const CallKind kind : {CallKind::kNoCall, CallKind::kProgram, CallKind::kVersion,
                              CallKind::kProcedure, CallKind::kArguments})
    EXPECT_GT(server->counters().of(kind), 0u) << static_cast<int>(kind);
  EXPECT_GT(server->counters().stale, 0u);
}

/// A call waits meanwhile, and takes what looks like its reply.
TEST_F(HostileNfs, RepliesAreCountedByWhatTheyAre) {
  bool over = false;
  int ended = 0;
  params.retries = 0;
  run(
      [&](Cpu&) {
        lose(0, [](int) { return true; });
        for (; !over; ++ended) client->read(handle, 0, 64, buffer);
      },
      [&](Cpu& cpu) {
        for (int n = 0; n < kMutations; ++n) {
          cpu.sleep(kBetween);
          const auto xid = static_cast<std::uint32_t>(client->counters().calls);
          inject(1, kServerPort, Client::kPort,
                 mutated(n % 5 == 0 ? encode_error(xid, FileStatus::kStale)
                                    : encode_data(xid, {100, 1}, Message(64, 5))));
        }
        over = true;
      });
  EXPECT_GT(ended, kMutations / 10);
  const Client::Counters& counters = client->counters();
  EXPECT_EQ(counters.answered + counters.malformed + counters.unexpected, kMutations + 0u);
  for (const std::uint64_t count :
       {counters.malformed, counters.unexpected, counters.refused, counters.failed})
    EXPECT_GT(count, 0u);
}

TEST_F(HostileNfs, AReplyFromAnotherPortIsForeign) {
  run([](Cpu&) {},
      [&](Cpu&) {
        inject(1, 2000, Client::kPort, encode_data(1, {100, 1}, Message(64, 5)));
      });
  EXPECT_EQ(client->counters().foreign, 1u);
}

TEST_F(HostileNfs, AReplyWithMoreDataThanWasAskedForIsNone) {
  run(
      [&](Cpu&) {
        lose(0, [](int n) { return n == 0; });
        EXPECT_EQ(client->read(handle, 0, 64, buffer), 64);
        EXPECT_EQ(got(64), Message(64, 6));
      },
      [&](Cpu& cpu) {
        cpu.sleep(1_ms);
        inject(1, kServerPort, Client::kPort, encode_data(1, {100, 1}, Message(65, 5)));
        inject(1, kServerPort, Client::kPort, encode_data(1, {100, 1}, Message(64, 6)));
      });
  EXPECT_EQ(client->counters().malformed, 1u);
}

}  // namespace
}  // namespace flybar::nfs
