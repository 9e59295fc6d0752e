/// Two LANai boards in each host, on one or two buses and one or two networks: each has messages of
/// its own.
#include <gtest/gtest.h>

#include <deque>

#include "models/myrinet/network_params.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::cluster {
namespace {

using namespace literals;
using experiments::Testbed;
using experiments::TrapezeStack;

struct Parts2 {
  const char* buses;
  const char* cards;
  const char* networks;
};

std::unique_ptr<System> load(const Parts2& parts) {
  return systems::load(find_platform("alphastation-500"),
                       {{"test", "node.buses", parts.buses},
                        {"test", "node.cards", parts.cards},
                        {"test", "system.networks", parts.networks}});
}

/// Node 0 sends `count` messages to node 1 over one card, and node 1 takes them.
class Stream {
 public:
  Stream(Testbed& testbed, std::size_t card, trapeze::Notify notify)
      : stack_(testbed, {.notify = notify, .card = card}) {
    stack_.run_on(0, [](TrapezeStack::Host& host) {
      for (int i = 0; i < kCount; ++i) send(host, i);
    });
    stack_.run_on(1, [this](TrapezeStack::Host& host) { receive(host); });
  }
  static constexpr int kCount = 20;
  std::vector<std::uint8_t> received;

 private:
  static void send(TrapezeStack::Host& host, int number) {
    tpz_sendmsg* message = nullptr;
    while ((message = tpz_get_sendmsg(host.nic)) == nullptr) host.cpu.sleep(5_us);
    tpz_set_destination(message, 1);
    const auto byte = static_cast<std::uint8_t>(number);
    const std::uint8_t control[4] = {byte, byte, byte, byte};
    tpz_write_control(message, 0, control, sizeof control);
    tpz_set_control_len(message, sizeof control);
    tpz_release_sendmsg(message);
  }
  void receive(TrapezeStack::Host& host) {
    while (received.size() < kCount) {
      tpz_rcvmsg* message = tpz_get_rcvmsg(host.nic);
      if (message == nullptr) {
        host.cpu.sleep(5_us);
        continue;
      }
      std::uint8_t control[4];
      tpz_read_control(message, 0, control, sizeof control);
      received.push_back(control[0]);
      tpz_release_rcvmsg(message);
    }
  }

  TrapezeStack stack_;
};

std::vector<std::uint8_t> counted() {
  std::vector<std::uint8_t> all(Stream::kCount);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}

class SeveralCards : public testing::TestWithParam<Parts2> {};

TEST_P(SeveralCards, HaveMessagesOfTheirOwn) {
  const auto system = load(GetParam());
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer}, {.patience = Time::ms(100)});
  Stream first(testbed, 0, trapeze::Notify::kPolling);
  Stream second(testbed, 1, trapeze::Notify::kPolling);

  testbed.run();

  EXPECT_EQ(first.received, counted());
  EXPECT_EQ(second.received, counted());
}

INSTANTIATE_TEST_SUITE_P(OnBusesAndNetworks, SeveralCards,
                         testing::Values(Parts2{"pci", "lanai, b: lanai", "myrinet"},
                                         Parts2{"pci", "lanai, b: lanai at storage",
                                                "myrinet, storage: myrinet"},
                                         Parts2{"pci, io: pci", "lanai, b: lanai on io", "myrinet"},
                                         Parts2{"pci, io: pci", "lanai, b: lanai on io at storage",
                                                "myrinet, storage: myrinet"}),
                         [](const auto& tested) { return "Parts" + std::to_string(tested.index); });

}  // namespace
}  // namespace flybar::cluster
