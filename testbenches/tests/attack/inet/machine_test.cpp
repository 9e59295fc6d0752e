// Random operations on the sockets of eight nodes with Trapeze cards, on cables that damage and
// lose, with calls between the kernels beside them.
#include <cstdio>

#include "models/systems/systems.h"
#include "testbenches/tests/attack/inet/machine.h"
#include "testbenches/tests/attack/inet/some_setup.h"
#include "testbenches/tests/inet/pair.h"

namespace flybar::inet {
namespace {

class RandomMachines : public testing::Test {
 protected:
  /// Which one.
  template <std::size_t N>
  std::size_t choose(const char* key, const char* const (&values)[N]) {
    const std::size_t n = random() % N;
    settings.push_back({"test", key, values[n]});
    return n;
  }
  bool tossed() { return random() % 2 != 0; }

  void draw() {
    choose("mcp.send_entries", {"4", "8", "32"});
    choose("mcp.receive_entries", {"4", "8", "32"});
    const bool damages = choose("link.byte_errors", {"0", "0.000002"}) > 0;
    choose("link.lost_tails", {"0", "0.002"});
    choose("ip.mtu", {"576 B", "1500 B", "4224 B", "8320 B"});
    choose("tcp.ack", {"on-read", "every-second"});
    choose("mcp.interrupts", {"each", "coalesced"});
    choose("host.memory", {"8 MB", "32 MB"});
    settings.push_back({"test", "link.fault_seed", std::to_string(random() % 1'000'000)});
    constexpr Bytes kBuffers[] = {Bytes(20'000), Bytes(65'536), Bytes(300'000)};
    setup.socket_buffer = kBuffers[random() % 3];
    // Two wrong bits of one packet may pass the CRC of the link.
    setup.software_sums = tossed() || damages;
    setup.scarce = tossed();
    setup.calls = random() % 4 != 0;
  }
  void run() {
    const auto system = systems::load(cluster::find_platform("alcor-miata"), settings);
    RandomMachine machine({.system = system->params, .observer = nobody()}, setup, random);
    machine.run();
    expect_right(machine.conversations().counters());
    EXPECT_EQ(machine.calls().counters().wrong, 0u);
    EXPECT_TRUE(machine.dropped() > 0 || machine.calls().counters().unanswered == 0);
    for (std::size_t n = 0; n < setup.nodes; ++n)
      EXPECT_EQ(machine.node(n).after, machine.node(n).before) << "node " << n;
    print_all(machine);
  }
  void print_all(RandomMachine& machine) const {
    for (const cluster::Setting& one : settings)
      std::printf("%s=%s ", one.key.c_str(), one.text.c_str());
    std::printf("buffers of %lld B%s%s\n", static_cast<long long>(setup.socket_buffer.count),
                setup.software_sums ? ", sums" : "", setup.scarce ? ", few frames" : "");
    print(machine.conversations(), machine.inets());
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    const RandomCalls::Counters& calls = machine.calls().counters();
    std::printf("%llu calls, %llu answered, %llu not, %llu without frame; %llu messages dropped\n",
                number(calls.calls), number(calls.answered), number(calls.unanswered),
                number(calls.no_frame), number(machine.dropped()));
  }

  std::mt19937_64 random{chosen_seed(1)};
  std::vector<cluster::Setting> settings;
  RandomMachine::Setup setup;
};

TEST_F(RandomMachines, TalkToAnyOtherAndNothingIsLeft) {
  setup.operations = operations(300);
  draw();
  run();
}

}  // namespace
}  // namespace flybar::inet
