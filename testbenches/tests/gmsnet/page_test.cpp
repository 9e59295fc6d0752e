#include "testbenches/tests/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

class PageTest : public GmsnetBench {
 protected:
  /// How much longer a call for a page takes if the page is copied.
  Time time_of_a_copy() {
    Time longer;
    run([&](Gmsnet& net) {
      const Physical mine = frame(net);
      call(net, page_in(mine));  // the first call of a process is longer
      const Time direct = call(net, page_in(mine));
      longer = call(net, page_in(mine, Delivery::kCopy)) - direct;
    });
    return longer;
  }

 private:
  static Time call(Gmsnet& net, const Expected& expected) {
    static constexpr std::uint8_t kFirstByte = 3;
    const Time begin = net.cpu().now();
    net.gmsnet_call(request(net, kPage, kFirstByte), 1, expected);
    EXPECT_EQ(first_byte(net, expected.frame), kFirstByte);
    return net.cpu().now() - begin;
  }
};

class AnyPage : public AnyCarrier {};
INSTANTIATE_TEST_SUITE_P(Over, AnyPage, testing::Values(Over::kTrapeze, Over::kDatagrams), name_of);

TEST_P(AnyPage, ASolicitedPageLiesInTheFrameThatWasMappedForIt) {
  run([](Gmsnet& net) {
    const Physical mine = frame(net);
    const Reply reply = net.gmsnet_call(request(net, kPage, 9), 1, page_in(mine));

    EXPECT_EQ(reply.payload, mine);
    EXPECT_EQ(reply.payload_length, 8_KB);
    EXPECT_EQ(first_byte(net, mine), 9);
  });
}

TEST_P(AnyPage, AnUnsolicitedPageBringsItsOwnFrame) {
  run([](Gmsnet& net) {
    const std::uint32_t before = net.cpu().memory().frames.free_count();
    const Reply reply =
        net.gmsnet_call(request(net, kPage, 9), 1, page_in(0, Delivery::kUnsolicited));

    EXPECT_EQ(first_byte(net, reply.payload), 9);
    EXPECT_EQ(state(net, reply.payload), host::FrameState::kHost);
    EXPECT_EQ(net.cpu().memory().frames.free_count(), before - 1);
  });
}

TEST_F(PageTest, ACopiedPageTakesTheTimeOfTheCopy) {
  set("host.copy_rate", "100 MB/s");
  EXPECT_NEAR(time_of_a_copy().us(), 81.92, 8);
}

TEST_F(PageTest, ACopyBeginsAfterItsStart) {
  set("host.copy_rate", "100 MB/s");
  set("gmsnet.copy_start", "20 us");
  EXPECT_NEAR(time_of_a_copy().us(), 81.92 + 20, 8);
}

TEST_P(AnyPage, OfAPageThatIsTooLongAsMuchIsCopiedAsTheCallerHasRoomFor) {
  run([](Gmsnet& net) {
    const Physical mine = frame(net);
    const auto memory = net.cpu().memory().edit(mine);
    memory[4096] = 55;
    const Reply reply = net.gmsnet_call(request(net, kPage, 9), 1, {Delivery::kCopy, mine, 4_KB});

    EXPECT_EQ(reply.payload_length, 4_KB);
    EXPECT_EQ(first_byte(net, mine), 9);
    EXPECT_EQ(memory[4096], 55);
  });
}

TEST_P(AnyPage, AReplyWithoutItsPageGivesTheFrameBack) {
  run([](Gmsnet& net) {
    const Physical mine = frame(net);
    const Reply reply = net.gmsnet_call(request(net, kEcho), 1, page_in(mine));

    EXPECT_EQ(reply.status, Status::kOk);
    EXPECT_EQ(reply.payload_length, 0_B);
    EXPECT_EQ(state(net, mine), host::FrameState::kHost);
  });
}

TEST_P(AnyPage, AServiceMayKeepThePageOfARequest) {
  run([this](Gmsnet& net) {
    server->register_service(60, [&](Request& r) {
      const Physical kept = server->gmsnet_take_payload(r);
      server->gmsnet_reply(r, request(*server, 60, first_byte(*server, kept)));
    });
    Message message = request(net, 60);
    message.payload = frame(net);
    message.payload_length = 8_KB;
    net.cpu().memory().edit(message.payload)[0] = 77;

    EXPECT_EQ(net.gmsnet_call(message, 1).arguments.pop(), 77u);
  });
}

/// More than there are entries in it.
TEST_P(AnyPage, TheReceiveRingHasAFrameForEachPageThatIsKept) {
  run([this](Gmsnet& net) {
    int kept = 0;
    server->register_service(60, [&](Request& r) {
      kept += r.payload_length == 8_KB && server->gmsnet_take_payload(r) != 0 ? 1 : 0;
      server->gmsnet_reply(r, request(*server, 60));
    });
    Message message = request(net, 60);
    message.payload = frame(net);
    message.payload_length = 8_KB;
    for (int i = 0; i < 80; ++i) net.gmsnet_call(message, 1);

    EXPECT_EQ(kept, 80);
  });
}

TEST_P(AnyPage, AnUnsolicitedReplyWithoutAPageBringsNoFrame) {
  run([](Gmsnet& net) {
    const Reply reply = net.gmsnet_call(request(net, kEcho), 1, page_in(0, Delivery::kUnsolicited));

    EXPECT_EQ(reply.status, Status::kOk);
    EXPECT_EQ(reply.payload, 0u);
  });
}

TEST_F(PageTest, AnUnsolicitedPageForWhichThereIsNoFrameIsReportedAsRejected) {
  run([](Gmsnet& net) {
    while (net.pool().try_allocate()) continue;
    const Reply reply = net.gmsnet_call(request(net, kPage), 1, page_in(0, Delivery::kUnsolicited));

    EXPECT_EQ(reply.status, Status::kRejected);
    EXPECT_EQ(reply.payload_length, 0_B);
  });
}

TEST_F(PageTest, APageThatTheNicRejectsIsReportedSo) {
  run([this](Gmsnet& net) {
    server->register_service(61, [&](Request& r) {
      r.reply_to.payload += 256;  // another key
      Message reply = server->gmsnet_makebuf(61);
      reply.payload = frame(*server);
      reply.payload_length = 8_KB;
      server->gmsnet_reply(r, reply);
    });

    EXPECT_EQ(net.gmsnet_call(request(net, 61), 1, page_in(frame(net))).status, Status::kRejected);
  });
}

}  // namespace
}  // namespace flybar::gmsnet
