// Calls over datagrams: where pages lie, in which context things run, and what there is room for.
#include "models/common/error.h"
#include "models/gmsnet/carriers/datagrams/calls_under_way.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/tests/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

constexpr Operation kWhole = 70;

class DatagramTest : public GmsnetBench {
 protected:
  DatagramTest() : GmsnetBench(Over::kDatagrams) {}

  /// Node 1 answers with a page that has a serial number in every word.
  void serve_whole(Bytes length = 8_KB) {
    server->register_service(kWhole, [this, length](Request& r) {
      Message reply = server->gmsnet_makebuf(kWhole);
      const std::uint32_t serial = r.arguments.pop();
      reply.payload = frame(*server);
      reply.payload_length = length;
      experiments::fill(server->cpu().memory(), reply.payload, length, serial);
      reply.completion = [](void* test) { ++static_cast<DatagramTest*>(test)->left; };
      reply.completion_arg = this;
      server->gmsnet_reply(r, reply);
    });
  }
  /// Compares every byte.
  Reply fetch(Gmsnet& net, std::uint32_t serial, const Expected& expected) {
    Reply reply = net.gmsnet_call(request(net, kWhole, serial), 1, expected);
    EXPECT_EQ(reply.status, Status::kOk);
    EXPECT_EQ(reply.payload_length, 8_KB);
    experiments::compare(net.cpu().memory(), reply.payload, 8_KB, serial, "page");
    return reply;
  }
  const DatagramCarrier::Counters& counters() const { return datagrams->carrier(0).counters(); }

  int left = 0;
};

TEST_F(DatagramTest, APageThatComesAloneInAFrameIsExchangedForTheCallers) {
  run([this](Gmsnet& net) {
    serve_whole();
    const Physical mine = frame(net);
    const std::size_t before = net.pool().free_count();
    Expected expected = page_in(mine);
    expected.may_exchange = true;

    EXPECT_NE(fetch(net, 5, expected).payload, mine);
    EXPECT_EQ(state(net, mine), host::FrameState::kFree);
    EXPECT_EQ(net.pool().free_count(), before);
    EXPECT_EQ(counters().exchanged, 1u);
    EXPECT_EQ(counters().copied, 0u);
  });
}

TEST_F(DatagramTest, OneThatMayNotMoveIsCopiedToTheCallersFrame) {
  run([this](Gmsnet& net) {
    serve_whole();
    const Physical mine = frame(net);
    const std::size_t before = net.pool().free_count();

    EXPECT_EQ(fetch(net, 5, page_in(mine)).payload, mine);
    EXPECT_EQ(net.pool().free_count(), before);
    EXPECT_EQ(counters().copied, 1u);
  });
}

TEST_F(DatagramTest, APageInFragmentsIsCopiedFromBehindItsHeaders) {
  set("ip.mtu", "1500 B");
  run([this](Gmsnet& net) {
    serve_whole();
    const Physical mine = frame(net);
    Expected expected = page_in(mine);
    expected.may_exchange = true;
    const std::size_t before = net.pool().free_count();

    EXPECT_EQ(fetch(net, 5, expected).payload, mine);
    EXPECT_EQ(counters().copied, 1u);
    EXPECT_EQ(net.pool().free_count(), before);
  });
}

TEST_F(DatagramTest, AnUnsolicitedPageInFragmentsIsCopiedToAFrameOfThePool) {
  set("ip.mtu", "1500 B");
  run([this](Gmsnet& net) {
    serve_whole();
    const std::size_t before = net.pool().free_count();
    fetch(net, 5, page_in(0, Delivery::kUnsolicited));

    EXPECT_EQ(net.pool().free_count(), before - 1);
  });
}

