// Replies that come in the moment in which their call is given up: to ask the NIC for the frame
// takes a while.
#include "testbenches/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

class LateTest : public GmsnetBench {
 protected:
  /// Asks for a page and gives the call up after `patience`. Whether the reply comes meanwhile.
  static bool is_answered_while_given_up(Gmsnet& net, Time patience) {
    Status status = Status::kUnknown;
    const CallId call =
        net.gmsnet_call_nonblocking(request(net, kPage), 1, page_in(frame(net)), {[&](Reply& r) {
                                      status = r.status;
                                      return true;
                                    }});
    net.cpu().sleep(patience);
    return net.gmsnet_cancel(call) && status == Status::kOk;
  }

  /// Calls whose replies come before, in and behind the moment in which they time out, after 200
  /// us.
  void time_out(const std::function<void(const Reply&, Time)>& use) {
    set("gmsnet.timeout", "200 us");
    run([&](Gmsnet& net) {
      Time delay;
      server->register_service(70, [&](Request& r) {
        server->cpu().sleep(delay);
        Message reply = server->gmsnet_makebuf(70);
        reply.payload = frame(*server);
        reply.payload_length = 8_KB;
        server->gmsnet_reply(r, reply);
      });
      for (delay = 20_us; delay < 80_us; delay += 200_ns) {
        const Time begin = net.cpu().now();
        const Reply reply = net.gmsnet_call(request(net, 70), 1, page_in(frame(net)));
        use(reply, net.cpu().now() - begin);
        net.cpu().sleep(300_us);
      }
      replies = net.counters().replies;
    });
  }
  std::uint64_t replies = 0;
};

TEST_F(LateTest, ACallThatIsAnsweredWhileItIsGivenUpEndsOnce) {
  few_records();
  run([](Gmsnet& net) {
    Time patience = 140_us;
    while (patience < 180_us && !is_answered_while_given_up(net, patience)) {
      net.cpu().sleep(600_us);
      patience += 200_ns;
    }
    EXPECT_LT(patience, 180_us);
    int answers = 0;
    const auto count = [&](Reply&) { return ++answers, true; };
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 2; ++k) {
        net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {count});
      }
      EXPECT_EQ(net.gmsnet_call(request(net, kEcho), 1).status, Status::kOk);
    }
    EXPECT_EQ(answers, 2 * 4);
  });
}

TEST_F(LateTest, ACallThatIsAnsweredWhileItTimesOutEndsThen) {
  int late = 0;
  time_out([&](const Reply& reply, Time taken) {
    late += reply.status == Status::kOk && taken > 200_us ? 1 : 0;
    EXPECT_LT(taken, 400_us);
  });

  EXPECT_GT(late, 0);
}

TEST_F(LateTest, ACallThatIsAnsweredAtTheEndOfItsGraceHasItsReply) {
  set("gmsnet.grace", "10 us");
  std::uint64_t answered = 0;
  time_out([&](const Reply& reply, Time) { answered += reply.status == Status::kOk ? 1 : 0; });

  EXPECT_EQ(answered, replies);
}

}  // namespace
}  // namespace flybar::gmsnet
