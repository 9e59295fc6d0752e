// Replies that come in the moment in which their call is given up: to ask the NIC for the frame
// takes a while.
#include "testbenches/tests/gmsnet/gmsnet_bench.h"

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

  /// How long a call for a page takes that nothing delays.
  static Time round_trip(Gmsnet& net, Operation operation) {
    const Time begin = net.cpu().now();
    EXPECT_EQ(net.gmsnet_call(request(net, operation), 1, page_in(frame(net))).status, Status::kOk);
    return net.cpu().now() - begin;
  }

  /// Calls whose replies come before, in and behind the moment in which they time out.
  void time_out(const std::function<void(const Reply&, Time)>& use) {
    set("gmsnet.timeout", "300 us");
    run([&](Gmsnet& net) {
      Time delay;
      server->register_service(70, [&](Request& r) {
        server->cpu().sleep(delay);
        Message reply = server->gmsnet_makebuf(70);
        reply.payload = frame(*server);
        reply.payload_length = 8_KB;
        server->gmsnet_reply(r, reply);
      });
      const Time least = kTimeout - round_trip(net, 70) - 30_us;
      const std::uint64_t before = net.counters().replies;
      for (delay = least; delay < least + 130_us; delay += 200_ns) {
        const Time begin = net.cpu().now();
        const Reply reply = net.gmsnet_call(request(net, 70), 1, page_in(frame(net)));
        use(reply, net.cpu().now() - begin);
        net.cpu().sleep(300_us);
      }
      replies = net.counters().replies - before;
    });
  }
  static constexpr Time kTimeout = 300_us;
  std::uint64_t replies = 0;
};

TEST_F(LateTest, ACallThatIsAnsweredWhileItIsGivenUpEndsOnce) {
  few_records();
  run([](Gmsnet& net) {
    const Time in_time = round_trip(net, kPage);
    Time patience = in_time - 40_us;
    while (patience < in_time && !is_answered_while_given_up(net, patience)) {
      net.cpu().sleep(600_us);
      patience += 200_ns;
    }
    EXPECT_LT(patience, in_time);
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
    late += reply.status == Status::kOk && taken > kTimeout ? 1 : 0;
    EXPECT_LT(taken, kTimeout + 200_us);
  });

  EXPECT_GT(late, 0);
}

TEST_F(LateTest, ACallThatIsAnsweredAtTheEndOfItsGraceHasItsReply) {
  set("gmsnet.grace", "10 us");
  std::uint64_t answered = 0, calls = 0;
  time_out([&](const Reply& reply, Time) {
    ++calls;
    answered += reply.status == Status::kOk ? 1 : 0;
  });

  EXPECT_EQ(answered, replies);
  EXPECT_LT(answered, calls);
}

}  // namespace
}  // namespace flybar::gmsnet