TEST_F(DatagramTest, TheCopyTakesTheTimeOfItsBytesAndItsStart) {
  set("host.copy_rate", "100 MB/s");
  run([this](Gmsnet& net) {
    serve_whole();
    fetch(net, 1, page_in(frame(net)));
    const Time before = net.cpu().use().by_label().at("copy page");
    fetch(net, 2, page_in(frame(net)));
    const Time taken = net.cpu().use().by_label().at("copy page") - before;

    EXPECT_NEAR(taken.us(), 81.92 + net.cpu().params().kernel_work(4_us).us(), 6);
  });
}

TEST_F(DatagramTest, AKernelPaysForNoSystemCall) {
  run([this](Gmsnet& net) {
    serve_whole();
    fetch(net, 1, page_in(frame(net)));
    const auto labels = net.cpu().use().by_label();

    EXPECT_FALSE(labels.contains("socket.call"));
    EXPECT_TRUE(labels.contains("udp.input"));
    EXPECT_TRUE(labels.contains("udp.output"));
  });
}

TEST_F(DatagramTest, ContinuationsRunInTheSoftwareInterrupt) {
  run([](Gmsnet& net) {
    bool in_soft = false;
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {[&](Reply&) {
                                  in_soft = net.cpu().in_handler() && !net.cpu().in_interrupt();
                                  return true;
                                }});
    net.cpu().sleep(2_ms);

    EXPECT_TRUE(in_soft);
  });
}

/// The driver learns of it when it is asked.
TEST_F(DatagramTest, APageHasLeftWhenTheDriverHasReadIt) {
  run([this](Gmsnet& net) {
    serve_whole();
    fetch(net, 1, page_in(frame(net)));
    fetch(net, 2, page_in(frame(net)));
    net.cpu().sleep(250_ms);

    EXPECT_EQ(left, 2);
  });
}

/// GMS knows by that when it may write there, or give the frame away.
TEST_F(DatagramTest, APageIsBeingSentUntilItHasLeft) {
  run([](Gmsnet& net) {
    Message message = request(net, 99);
    message.payload = frame(net);
    message.payload_length = 8_KB;
    net.cpu().memory().edit(message.payload)[0] = 1;
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(net.gmsnet_sendto(message, 1));
    EXPECT_EQ(state(net, message.payload), host::FrameState::kSending);
    EXPECT_THROW(net.cpu().memory().edit(message.payload), SimulationError);
    net.cpu().sleep(2_ms);
    net.complete_sent();

    EXPECT_EQ(state(net, message.payload), host::FrameState::kHost);
  });
}

TEST_F(DatagramTest, AReplyThatTheHandlerMayNotHandleIsTheDaemons) {
  run([this](Gmsnet& net) {
    serve_whole();
    const Physical mine = frame(net);
    Expected page = page_in(mine);
    page.may_handle = [] { return false; };
    bool in_handler = true;
    net.gmsnet_call_nonblocking(request(net, kWhole, 7), 1, page, {[&](Reply&) {
                                  in_handler = net.cpu().in_handler();
                                  return true;
                                }});
    net.cpu().sleep(450_ms);

    EXPECT_FALSE(in_handler);
    experiments::compare(net.cpu().memory(), mine, 8_KB, 7, "page");
    datagrams->expect_clean(0);
  });
}

/// What a host sends to itself is copied.
TEST_F(DatagramTest, ACopiedPageHasLeftAtOnce) {
  run([](Gmsnet& net) {
    int copied = 0;
    Message message = request(net, 99);
    message.payload = frame(net);
    message.payload_length = 8_KB;
    net.cpu().memory().edit(message.payload)[0] = 1;
    message.completion = [](void* count) { ++*static_cast<int*>(count); };
    message.completion_arg = &copied;
    EXPECT_TRUE(net.gmsnet_sendto(message, 0));

    EXPECT_EQ(copied, 1);
  });
}

TEST_F(DatagramTest, APageLongerThanTheFrameThatExpectsItIsRejected) {
  run([this](Gmsnet& net) {
    serve_whole();
    const Physical mine = frame(net);
    const Reply reply =
        net.gmsnet_call(request(net, kWhole, 1), 1, {Delivery::kSolicited, mine, 4_KB});

    EXPECT_EQ(reply.status, Status::kRejected);
    EXPECT_EQ(reply.payload, mine);
    EXPECT_EQ(reply.payload_length, 0_B);
  });
}

