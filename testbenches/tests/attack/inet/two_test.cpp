// Random operations on the sockets of two hosts.
#include "testbenches/tests/attack/inet/conversations.h"
#include "testbenches/tests/attack/inet/some_setup.h"
#include "testbenches/tests/inet/pair.h"
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class RandomSockets : public SocketBench {
 protected:
  void converse(std::uint64_t wanted) {
    setup = some_host(random);
    wire = some_wire(random, setup.sockets.software_sums);
    play(wanted, false);
  }
  /// Through windows of a few segments, which both ends fill before either reads.
  void fill_and_converse(std::uint64_t wanted) {
    setup = some_host(random);
    setup.sockets.socket_buffer =
        Bytes((2 + static_cast<std::int64_t>(random() % 7)) * setup.device.mtu.count);
    play(wanted, true);
  }
  std::uint64_t sent(std::uint64_t OutputCounters::*what) {
    return inet(0).output().counters().*what + inet(1).output().counters().*what;
  }

  std::mt19937_64 random{chosen_seed(1)};

 private:
  void play(std::uint64_t wanted, bool fill_first) {
    Conversations all(random, {&inet(0), &inet(1)}, wanted, some_least(random));
    all.fill_first = fill_first;
    for (unsigned n = 0; n < 3; ++n) {
      const Conversations::Place place{1, static_cast<std::uint16_t>(kPort + n)};
      hosts().program(1, [&all, place](Cpu& cpu) { all.serve(place, cpu); });
      hosts().program(0, [&all, place, n](Cpu& cpu) { all.call(0, n, {place}, cpu); });
    }
    run();
    expect_right(all.counters());
    print(all, {&inet(0), &inet(1)});
  }
};

TEST_F(RandomSockets, BytesArriveInOrderAndNothingIsLeft) {
  converse(operations(3000));
}

/// Without segments that carry something there is little to acknowledge.
TEST_F(RandomSockets, SayNoMoreWithClosedWindowsThanTheirBytesNeed) {
  random.seed(chosen_seed(3));
  fill_and_converse(operations(1000));
  std::printf("%llu segments, %llu acknowledgements\n",
              static_cast<unsigned long long>(sent(&OutputCounters::segments)),
              static_cast<unsigned long long>(sent(&OutputCounters::acks)));
  EXPECT_LT(sent(&OutputCounters::acks), 2 * sent(&OutputCounters::segments));
}

// With these seeds lwIP was left with segments that it never sent.

TEST_F(RandomSockets, GoOnWhenATimeOutFindsAFastRetransmissionWaiting) {
  random.seed(3174);
  converse(5000);
}

TEST_F(RandomSockets, GoOnWhenASegmentIsCutThatIsAcknowledgedInPart) {
  random.seed(3191);
  converse(5000);
}

}  // namespace
}  // namespace flybar::inet
