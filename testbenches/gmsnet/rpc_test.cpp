#include "testbenches/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

class RpcTest : public GmsnetBench {};

TEST_F(RpcTest, ACallReturnsWhatTheServiceAnswered) {
  run([](Gmsnet& net) {
    Reply reply = net.gmsnet_call(request(net, kEcho, 42), 1);

    EXPECT_EQ(reply.status, Status::kOk);
    EXPECT_EQ(reply.arguments.pop(), 42u);
  });
}

TEST_F(RpcTest, ADelegatedRequestIsAnsweredByTheLastNode) {
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

TEST_F(RpcTest, AnOperationThatNobodyServesIsAnsweredAsUnknown) {
  run([](Gmsnet& net) {
    EXPECT_EQ(net.gmsnet_call(request(net, 99), 1).status, Status::kUnknown);
  });
}

TEST_F(RpcTest, ACallToADeadHostTimesOut) {
  set("gmsnet.timeout", "1 ms");
  run([this](Gmsnet& net) {
    server->halt();
    const Time begin = net.cpu().now();

    EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kTimedOut);
    EXPECT_GE(net.cpu().now() - begin, 1_ms);
    EXPECT_LT(net.cpu().now() - begin, 1_ms + 50_us);
  });
}

TEST_F(RpcTest, TheFrameOfACallThatTimesOutComesBack) {
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
  run([](Gmsnet& net) {
    const Physical taken = frame(net);
    for (std::uint32_t at = 0; at < 8192; at += 32) tpz_ipt_map(net.nic(), taken + at, 0);
    const Physical mine = frame(net);
    const Reply reply = net.gmsnet_call(request(net, kPage), 1, page_in(mine));

    EXPECT_EQ(reply.status, Status::kTimedOut);
    EXPECT_EQ(reply.payload, mine);
  });
}

TEST_F(RpcTest, ALateReplyIsCountedAndChangesNothing) {
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

TEST_F(RpcTest, RequestsAreServedInTheOrderInWhichTheyCome) {
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
