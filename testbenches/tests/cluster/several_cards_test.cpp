/// Two LANai boards in each host, on one or two buses and one or two networks: each has messages of
/// its own.
#include <gtest/gtest.h>

#include <deque>

#include "models/myrinet/network_params.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"
#include "testbenches/tests/child.h"

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
  /// `pause` lies between two messages. The receiver waits for each, or looks from time to time.
  Stream(Testbed& testbed, std::size_t card, trapeze::Notify notify, Time pause = Time(),
         bool waits = false)
      : stack_(testbed, {.notify = notify, .card = card}), waits_(waits) {
    stack_.run_on(0, [pause](TrapezeStack::Host& host) {
      if (pause > Time()) host.cpu.sleep(kLoaded);
      for (int i = 0; i < kCount; ++i) {
        send(host, i);
        if (pause > Time()) host.cpu.sleep(pause);
      }
    });
    stack_.run_on(1, [this](TrapezeStack::Host& host) { receive(host); });
  }
  static constexpr int kCount = 20;
  /// Until then all boards have been loaded: a reset loses what has come before. Who polls leaves
  /// the CPU to nobody, so both receivers wait for it.
  static constexpr Time kLoaded = Time::ms(10);
  std::vector<std::uint8_t> received;
  std::string times;  ///< at which they were

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
    if (waits_) host.cpu.sleep(kLoaded - Time::ms(1));
    while (received.size() < kCount) {
      tpz_rcvmsg* message =
          waits_ ? tpz_wait_rcvmsg(host.nic, Time::ms(50).ps()) : tpz_get_rcvmsg(host.nic);
      if (message == nullptr) {
        host.cpu.sleep(5_us);
        continue;
      }
      std::uint8_t control[4];
      tpz_read_control(message, 0, control, sizeof control);
      received.push_back(control[0]);
      tpz_release_rcvmsg(message);
      times.append(std::to_string(host.cpu.now().ps())).append(" ");
    }
  }

  TrapezeStack stack_;
  const bool waits_;
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

/// The receiver polls the first board over its bus, the second one interrupts it. Messages come
/// at intervals that are not the same, so each network is now quiet and now busy beside the other.
std::string times(const Parts2& parts, Stepping stepping) {
  return lockstep::in_child([&] {
    const auto system = load(parts);
    Observer observer;
    Testbed testbed({.system = system->params, .observer = observer, .stepping = stepping},
                    {.patience = Time::ms(100)});
    Stream first(testbed, 0, trapeze::Notify::kPolling, 60_us, true);
    Stream second(testbed, 1, trapeze::Notify::kInterrupt, 73_us, true);
    testbed.run();
    return first.times + "and " + second.times;
  });
}

TEST_P(SeveralCards, TakeTheSameTimesInBothWaysOfStepping) {
  const std::string fast = times(GetParam(), Stepping::kFast);

  EXPECT_EQ(fast.find("error"), std::string::npos) << fast;
  EXPECT_EQ(fast, times(GetParam(), Stepping::kEveryClock));
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
