/// Two LANai boards in each host, on one or two buses and one or two networks: each has messages of
/// its own.
#include <gtest/gtest.h>

#include <random>

#include "models/myrinet/network_params.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/test_size.h"

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

/// What a stream is like. Who polls leaves the CPU to nobody.
struct Flow {
  trapeze::Notify notify = trapeze::Notify::kPolling;
  Time pause = Time();  ///< between two messages
  bool waits = false;   ///< the receiver waits for each message; else it looks from time to time
  std::size_t from = 0;
};

/// One node sends kCount messages to the other over one card, and that one takes them.
class Stream {
 public:
  Stream(Testbed& testbed, std::size_t card, const Flow& flow)
      : stack_(testbed, {.notify = flow.notify, .card = card}), flow_(flow) {
    stack_.run_on(flow.from, [this](TrapezeStack::Host& host) {
      if (flow_.waits) host.cpu.sleep(kLoaded);
      for (int i = 0; i < kCount; ++i) {
        send(host, i);
        if (flow_.pause > Time()) host.cpu.sleep(flow_.pause);
      }
    });
    stack_.run_on(1 - flow.from, [this](TrapezeStack::Host& host) { receive(host); });
  }
  static constexpr int kCount = 20;
  /// Until then all boards have been loaded: a reset loses what has come before. Who polls leaves
  /// the CPU to nobody, so receivers wait for it.
  static constexpr Time kLoaded = Time::ms(10);
  std::vector<std::uint8_t> received;
  std::string times;  ///< at which they were

 private:
  void send(TrapezeStack::Host& host, int number) const {
    tpz_sendmsg* message = nullptr;
    while ((message = tpz_get_sendmsg(host.nic)) == nullptr) host.cpu.sleep(5_us);
    tpz_set_destination(message, static_cast<std::uint32_t>(1 - flow_.from));
    const auto byte = static_cast<std::uint8_t>(number);
    const std::uint8_t control[4] = {byte, byte, byte, byte};
    tpz_write_control(message, 0, control, sizeof control);
    tpz_set_control_len(message, sizeof control);
    tpz_release_sendmsg(message);
  }
  tpz_rcvmsg* next(TrapezeStack::Host& host) const {
    return flow_.waits ? tpz_wait_rcvmsg(host.nic, kPatience.ps()) : tpz_get_rcvmsg(host.nic);
  }
  /// A message that a full ring has refused never comes: the stream ends without it.
  void receive(TrapezeStack::Host& host) {
    if (flow_.waits) host.cpu.sleep(kLoaded - Time::ms(1));
    while (received.size() < kCount) {
      tpz_rcvmsg* message = next(host);
      if (message == nullptr && flow_.waits) return;
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

  static constexpr Time kPatience = Time::ms(20);
  TrapezeStack stack_;
  const Flow flow_;
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
  Stream first(testbed, 0, {});
  Stream second(testbed, 1, {});

  testbed.run();

  EXPECT_EQ(first.received, counted());
  EXPECT_EQ(second.received, counted());
}

/// When the messages of both boards were received.
std::string times(const Parts2& parts, const Flow& first, const Flow& second, Stepping stepping) {
  return lockstep::in_child([&] {
    const auto system = load(parts);
    Observer observer;
    Testbed testbed({.system = system->params, .observer = observer, .stepping = stepping},
                    {.patience = Time::ms(200)});
    Stream one(testbed, 0, first), other(testbed, 1, second);
    testbed.run();
    return one.times + "and " + other.times;
  });
}

void expect_same_times(const Parts2& parts, const Flow& first, const Flow& second) {
  const std::string fast = times(parts, first, second, Stepping::kFast);
  ASSERT_EQ(fast.find("error"), std::string::npos) << fast;
  EXPECT_GT(fast.size(), 12 * Stream::kCount);  // most have come
  EXPECT_EQ(fast, times(parts, first, second, Stepping::kEveryClock));
}

/// The receiver polls the first board over its bus, the second one interrupts it. Messages come
/// at intervals that are not the same, so each network is now quiet and now busy beside the other.
TEST_P(SeveralCards, TakeTheSameTimesInBothWaysOfStepping) {
  expect_same_times(GetParam(), {trapeze::Notify::kPolling, 60_us, true},
                    {trapeze::Notify::kInterrupt, 73_us, true});
}

TEST_P(SeveralCards, TakeTheSameTimesUnderRandomLoads) {
  const auto seeds = lockstep::asked_seeds().value_or(
      lockstep::long_form() ? lockstep::Seeds{1, 200} : lockstep::Seeds{1, 6});
  const auto flow = [](std::mt19937_64& random) {
    return Flow{random() % 2 == 0 ? trapeze::Notify::kPolling : trapeze::Notify::kInterrupt,
                Time::ns(1000 + static_cast<std::int64_t>(random() % 150'000)), true, random() % 2};
  };
  for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE("FLYBAR_TEST_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    const Flow first = flow(random), second = flow(random);
    expect_same_times(GetParam(), first, second);
  }
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
