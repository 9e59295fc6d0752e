// Datagrams that get lost, come twice, late or damaged: each call ends, and what it brings is
// right.
#include "testbenches/tests/attack/inet/calls.h"
#include "testbenches/tests/gmsnet/gmsnet_bench.h"
#include "testbenches/tests/inet/pair.h"

namespace flybar::gmsnet {
namespace {

class DatagramFaults : public GmsnetBench {
 protected:
  DatagramFaults() : GmsnetBench(Over::kDatagrams) {}

  /// Random calls of four processes of node 0 to two other nodes; then until all is over. All
  /// frames are back.
  void call_at_random(std::uint64_t most, Time afterwards = 450_ms) {
    const std::uint64_t seed = inet::chosen_seed(1);
    std::mt19937_64 random(seed);
    set("ip.fault_seed", std::to_string(seed % 1'000'000'000));
    set("gmsnet.timeout", "2 ms");
    patience_ = 60'000_ms;
    run(
        [&](Gmsnet& net) {
          inet::RandomCalls calls(random, {&net, server, &datagrams->gmsnet(2)});
          const std::vector<std::size_t> before = free_frames(net);
          int running = 4;
          for (int i = 0; i < 4; ++i)
            net.cpu().add_process("caller", [&](Cpu&) {
              calls.call(0, [&] { return calls.counters().calls >= most; });
              --running;
            });
          while (running > 0) net.cpu().sleep(1_ms);
          net.cpu().sleep(afterwards);
          EXPECT_EQ(free_frames(net), before);
          datagrams->expect_clean(0);
          counted = calls.counters();
        },
        3);
    EXPECT_EQ(counted.wrong, 0u);
    EXPECT_EQ(counted.calls, counted.answered + counted.unanswered + counted.no_frame);
  }

  /// Calls with the number `call`, and whether each was answered with it.
  static Status echo(Gmsnet& net, std::uint32_t number) {
    Reply reply = net.gmsnet_call(request(net, kEcho, number), 1);
    if (reply.status == Status::kOk) {
      EXPECT_EQ(reply.arguments.pop(), number);
    }
    return reply.status;
  }

  inet::RandomCalls::Counters counted;

 private:
  /// Of all nodes.
  std::vector<std::size_t> free_frames(Gmsnet& net) {
    net.complete_sent();
    net.cpu().in_step();
    std::vector<std::size_t> all;
    for (std::size_t n = 0; n < datagrams->count(); ++n)
      all.push_back(datagrams->gmsnet(n).pool().free_count());
    return all;
  }
};

TEST_F(DatagramFaults, ACallWhoseAnswerIsLostTimesOut) {
  set("client.ip.lost", "1");
  set("gmsnet.timeout", "1 ms");
  run([this](Gmsnet& net) {
    const Physical mine = frame(net);
    const Time begin = net.cpu().now();
    const Reply reply = net.gmsnet_call(request(net, kPage), 1, page_in(mine));

    EXPECT_EQ(reply.status, Status::kTimedOut);
    EXPECT_EQ(reply.payload, mine);
    EXPECT_GE(net.cpu().now() - begin, 1_ms);
    EXPECT_LT(net.cpu().now() - begin, 1_ms + 100_us);
    net.cpu().in_step();
    EXPECT_EQ(server->counters().requests, 1u);
  });
}

TEST_F(DatagramFaults, TheCallAfterOneThatWasLostIsAnswered) {
  set("ip.lost", "0.3");
  set("gmsnet.timeout", "1 ms");
  run([](Gmsnet& net) {
    int answered = 0;
    for (std::uint32_t i = 0; i < 100; ++i) answered += echo(net, i) == Status::kOk ? 1 : 0;

    EXPECT_GT(answered, 20);
    EXPECT_LT(answered, 80);
    EXPECT_EQ(net.counters().timeouts, 100u - static_cast<unsigned>(answered));
  });
}

TEST_F(DatagramFaults, ARequestThatComesTwiceIsServedTwiceAndAnsweredOnce) {
  set("server.ip.doubled", "1");
  run([this](Gmsnet& net) {
    EXPECT_EQ(echo(net, 7), Status::kOk);
    net.cpu().sleep(5_ms);
    net.cpu().in_step();

    EXPECT_EQ(server->counters().requests, 2u);
    EXPECT_EQ(net.counters().replies, 1u);
    EXPECT_EQ(net.counters().late_replies, 1u);
  });
}

TEST_F(DatagramFaults, AnAnswerThatComesBehindThatOfALaterCallIsStillItsOwn) {
  set("ip.late", "0.4");
  set("ip.late_by", "500 us");
  run([](Gmsnet& net) {
    std::uint32_t answers = 0;
    for (std::uint32_t i = 0; i < 30; ++i)
      net.gmsnet_call_nonblocking(request(net, kEcho, i), 1, {}, {[&answers, i](Reply& reply) {
                                    EXPECT_EQ(reply.arguments.pop(), i);
                                    return ++answers > 0;
                                  }});
    net.cpu().sleep(20_ms);

    EXPECT_EQ(answers, 30u);
  });
}

TEST_F(DatagramFaults, ADamagedDatagramIsALostOne) {
  set("client.ip.damaged", "1");
  set("gmsnet.timeout", "1 ms");
  run([](Gmsnet& net) { EXPECT_EQ(echo(net, 7), Status::kTimedOut); });
}

TEST_F(DatagramFaults, WithoutFaultsRandomCallsAreAllAnswered) {
  call_at_random(500);
  EXPECT_EQ(counted.unanswered, 0u);
}

TEST_F(DatagramFaults, RandomCallsEndRightWhateverHappensToTheirPackets) {
  for (const char* fault : {"ip.lost", "ip.damaged", "ip.doubled", "ip.late"}) set(fault, "0.03");
  set("ip.late_by", "700 us");
  call_at_random(1000);
  EXPECT_GT(counted.answered, 500u);
  EXPECT_GT(counted.unanswered, 10u);
}

/// What waits for the rest of its fragments waits 15 s.
TEST_F(DatagramFaults, TheSameOfPagesInFragments) {
  set("ip.mtu", "1500 B");
  for (const char* fault : {"ip.lost", "ip.damaged", "ip.doubled", "ip.late"}) set(fault, "0.01");
  call_at_random(600, 20'000_ms);
  EXPECT_GT(counted.answered, 300u);
  EXPECT_GT(counted.unanswered, 10u);
}

}  // namespace
}  // namespace flybar::gmsnet
