#include "testbenches/tests/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

class RpcTest : public GmsnetBench {
 protected:
  /// A message with a page, that nobody serves.
  static Message page(Gmsnet& net) {
    Message message = request(net, 99);
    message.payload = frame(net);
    message.payload_length = 8_KB;
    return message;
  }
  /// Of 256.
  void take_tokens(Gmsnet& net, int count) {
    const Physical taken = frame(net);
    for (int i = 0; i < count; ++i) tpz_ipt_map(nic, taken, 0);
  }
  /// Makes a call in a handler, which cannot wait for a send entry.
  static CallId call_with_full_ring(Gmsnet& net, const Expected& expected) {
    CallId call = 1;
    const auto fill_and_call = [&](Reply&) {
      while (net.gmsnet_sendto(page(net), 1)) continue;
      call = net.gmsnet_call_nonblocking(request(net, kPage), 1, expected, {});
      return true;
    };
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {fill_and_call});
    net.cpu().sleep(10_ms);
    return call;
  }
};

class AnyRpc : public AnyCarrier {};
INSTANTIATE_TEST_SUITE_P(Over, AnyRpc, testing::Values(Over::kTrapeze, Over::kDatagrams), name_of);

TEST_P(AnyRpc, ACallReturnsWhatTheServiceAnswered) {
  run([](Gmsnet& net) {
    Reply reply = net.gmsnet_call(request(net, kEcho, 42), 1);

    EXPECT_EQ(reply.status, Status::kOk);
    EXPECT_EQ(reply.arguments.pop(), 42u);
  });
}

TEST_P(AnyRpc, ADelegatedRequestIsAnsweredByTheLastNode) {
  run(
      [](Gmsnet& net) {
        const Physical mine = frame(net);
        const Reply reply = net.gmsnet_call(request(net, kForward, 7), 1, page_in(mine));

        EXPECT_EQ(reply.status, Status::kOk);
        EXPECT_EQ(reply.source, 2u);
        EXPECT_EQ(first_byte(net, mine), 7);
      },
      3);
}

TEST_P(AnyRpc, AnOperationThatNobodyServesIsAnsweredAsUnknown) {
  run([](Gmsnet& net) {
    EXPECT_EQ(net.gmsnet_call(request(net, 99), 1).status, Status::kUnknown);
  });
}

TEST_P(AnyRpc, ACallToADeadHostTimesOut) {
  set("gmsnet.timeout", "1 ms");
  run([this](Gmsnet& net) {
    server->halt();
    const Time begin = net.cpu().now();

    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kTimedOut);
    EXPECT_GE(net.cpu().now() - begin, 1_ms);
    EXPECT_LT(net.cpu().now() - begin, 1_ms + 50_us);
  });
}

TEST_P(AnyRpc, TheFrameOfACallThatTimesOutComesBack) {
  set("gmsnet.timeout", "1 ms");
  run([this](Gmsnet& net) {
    server->halt();
    const Physical mine = frame(net);
    const Reply reply = net.gmsnet_call(request(net, kPage), 1, page_in(mine));

    EXPECT_EQ(reply.payload, mine);
    EXPECT_FALSE(reply.frame_lost);
    EXPECT_EQ(state(net, mine), host::FrameState::kHost);
  });
}

TEST_F(RpcTest, ACallForWhichThereIsNoTokenTimesOut) {
  set("gmsnet.timeout", "1 ms");
  run([this](Gmsnet& net) {
    take_tokens(net, 256);
    const Physical mine = frame(net);
    const Reply reply = net.gmsnet_call(request(net, kPage), 1, page_in(mine));

    EXPECT_EQ(reply.status, Status::kTimedOut);
    EXPECT_EQ(reply.payload, mine);
  });
}

/// The token of a page that is on its way is the last one.
TEST_F(RpcTest, ACallForWhichThereIsNoTokenGoesWhenOneComesBack) {
  set("gmsnet.timeout", "5 ms");
  run([this](Gmsnet& net) {
    take_tokens(net, 255);
    EXPECT_NE(net.gmsnet_call_nonblocking(request(net, kPage), 1, page_in(frame(net)), {}), 0u);
    const Time begin = net.cpu().now();

    EXPECT_EQ(net.gmsnet_call(request(net, kPage), 1, page_in(frame(net))).status, Status::kOk);
    EXPECT_LT(net.cpu().now() - begin, 1_ms);
  });
}

