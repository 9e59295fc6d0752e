/// Sockets and calls between kernels have one card, one pool of frames and one send ring: when
/// something runs out, or a node dies, each goes on as it can.
#include <memory>

#include "testbenches/tests/inet/kernel_calls.h"
#include "testbenches/tests/inet/socket_bench.h"

namespace flybar::inet {
namespace {

class SharedCard : public SocketBench {
 protected:
  static constexpr std::size_t kMuch = 1'000'000, kSome = 100'000;

  /// The kernel of node 0 calls those of all others.
  void prepare(experiments::Kernels& kernels, experiments::InetHosts& hosts) override {
    inet_ = &hosts.inet(0);
    driver_ = &hosts.driver(0);
    for (std::size_t n = 1; n < nodes_; ++n)
      calls_.push_back(std::make_unique<KernelCalls>(kernels.gmsnet(0), kernels.gmsnet(n)));
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

/// By processes: all of `bytes` goes to the other end, or comes from there.
void send_all(int fd, const std::string& bytes) {
  EXPECT_EQ(inet_send(fd, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
}
std::string received(int fd, std::size_t length) {
  std::string all(length, ' ');
  EXPECT_EQ(inet_recv(fd, all.data(), length, MSG_WAITALL), static_cast<ssize_t>(length));
  return all;
}

TEST_F(SharedCard, CallsGoOnWhileThereIsNoFrameAndTheStreamRecovers) {
  run({[&] {
         const auto frames = take_all_frames();
         const int fd = accepted(listening());
         calls_to(1).begin();
         const int before = calls_to(1).answered();
         inet_sleep_us(50'000);
         EXPECT_EQ(inet_->pool().free_count(), 0U);
         EXPECT_GT(driver_->counters().no_frame, 0U);
         EXPECT_GT(calls_to(1).answered() - before, 100);
         for (const host::Physical frame : frames) inet_->pool().free(frame);
         EXPECT_EQ(received(fd, kMuch), text(kMuch));
         calls_to(1).stop();
         return 0;
       },
       [] {
         send_all(connected(0), text(kMuch));
         return 0;
       }});
  EXPECT_EQ(driver_->counters().malformed, 0U) << "an entry of the ring has no frame any more";
  EXPECT_EQ(calls_to(1).unanswered(), 0);
  expect_clean();
}

TEST_F(SharedCard, CallsFindASendEntryThoughIpFillsItsShareOfTheRing) {
  set("mcp.send_entries", "8");
  set("ip.send_entries", "5");
  set("link.rate", "20 MB/s");
  run({[&] {
         const int fd = connected(1);
         calls_to(1).begin();
         send_all(fd, text(kMuch));
         calls_to(1).stop();
         return 0;
       },
       [] {
         received(accepted(listening()), kMuch);
         return 0;
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
  run({[&] {
         const int living = connected(1), dead = connected(2);
         calls_to(1).begin();
         calls_to(2).begin();
         inet_sleep_us(30'000);
         send_all(dead, text(9000));
         send_all(living, text(kSome));
         EXPECT_EQ(received(living, kSome), text(kSome));
         calls_to(1).stop();
         calls_to(2).stop();
         char room = ' ';
         EXPECT_EQ(inet_recv(dead, &room, 1, 0), -1);
         EXPECT_EQ(errno, ETIMEDOUT);
         return 0;
       },
       [] {
         const int fd = accepted(listening());
         send_all(fd, received(fd, kSome));
         return 0;
       },
       [] {
         accepted(listening());
         inet_sleep_us(50'000);
         return 0;
       }});
  EXPECT_GT(calls_to(1).answered(), 100);
  EXPECT_EQ(calls_to(1).unanswered(), 0);
  EXPECT_GT(calls_to(2).unanswered(), 0);
  expect_clean();
}

}  // namespace
}  // namespace flybar::inet
