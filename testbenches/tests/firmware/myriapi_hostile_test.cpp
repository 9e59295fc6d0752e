// Descriptors and packets of any content: MyriAPI's firmware starts no transfer that the chip
// refuses, and goes on serving.
#include "testbenches/tests/firmware/myriapi_bench.h"
#include "testbenches/tests/random.h"
#include "testbenches/tests/test_size.h"

namespace flybar::firmware {
namespace {

/// Words that are often at a limit, often near one, and else anything.
class Hostile {
 public:
  explicit Hostile(std::uint64_t seed) : random_(seed) {}

  std::uint32_t below(std::int64_t end) {
    return static_cast<std::uint32_t>(random_.between(0, end - 1));
  }
  bool one_in(std::int64_t n) { return random_.one_in(n); }
  std::uint32_t word() {
    if (one_in(4)) return below(std::int64_t{1} << 32);
    return random_.one_of({0u, 1u, 4u, 8u, 16u, 64u, 8432u, 0x80000000u, ~0u}) + below(3) - 1;
  }
  /// In host memory, where a DMA of the longest packet ends, too: no card can know more of it.
  std::uint32_t address() { return below(64) * 0x2000 + (one_in(4) ? below(8) : 0); }
  std::uint32_t length() { return one_in(3) ? word() : below(600) * 4; }

  myriapi_send_entry send() {
    myriapi_send_entry entry{};
    for (auto& piece : entry.pieces) piece = {address(), length()};
    entry.count = one_in(3) ? word() : below(4);
    entry.destination = one_in(3) ? word() : 3;
    entry.channel = one_in(8) ? word() : 1;
    entry.owner = one_in(4) ? word() : MYRIAPI_OWNER_NIC;
    return entry;
  }
  myriapi_receive_entry receive() {
    myriapi_receive_entry entry{};
    for (auto& piece : entry.pieces) piece = {address(), length()};
    entry.count = one_in(3) ? word() : below(9);
    entry.owner = one_in(4) ? word() : MYRIAPI_OWNER_NIC;
    return entry;
  }

 private:
  lockstep::Random random_;
};

class MyriapiHostile : public MyriapiFirmware, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(MyriapiHostile, DescriptorsAndPacketsDoNoHarm) {
  const std::uint64_t seed = lockstep::asked_seed().value_or(GetParam());
  SCOPED_TRACE("FLYBAR_TEST_SEED=" + std::to_string(seed));
  Hostile hostile(seed);
  ASSERT_EQ(start(2 + hostile.below(3)), MYRIAPI_STATE_RUNNING);
  for (int round = 0; round < 20; ++round) {
    for (auto& entry : myriapi_nic.send) entry = hostile.send();
    for (auto& entry : myriapi_nic.receive) entry = hostile.receive();
    for (int i = 0; i < 4; ++i)
      arrive(packet(hostile.word(), Bytes(hostile.below(9000)),
                    hostile.one_in(4) ? hostile.word() : MYRIAPI_WIRE_TYPE),
             hostile.one_in(4));
    run();
    ASSERT_EQ(chip.violations, std::vector<std::string>{});
  }
  for (auto& entry : myriapi_nic.send) entry = {};
  for (auto& entry : myriapi_nic.receive)
    entry = {{{0x40000, MYRIAPI_MTU}}, 1, 0, 0, 0, 0, 0, 0, 1};
  const std::uint32_t before = status.received;
  arrive(packet(64, Bytes(64)));
  run();
  EXPECT_EQ(status.received, before + 1);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MyriapiHostile, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace flybar::firmware