TEST_F(DatagramTest, OneMoreCallThanMayBeUnderWayWaitsForAnAnswer) {
  set("gmsnet.calls_under_way", "2");
  run([this](Gmsnet& net) {
    for (int i = 0; i < 2; ++i)
      net.gmsnet_call_nonblocking(request(net, kSlow), 1, page_in(frame(net)), {});
    const Time begin = net.cpu().now();

    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);
    EXPECT_GE(net.cpu().now() - begin, 2_ms);
    EXPECT_GE(counters().waited, 1u);
  });
}

TEST_F(DatagramTest, InAHandlerItIsRefused) {
  set("gmsnet.calls_under_way", "1");
  run([](Gmsnet& net) {
    std::vector<CallId> calls;
    net.gmsnet_call_nonblocking(
        request(net, kEcho), 1, {}, {[&](Reply&) {
          for (int i = 0; i < 2; ++i)
            calls.push_back(net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {}));
          return true;
        }});
    net.cpu().sleep(10_ms);

    ASSERT_EQ(calls.size(), 2u);
    EXPECT_NE(calls[0], 0u);
    EXPECT_EQ(calls[1], 0u);
  });
}

TEST_F(DatagramTest, CallsThatNobodyAnswersCountUntilTheTimeoutOnly) {
  set("gmsnet.calls_under_way", "2");
  set("gmsnet.timeout", "3 ms");
  run([this](Gmsnet& net) {
    server->register_service(50, [](Request&) {});
    for (int i = 0; i < 2; ++i) net.gmsnet_call_nonblocking(request(net, 50), 1, {}, {});
    const Time begin = net.cpu().now();

    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);
    EXPECT_GE(net.cpu().now() - begin, 2900_us);
    EXPECT_LT(net.cpu().now() - begin, 4_ms);
  });
}

/// 64 KB: seven pages with their headers.
TEST_F(DatagramTest, RequestsThatFindTheKernelsBufferFullAreLost) {
  run([this](Gmsnet& net) {
    int served = 0;
    server->register_service(60, [&](Request&) { ++served; });
    server->register_service(61, [&](Request&) { server->cpu().sleep(20_ms); });
    net.gmsnet_sendto(request(net, 61), 1);
    for (int i = 0; i < 9; ++i) {
      Message message = request(net, 60);
      message.payload = frame(net);
      message.payload_length = 8_KB;
      net.gmsnet_sendto(message, 1);
      net.cpu().sleep(100_us);
    }
    net.cpu().sleep(30_ms);

    EXPECT_EQ(served, 7);
    EXPECT_EQ(datagrams->carrier(1).port().counters().dropped, 2u);
  });
}

TEST_F(DatagramTest, NothingIsLeftOfCallsThatAreOver) {
  run([this](Gmsnet& net) {
    serve_whole();
    for (std::uint32_t i = 0; i < 20; ++i) fetch(net, i, page_in(frame(net)));
    net.cpu().sleep(450_ms);
    datagrams->expect_clean(0);
  });
}

TEST(CallsUnderWay, OneCountsUntilItEndsOrIsTooOld) {
  CallsUnderWay calls(2, 10_us);
  calls.begins(7, 1_us);
  calls.begins(8, 2_us);
  EXPECT_FALSE(calls.has_room(10_us));
  calls.ends(8);
  EXPECT_TRUE(calls.has_room(10_us));
  calls.begins(9, 10_us);
  EXPECT_FALSE(calls.has_room(10'999_ns));
  EXPECT_TRUE(calls.has_room(11_us));
  calls.ends(7);
  EXPECT_EQ(calls.count(), 1u);
}

}  // namespace
}  // namespace flybar::gmsnet
