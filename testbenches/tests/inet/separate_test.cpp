// What stacks do does not depend on others that run meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "testbenches/tests/inet/datagrams.h"
#include "testbenches/tests/inet/transfer.h"

namespace flybar::inet {
namespace {

constexpr std::uint32_t kStacks = 24;

/// Two stacks with some connections in both directions, and datagrams in one.
class Traffic {
 public:
  Traffic(std::uint32_t node, std::uint64_t seed) : pair_(setup(node, seed)), datagrams_(pair_) {
    const std::size_t connections = 1 + pair_.random() % 4;
    for (std::size_t i = 0; i < connections; ++i)
      transfers_.push_back(std::make_unique<Transfer>(
          pair_, static_cast<unsigned>(pair_.random() % 2), static_cast<std::uint16_t>(5000 + i),
          1 + pair_.random() % 500'000));
    send_datagram();
  }

  bool done() const {
    return std::all_of(transfers_.begin(), transfers_.end(),
                       [](const auto& transfer) { return transfer->ended; });
  }
  void step() { pair_.step(); }
  void expect_right() const {
    for (const auto& transfer : transfers_) EXPECT_TRUE(transfer->content == transfer->received);
  }
  const std::vector<Pair::Sent>& packets() const { return pair_.sent; }
  const std::vector<Packet>& datagrams() const { return datagrams_.received; }

 private:
  /// And more of them later.
  void send_datagram() {
    datagrams_.send(Packet(1 + pair_.random() % 20'000, static_cast<std::uint8_t>(pair_.random())));
    pair_.after(Time::us(static_cast<std::int64_t>(pair_.random() % 5000)),
                [this] { send_datagram(); });
  }

  static Pair::Setup setup(std::uint32_t node, std::uint64_t seed) {
    std::mt19937_64 random(seed + node);
    Pair::Setup setup{.lost = 0.01, .late = 0.1, .seed = random()};
    setup.stack = {.node = node,
                   .mtu = Bytes(static_cast<std::int64_t>(600 + random() % 9000)),
                   .socket_buffer = Bytes(static_cast<std::int64_t>(10'000 + random() % 300'000)),
                   .sums = random() % 2 == 0,
                   .ack = random() % 2 == 0 ? AckPolicy::kOnRead : AckPolicy::kEverySecond};
    return setup;
  }

  Pair pair_;
  Datagrams datagrams_;
  std::vector<std::unique_ptr<Transfer>> transfers_;
};

std::vector<std::unique_ptr<Traffic>> all_traffic(std::uint64_t seed) {
  std::vector<std::unique_ptr<Traffic>> all;
  for (std::uint32_t node = 0; node < kStacks; node += 2)
    all.push_back(std::make_unique<Traffic>(node, seed));
  return all;
}

/// Each event is of a pair that is drawn by lot.
void run_interleaved(const std::vector<std::unique_ptr<Traffic>>& all, std::uint64_t seed) {
  std::vector<Traffic*> running(all.size());
  std::transform(all.begin(), all.end(), running.begin(),
                 [](const auto& one) { return one.get(); });
  std::mt19937_64 random(seed);
  while (!running.empty()) {
    const auto next = running.begin() + static_cast<std::ptrdiff_t>(random() % running.size());
    (*next)->step();
    if ((*next)->done()) running.erase(next);
  }
}

TEST(SeparateTest, StacksInOneProcessSendWhatEachPairSendsAlone) {
  const std::uint64_t seed = chosen_seed(1);
  const auto all = all_traffic(seed);
  run_interleaved(all, seed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Traffic alone(static_cast<std::uint32_t>(2 * i), seed);
    while (!alone.done()) alone.step();
    all[i]->expect_right();
    EXPECT_TRUE(all[i]->packets() == alone.packets());
    EXPECT_TRUE(all[i]->datagrams() == alone.datagrams());
  }
}

}  // namespace
}  // namespace flybar::inet
