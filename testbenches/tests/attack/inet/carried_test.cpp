// Random TCP, UDP and calls with pages, over each of what can carry IP: with losses, damage, late
// packets and such that come twice, rings of two descriptors and hardly any frames.
#include <cstdio>

#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/transport/transport.h"
#include "testbenches/tests/attack/inet/machine.h"
#include "testbenches/tests/attack/inet/some_setup.h"
#include "testbenches/tests/inet/pair.h"

namespace flybar::inet {
namespace {

using experiments::Transport;

class RandomCarried : public testing::Test {
 protected:
  RandomCarried() {
    setup.nodes = 3;
    setup.operations = operations(200);
    setup.software_sums = setup.calls = setup.over_datagrams = setup.post = true;
  }

  void set(const std::string& key, const std::string& value) {
    settings.push_back({"test", key, value});
  }
  template <std::size_t N>
  void choose(const char* key, const char* const (&values)[N]) {
    set(key, values[random() % N]);
  }
  void draw() {
    for (const char* key : {"ip.damaged", "ip.doubled", "ip.late"})
      choose(key, {"0", "0.003", "0.01"});
    choose("ip.lost", {"0.002", "0.01"});
    choose("ip.late_by", {"50 us", "700 us", "5 ms"});
    set("ip.fault_seed", std::to_string(random() % 1'000'000));
    choose("tcp.ack", {"on-read", "every-second"});
    choose("host.memory", {"8 MB", "32 MB"});
    choose("gmsnet.timeout", {"5 ms", "50 ms"});
    constexpr Bytes kBuffers[] = {Bytes(20'000), Bytes(65'536)};
    setup.socket_buffer = kBuffers[random() % 2];
    setup.scarce = random() % 2 != 0;
  }
  void draw_lan(Transport transport) {
    setup.transport = transport;
    for (const cluster::Setting& part : experiments::parts_of(transport)) set(part.key, part.text);
    choose("lan.rings", {"2", "2", "3", "5", "32"});
    choose("lan.byte_errors", {"0", "0.000002"});
    choose("lan.lost_frames", {"0.0005", "0.002"});
    set("lan.fault_seed", std::to_string(random() % 1'000'000));
    draw();
  }
  void draw_myrinet(Transport transport) {
    setup.transport = transport;
    choose("link.byte_errors", {"0", "0.000002"});
    choose("link.lost_tails", {"0.0005", "0.002"});
    set("link.fault_seed", std::to_string(random() % 1'000'000));
    draw();
  }
  void run() {
    const auto system = systems::load(cluster::find_platform("alphastation-500"), settings);
    RandomMachine machine({.system = system->params, .observer = nobody()}, setup, random);
    for (const cluster::Setting& one : settings)
      std::printf("%s=%s ", one.key.c_str(), one.text.c_str());
    std::printf("buffers of %lld B%s\n", static_cast<long long>(setup.socket_buffer.count),
                setup.scarce ? ", few frames" : "");
    machine.run();
    expect_right(machine.conversations().counters());
    EXPECT_EQ(machine.calls().counters().wrong, 0u);
    EXPECT_EQ(machine.post().counters().wrong, 0u);
    for (std::size_t n = 0; n < setup.nodes; ++n) {
      EXPECT_EQ(machine.node(n).after, machine.node(n).before) << "node " << n;
      EXPECT_EQ(machine.calls_left(n), 0u) << "node " << n;
    }
    print_all(machine);
  }
  static void print_all(RandomMachine& machine) {
    print(machine.conversations(), machine.inets());
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    const RandomCalls::Counters& calls = machine.calls().counters();
    const Post::Counters& post = machine.post().counters();
    std::printf("%llu calls, %llu answered, %llu not, %llu without frame\n", number(calls.calls),
                number(calls.answered), number(calls.unanswered), number(calls.no_frame));
    std::printf("%llu datagrams, %llu without room, %llu came, %llu of them again\n",
                number(post.sent), number(post.refused), number(post.received),
                number(post.doubled));
    std::printf("%llu packets of IP\n", number(machine.packets()));
  }

  std::mt19937_64 random{chosen_seed(1)};
  std::vector<cluster::Setting> settings;
  RandomMachine::Setup setup;
};

TEST_F(RandomCarried, ByTrapeze) {
  draw_myrinet(Transport::kIpTrapeze);
  choose("mcp.send_entries", {"4", "8"});
  choose("mcp.receive_entries", {"4", "8"});
  choose("ip.mtu", {"576 B", "1500 B", "8320 B"});
  run();
}

TEST_F(RandomCarried, ByMyriApi) {
  draw_myrinet(Transport::kIpMyriapi);
  run();
}

TEST_F(RandomCarried, ByASwitchOfEthernet) {
  draw_lan(Transport::kEthernet);
  choose("lan.mtu", {"576 B", "1500 B"});
  run();
}

TEST_F(RandomCarried, ByACableOfEthernet) {
  setup.operations = operations(60);
  draw_lan(Transport::kEthernet);
  set("lan.shape", "cable");
  choose("lan.mtu", {"576 B", "1500 B"});
  run();
}

TEST_F(RandomCarried, ByAtm) {
  draw_lan(Transport::kAtm);
  choose("lan.mtu", {"1500 B", "9180 B"});
  run();
}

}  // namespace
}  // namespace flybar::inet