/// Pages leave more slowly than they are asked to: the ring is full after a while.
TEST_F(RpcTest, WhoFindsTheSendRingFullLooksAgainAfterAPause) {
  set("gmsnet.entry_pause", "200 us");
  run([](Gmsnet& net) {
    Time longest;
    for (int i = 0; i < 64; ++i) {
      const Time begin = net.cpu().now();
      net.gmsnet_sendto(page(net), 1);
      longest = std::max(longest, net.cpu().now() - begin);
    }
    EXPECT_GE(longest, 200_us);
    EXPECT_LT(longest, 250_us);
  });
}

TEST_F(RpcTest, TheFrameOfACallForWhichThereIsNoSendEntryComesBack) {
  run([](Gmsnet& net) {
    const Physical mine = frame(net);
    EXPECT_EQ(call_with_full_ring(net, page_in(mine)), 0u);

    EXPECT_EQ(state(net, mine), host::FrameState::kHost);
  });
}

TEST_F(RpcTest, TheRecordOfACallForWhichThereIsNoSendEntryIsFree) {
  few_records();
  run([](Gmsnet& net) {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(call_with_full_ring(net, {}), 0u);
    EXPECT_NE(net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {}), 0u);

    EXPECT_EQ(net.counters().recycled, 0u);
  });
}

TEST_F(RpcTest, TheRecordOfACallForWhichThereIsNoTokenIsFree) {
  few_records();
  set("gmsnet.timeout", "1 ms");
  run([this](Gmsnet& net) {
    take_tokens(net, 256);
    for (int i = 0; i < 3; ++i) net.gmsnet_call(request(net, kPage), 1, page_in(frame(net)));

    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);
  });
}

TEST_P(AnyRpc, ALateReplyIsCountedAndChangesNothing) {
  set("gmsnet.timeout", "1 ms");
  run([](Gmsnet& net) {
    const Physical mine = frame(net);
    EXPECT_EQ(net.gmsnet_call(request(net, kSlow), 1, page_in(mine)).status, Status::kTimedOut);
    net.cpu().memory().edit(mine)[0] = 1;
    net.cpu().sleep(3_ms);

    EXPECT_EQ(net.counters().late_replies, 1u);
    EXPECT_EQ(first_byte(net, mine), 1);
  });
}

TEST_P(AnyRpc, ARequestThatExpectsNoReplyGetsNone) {
  run([](Gmsnet& net) {
    net.gmsnet_sendto(request(net, kEcho), 1);
    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);

    EXPECT_EQ(net.counters().late_replies, 0u);
  });
}

TEST_F(RpcTest, MessagesThatNobodyTakesLeaveTheRing) {
  run([this](Gmsnet& net) {
    for (int i = 0; i < 40; ++i) {
      tpz_sendmsg* const message = tpz_get_sendmsg(nic);
      tpz_set_destination(message, 1);
      tpz_set_type(message, 77);
      tpz_release_sendmsg(message);
      net.cpu().sleep(50_us);
    }
    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);
    EXPECT_EQ(server_carrier->counters().unknown, 40u);
  });
}

TEST_P(AnyRpc, WhatWaitsWhenTheHostCrashesIsNotServed) {
  run([this](Gmsnet& net) {
    for (const Operation operation : {kSlow, kEcho}) net.gmsnet_sendto(request(net, operation), 1);
    net.cpu().sleep(1_ms);
    server->halt();
    net.cpu().sleep(5_ms);

    EXPECT_EQ(server->counters().requests, 1u);
  });
}

TEST_P(AnyRpc, RequestsAreServedInTheOrderInWhichTheyCome) {
  run([this](Gmsnet& net) {
    std::vector<std::uint32_t> seen;
    server->register_service(50, [&](Request& r) { seen.push_back(r.arguments.pop()); });
    for (std::uint32_t i = 0; i < 10; ++i) EXPECT_TRUE(net.gmsnet_sendto(request(net, 50, i), 1));
    net.gmsnet_call(request(net, kEcho), 1);

    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  });
}

}  // namespace
}  // namespace flybar::gmsnet
