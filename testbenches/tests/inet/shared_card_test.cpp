/// Sockets and calls between kernels have one card, one pool of frames and one send ring: when
/// something runs out, or a node dies, each goes on as it can.
#include <memory>

#include "testbenches/tests/inet/card_bench.h"
#include "testbenches/tests/inet/kernel_calls.h"
#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::inet {
namespace {

class SharedCard : public CardBench {
 protected:
  const std::vector<std::uint8_t> much = pattern(1'000'000, 1), some = pattern(100'000, 2);

  /// The kernel of node 0 calls those of all others.
  void prepare(experiments::TrapezeLink& link, experiments::InetHosts& hosts) override {
    inet_ = &hosts.inet(0);
    driver_ = &link.device(0);
    experiments::Kernels& kernels = *link.kernels();
    for (std::size_t n = 1; n < nodes_; ++n)
      calls_.push_back(std::make_unique<KernelCalls>(kernels, 0, n));
  }
  KernelCalls& calls_to(std::size_t n) { return *calls_[n - 1]; }

  /// All frames of node 0's pool.
  std::vector<host::Physical> take_all_frames() {
    std::vector<host::Physical> all;
    while (const auto frame = inet_->pool().try_allocate()) all.push_back(*frame);
    return all;
  }

  std::size_t nodes_ = 2;
  Inet* inet_ = nullptr;
  IpDriver* driver_ = nullptr;

 private:
  std::vector<std::unique_ptr<KernelCalls>> calls_;
};

TEST_F(SharedCard, CallsGoOnWhileThereIsNoFrameAndTheStreamRecovers) {
  run({[&](Inet& inet) {
         const auto frames = take_all_frames();
         const auto connection = accepted(inet);
         calls_to(1).begin();
         const int before = calls_to(1).answered();
         inet.cpu().sleep(Time::ms(50));
         EXPECT_EQ(inet.pool().free_count(), 0U);
         EXPECT_GT(driver_->counters().no_frame, 0U);
         EXPECT_GT(calls_to(1).answered() - before, 100);
         for (const host::Physical frame : frames) inet.pool().free(frame);
         EXPECT_EQ(received(*connection, much.size()), much);
         calls_to(1).stop();
         connection->close();
       },
       [&](Inet& inet) {
         const auto connection = connected(inet, 0);
         send_all(*connection, much);
         connection->close();
       }});
  EXPECT_EQ(driver_->counters().malformed, 0U) << "an entry of the ring has no frame any more";
  EXPECT_EQ(calls_to(1).unanswered(), 0);
  expect_clean();
}

TEST_F(SharedCard, CallsFindASendEntryThoughIpFillsItsShareOfTheRing) {
  set("mcp.send_entries", "8");
  set("ip.send_entries", "5");
  set("link.rate", "20 MB/s");
  run({[&](Inet& inet) {
         const auto connection = connected(inet, 1);
         calls_to(1).begin();
         send_all(*connection, much);
         calls_to(1).stop();
         connection->close();
       },
       [&](Inet& inet) {
         const auto connection = accepted(inet);
         received(*connection, much.size());
         connection->close();
       }});
  EXPECT_GT(driver_->counters().ring_full, 0U);
  EXPECT_EQ(calls_to(1).most_entries(), 5U);
  EXPECT_GT(calls_to(1).answered(), 10);
  EXPECT_EQ(calls_to(1).unanswered(), 0);
  expect_clean();
}

TEST_F(SharedCard, ADeadNodeEndsItsConnectionsByATimeOutAndNoOther) {
  nodes_ = 3;
  patience_ = Time::ms(4'000'000);  // TCP sends a segment twelve times more, ever later
  set("link.dead_cable", "2");
  set("link.dead_from", "20 ms");
  run({[&](Inet& inet) {
         const auto living = connected(inet, 1), dead = connected(inet, 2);
         calls_to(1).begin();
         calls_to(2).begin();
         inet.cpu().sleep(Time::ms(30));
         send_all(*dead, pattern(9000, 3));
         send_all(*living, some);
         EXPECT_EQ(received(*living, some.size()), some);
         calls_to(1).stop();
         calls_to(2).stop();
         std::uint8_t room = 0;
         EXPECT_EQ(dead->receive({}, UserArea(&room), 1, Time::never()), -ETIMEDOUT);
         living->close();
         dead->close();
       },
       [&](Inet& inet) {
         const auto connection = accepted(inet);
         send_all(*connection, received(*connection, some.size()));
         connection->close();
       },
       [](Inet& inet) {
         const auto connection = accepted(inet);
         inet.cpu().sleep(Time::ms(50));
         connection->close();
       }});
  EXPECT_GT(calls_to(1).answered(), 100);
  EXPECT_EQ(calls_to(1).unanswered(), 0);
  EXPECT_GT(calls_to(2).unanswered(), 0);
  expect_clean();
}

}  // namespace
}  // namespace flybar::inet
