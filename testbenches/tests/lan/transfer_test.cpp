/// Streams of TCP between hosts with ring cards.
#include "testbenches/tests/lan/lan_bench.h"

namespace flybar::lan {
namespace {

constexpr std::size_t kBytes = 500'000;

class Transfer : public LanBench {};

TEST_F(Transfer, StreamOverEthernetArrivesWhole) {
  const Time took = transfer(kBytes);
  // The last 64 KB may wait in the buffer; of 1538 byte times 1460 are data.
  EXPECT_GT(took, Time::ms(36));
  EXPECT_LT(took, Time::ms(100));
}

TEST_F(Transfer, StreamOverAtmArrivesWhole) {
  set("lan.framing", "aal5");
  transfer(kBytes);
}

TEST_F(Transfer, StreamOverACableArrivesWhole) {
  set("lan.shape", "cable");
  transfer(kBytes);
}

}  // namespace
}  // namespace flybar::lan
