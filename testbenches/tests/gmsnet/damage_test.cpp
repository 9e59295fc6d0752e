// Pages that are damaged on their way into a mapped frame: frame and token come back.
#include "testbenches/tests/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

class DamageTest : public GmsnetBench {
 protected:
  /// Whether the call brought its page. One that was lost has left a frame for the next.
  static bool brings_page(Gmsnet& net, Physical& mine) {
    const Reply reply = net.gmsnet_call(request(net, kPage, 9), 1, page_in(mine));
    if (reply.frame_lost) mine = frame(net);
    return reply.status == Status::kOk && first_byte(net, mine) == 9;
  }
  /// Asks for a page and gives the call up after `patience`. Whether its frame stays behind.
  static bool loses_frame(Gmsnet& net, Time patience) {
    bool lost = false;
    const CallId call =
        net.gmsnet_call_nonblocking(request(net, kPage), 1, page_in(frame(net)), {[&](Reply& r) {
                                      lost = r.frame_lost;
                                      return true;
                                    }});
    net.cpu().sleep(patience);
    net.gmsnet_cancel(call);
    return lost;
  }
};

TEST_F(DamageTest, CallsStillWorkAfterMorePagesWereLostThanThereAreTokens) {
  set("link.byte_errors", "0.0003");
  set("gmsnet.timeout", "500 us");
  run([this](Gmsnet& net) {
    Physical mine = frame(net);
    for (int lost = 0; lost < 300;) lost += brings_page(net, mine) ? 0 : 1;
    EXPECT_GT(tpz_get_counters(nic).crc_errors, 256U);
    bool served = false;
    for (int i = 0; i < 100 && !served; ++i) served = brings_page(net, mine);
    EXPECT_TRUE(served);
  });
}

TEST_F(DamageTest, ACallThatTimesOutWhileItsPageArrivesDamagedKeepsItsFrame) {
  set("link.byte_errors", "0.001");
  set("gmsnet.timeout", "120 us");
  run([this](Gmsnet& net) {
    const Physical mine = frame(net);
    const Time begin = net.cpu().now();
    const Reply reply = net.gmsnet_call(request(net, kPage), 1, page_in(mine));

    EXPECT_EQ(tpz_get_counters(nic).crc_errors, 1U);
    EXPECT_GE(net.cpu().now() - begin, 620_us);  // and the grace
    EXPECT_FALSE(reply.frame_lost);
    EXPECT_EQ(state(net, mine), host::FrameState::kHost);
  });
}

TEST_F(DamageTest, FramesOfCallsThatWereGivenUpInThatMomentComeBackLater) {
  set("link.byte_errors", "0.001");
  run([](Gmsnet& net) {
    const std::size_t before = net.pool().free_count();
    std::uint64_t lost = 0;
    for (Time patience = 40_us; patience < 180_us; patience += 2_us) {
      lost += loses_frame(net, patience) ? 1 : 0;
      net.cpu().sleep(200_us);
    }
    EXPECT_GT(lost + net.counters().reclaimed, 10U);
    for (int i = 0; i < 70; ++i) {
      net.cpu().sleep(10_us);
      loses_frame(net, Time());
    }
    EXPECT_EQ(net.counters().reclaimed, lost);
    EXPECT_EQ(net.pool().free_count() + 140 - lost, before);
  });
}

TEST_F(DamageTest, TheNicIsAskedForALostFrameOnceTheGraceIsOver) {
  set("link.byte_errors", "0.001");
  run([](Gmsnet& net) {
    for (Time patience = 100_us; !loses_frame(net, patience); patience += 2_us) {
      net.cpu().sleep(1_ms);
    }
    for (const std::uint64_t reclaimed : {0U, 1U}) {
      net.cpu().sleep(400_us);
      net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {});
      EXPECT_EQ(net.counters().reclaimed, reclaimed);
    }
  });
}

TEST_F(DamageTest, AFrameThatIsNotBackYetWhenItIsAskedForComesBackWithItsMessage) {
  set("gmsnet.grace", "10 us");
  run([](Gmsnet& net) {
    const std::size_t before = net.pool().free_count();
    std::size_t calls = 0, lost = 0;
    for (Time patience = 40_us; patience < 180_us; patience += 2_us, ++calls) {
      lost += loses_frame(net, patience) ? 1 : 0;
      net.cpu().sleep(12_us);
      net.gmsnet_call(request(net, kEcho), 1);
      net.cpu().sleep(300_us);
    }
    EXPECT_GT(lost, 0U);
    EXPECT_EQ(net.pool().free_count() + calls - lost, before);
  });
}

}  // namespace
}  // namespace flybar::gmsnet
