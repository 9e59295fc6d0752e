// One stack at a time.
#include <gtest/gtest.h>

#include "lwip/priv/tcp_priv.h"
#include "lwip/sys.h"
#include "models/common/error.h"
#include "testbenches/tests/inet/pair.h"

namespace flybar::inet {
namespace {

TEST(GuardTest, AnotherNodeInsideIsRefused) {
  Pair pair({});
  const Stack::Enter outer(pair.stack(0), Time());
  try {
    const Stack::Enter inner(pair.stack(1), Time());
    FAIL() << "it was let in";
  } catch (const SimulationError& error) {
    EXPECT_STREQ(error.what(),
                 "TCP/IP of node 1: entered inside TCP/IP of node 0; allowed: one stack at a time; "
                 "queue what goes to another node, and deliver it outside of the guard");
  }
}

TEST(GuardTest, SameNodeInsideIsAllowed) {
  Pair pair({});
  const Stack::Enter outer(pair.stack(0), Time());
  { const Stack::Enter inner(pair.stack(0), Time()); }
  EXPECT_THROW(Stack::Enter(pair.stack(1), Time()), SimulationError) << "the outer one has ended";
}

TEST(GuardTest, EachStackHasItsClock) {
  Pair pair({});
  const Stack::Enter guard(pair.stack(0), Time::ms(1234) + Time::us(999));
  EXPECT_EQ(sys_now(), 1234u);
}

TEST(GuardTest, VariablesAreThoseOfTheNode) {
  Pair pair({});
  netif* first = nullptr;
  pair.in(0, [&] { first = netif_list; });
  pair.in(1, [&] { EXPECT_EQ(netif_list, &pair.stack(1).interface()); });
  EXPECT_EQ(first, &pair.stack(0).interface());
  pair.in(0, [&] { EXPECT_EQ(netif_list, first); });
}

TEST(GuardTest, AnotherStackMayBeginAndEndInside) {
  Pair pair({});
  pair.in(0, [&] {
    { const Pair other({}); }
    EXPECT_EQ(netif_list, &pair.stack(0).interface());
  });
}

TEST(GuardTest, AssertOfLwipIsAnErrorWithTheNode) {
  Pair pair({});
  try {
    pair.in(1, [] { tcp_update_rcv_ann_wnd(nullptr); });
    FAIL() << "lwIP did not look";
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.fault().where, "TCP/IP of node 1");
    EXPECT_EQ(error.fault().found, "tcp_update_rcv_ann_wnd: invalid pcb");
  }
}

}  // namespace
}  // namespace flybar::inet
