#include "testbenches/tests/gmsnet/gmsnet_bench.h"

namespace flybar::gmsnet {
namespace {

class ContinuationTest : public GmsnetBench {
 protected:
  explicit ContinuationTest(Over over = Over::kTrapeze) : GmsnetBench(over) {}

  /// Appends its number when it runs.
  Continuation numbered(int number) {
    return [this, number](Reply&) {
      order.push_back(number);
      return true;
    };
  }
  Continuation keep_status() {
    return [this](Reply& reply) {
      statuses.push_back(reply.status);
      return true;
    };
  }
  std::vector<int> order;
  std::vector<Status> statuses;
};

class AnyContinuation : public ContinuationTest, public testing::WithParamInterface<Over> {
 protected:
  AnyContinuation() : ContinuationTest(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(Over, AnyContinuation, testing::Values(Over::kTrapeze, Over::kDatagrams),
                         name_of);

TEST_P(AnyContinuation, TheLastOneRunsFirst) {
  run([this](Gmsnet& net) {
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {numbered(1), numbered(2)});
    EXPECT_TRUE(order.empty());
    net.cpu().sleep(1_ms);

    EXPECT_EQ(order, (std::vector<int>{2, 1}));
  });
}

TEST_P(AnyContinuation, ItRunsInTheReceiveHandler) {
  run([](Gmsnet& net) {
    bool in_handler = false;
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {[&](Reply&) {
                                  in_handler = net.cpu().in_handler();
                                  return true;
                                }});
    net.cpu().sleep(1_ms);

    EXPECT_TRUE(in_handler);
  });
}

TEST_P(AnyContinuation, OneThatMustWaitForALockRunsInTheDaemon) {
  host::Lock lock("pages");
  run([&](Gmsnet& net) {
    const auto continuation = [&](Reply&) {
      if (net.cpu().in_handler() && !lock.is_free()) return false;
      const host::LockGuard guard(net.cpu(), lock);
      order.push_back(net.cpu().in_handler());
      return true;
    };
    net.cpu().lock(lock);
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {continuation});
    net.cpu().sleep(1_ms);
    EXPECT_TRUE(order.empty());
    net.cpu().unlock(lock);
    net.cpu().sleep(1_ms);

    EXPECT_EQ(order, std::vector<int>{0});
    EXPECT_EQ(net.counters().deferred, 1u);
  });
}

TEST_P(AnyContinuation, OneMoreCallThanThereAreRecordsEndsTheOldest) {
  few_records();
  run([this](Gmsnet& net) {
    server->halt();
    for (int i = 0; i < 3; ++i)
      net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {keep_status()});

    EXPECT_EQ(statuses, std::vector<Status>{Status::kRecycled});
  });
}

TEST_P(AnyContinuation, ACancelledCallRunsItOnceAndGivesTheFrameBack) {
  run([this](Gmsnet& net) {
    const Physical mine = frame(net);
    const CallId call =
        net.gmsnet_call_nonblocking(request(net, kSlow), 1, page_in(mine), {keep_status()});

    EXPECT_TRUE(net.gmsnet_cancel(call));
    EXPECT_FALSE(net.gmsnet_cancel(call));
    net.cpu().sleep(4_ms);
    EXPECT_EQ(statuses, std::vector<Status>{Status::kCancelled});
    EXPECT_EQ(state(net, mine), host::FrameState::kHost);
  });
}

TEST_P(AnyContinuation, ItsOwnCallDoesNotCountWhenItMakesTheNextOne) {
  few_records();
  run([](Gmsnet& net) {
    const auto call_again = [&](Reply&) {
      return net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {}) != 0;
    };
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {call_again});
    net.gmsnet_call_nonblocking(request(net, kSlow), 1, {}, {});
    net.cpu().sleep(5_ms);

    EXPECT_EQ(net.counters().recycled, 0u);
    EXPECT_EQ(net.counters().replies, 3u);
  });
}

TEST_P(AnyContinuation, ItMayMakeTheNextCall) {
  run([](Gmsnet& net) {
    int calls = 0;
    Continuation again = [&](Reply&) {
      if (++calls < 5) net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {again});
      return true;
    };
    net.gmsnet_call_nonblocking(request(net, kEcho), 1, {}, {again});
    net.cpu().sleep(2_ms);

    EXPECT_EQ(calls, 5);
  });
}

TEST_F(ContinuationTest, AReplyThatTheHandlerMayNotHandleIsCopiedByTheDaemon) {
  run([](Gmsnet& net) {
    const Physical mine = frame(net);
    Expected page = page_in(mine, Delivery::kCopy);
    page.may_handle = [] { return false; };
    bool in_handler = true;
    const Time interrupts = net.cpu().use().share(host::Share::kInterrupt);
    net.gmsnet_call_nonblocking(request(net, kPage, 7), 1, page, {[&](Reply&) {
                                  in_handler = net.cpu().in_interrupt();
                                  return true;
                                }});
    net.cpu().sleep(2_ms);

    EXPECT_FALSE(in_handler);
    EXPECT_EQ(first_byte(net, mine), 7);
    // 8 KB take 82 us.
    EXPECT_LT(net.cpu().use().share(host::Share::kInterrupt) - interrupts, 30_us);
  });
}

TEST_F(ContinuationTest, AReplyThatTheHandlerMayHandleIsCopiedThere) {
  run([](Gmsnet& net) {
    Expected page = page_in(frame(net), Delivery::kCopy);
    page.may_handle = [] { return true; };
    bool in_handler = false;
    net.gmsnet_call_nonblocking(request(net, kPage, 7), 1, page, {[&](Reply&) {
                                  in_handler = net.cpu().in_interrupt();
                                  return true;
                                }});
    net.cpu().sleep(2_ms);

    EXPECT_TRUE(in_handler);
    EXPECT_EQ(net.counters().deferred, 0u);
  });
}

/// The ring of 32 entries is full of replies that the daemon has not handled yet.
TEST_F(ContinuationTest, ADeferredReplyHoldsItsEntryOfTheReceiveRing) {
  set("gmsnet.nonblocking_calls", "40");
  host::Lock lock("pages");
  run([&](Gmsnet& net) {
    std::vector<Status> ended;
    Expected nothing;
    nothing.may_handle = [] { return false; };
    const auto wait = [&](Reply& reply) {
      const host::LockGuard guard(net.cpu(), lock);
      ended.push_back(reply.status);
      return true;
    };
    net.cpu().lock(lock);
    for (int i = 0; i < 33; ++i) {
      while (net.gmsnet_call_nonblocking(request(net, kEcho), 1, nothing, {wait}) == 0)
        net.cpu().sleep(20_us);
      net.cpu().sleep(200_us);
    }
    EXPECT_EQ(tpz_get_counters(nic).dropped_ring_full, 1u);
    net.cpu().unlock(lock);
    net.cpu().sleep(2_ms);
    EXPECT_EQ(ended.size(), 32u);
  });
}

}  // namespace
}  // namespace flybar::gmsnet
