/// Another card, another bus, another network and another firmware take their places without a
/// change to node or system.
#include <gtest/gtest.h>

#include <array>

#include "models/common/software_time.h"
#include "models/host/memory/words.h"
#include "models/lanai/board/lanai_board.h"
#include "models/layouts/generated/hswap_layout.hpp"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/stacks/firmware/firmware_stack.h"
#include "testbenches/tests/cluster/exchange_parts.h"

namespace flybar::cluster {
namespace {

using namespace literals;
using experiments::Testbed;

/// What a host reads that has written 42 into its card, and how long its bus was in use.
struct Seen {
  std::uint32_t word = 0;
  Time busy;
};
Seen write_and_read(const SystemParams& system) {
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  Seen seen;
  testbed.run_on(0, [&](Node& node) {
    node.cpu.store_word(kWindow + 8, 42);
    node.cpu.drain();
    seen.word = node.cpu.load_word(kWindow + 8);
    const auto& card = dynamic_cast<MemoryCard&>(node.card());
    EXPECT_EQ(host::get_word(card.memory().subspan(8)), 42u);
    seen.busy = node.bus().uses().front().time;
  });
  testbed.run();
  return seen;
}

/// A system of which a platform file says the parts.
std::unique_ptr<System> with(const std::string& bus, const std::string& card,
                             const std::string& network = "myrinet") {
  add_parts();
  const std::string text = "name = \"test\"\nsummary = \"test\"\n[node]\nbuses = \"" + bus +
                           "\"\ncards = \"" + card + "\"\n[system]\nnetworks = \"" + network +
                           "\"\n";
  return systems::load(parse_platform(text, "test.toml"));
}

TEST(AnotherCard, ServesTheHostOnPci) {
  const Seen seen = write_and_read(with("pci", "memory-card")->params);

  EXPECT_EQ(seen.word, 42u);
  EXPECT_GT(seen.busy, Time());
}

TEST(AnotherBus, LeadsToACardThatFitsIt) {
  const Seen seen = write_and_read(with("plain", "plain-card")->params);

  EXPECT_EQ(seen.word, 42u);
  EXPECT_EQ(seen.busy, 2 * PlainBus::kAccess);
}

/// What `build` finds and needs, by the error that it throws.
std::string refusal(const std::function<void()>& build) {
  try {
    build();
  } catch (const ConfigurationError& error) {
    return error.faults().front().found + " is not " + error.faults().front().allowed;
  }
  return "accepted";
}

TEST(AnotherBus, DoesNotTakeALanaiBoard) {
  EXPECT_EQ(refusal([] { with("plain", "lanai"); }),
            "lanai needs a bus of kind pci, and is on none is not buses of the kinds that lanai "
            "needs");
}

TEST(AnotherCard, IsNotTakenForALanai) {
  const auto system = with("pci", "memory-card");
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer}, {});

  EXPECT_EQ(refusal([&] { lanai::LanaiBoard::of(testbed.hardware().node(0).card()); }),
            "a card of another kind is not a LANai board");
}

TEST(AnotherNetwork, CarriesWordsBetweenCards) {
  const auto system = with("plain", "delay-card", "fixed-delay");
  Observer observer;
  Hardware hardware("system", system->params, 3, plan_networks(system->params, 3), observer);
  Time sent, arrived;
  hardware.node(0).cpu.add_process([&](host::Cpu& cpu) {
    cpu.sleep(10_us);
    sent = software_time();
    dynamic_cast<MemoryCard&>(hardware.node(0).card()).send(2, 42, sent);
  });
  hardware.node(2).cpu.add_process([&](host::Cpu& cpu) {
    while (cpu.load_word(kWindow + MemoryCard::kMail) != 42) {
    }
    arrived = software_time();
    cpu.in_step();
    sc_core::sc_stop();
  });

  hardware.run();

  EXPECT_GE(arrived, sent + DelayNetwork::kDelay + PlainBus::kAccess);
  EXPECT_LE(arrived, sent + DelayNetwork::kDelay + 3 * PlainBus::kAccess);
  EXPECT_EQ(hardware.network().sent(0), 4_B);
}

/// What is said of a bus that declares this.
std::string refusal_of(Uses declared) {
  PlainBus::more = std::move(declared);
  try {
    write_and_read(with("plain", "plain-card")->params);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(AnotherBus, DoesNotDeclareAResourceTwice) {
  static constexpr Resource kBus{"plain bus", ""};
  EXPECT_NE(refusal_of({{.resource = &kBus}, {.resource = &kBus}}).find("\"plain bus\" twice"),
            std::string::npos);
}

TEST(AnotherBus, IsNotRelievedByWhatIsNoParameter) {
  static constexpr Resource kBus{"plain bus", "host.clock, plain.clock"};
  EXPECT_NE(refusal_of({{.resource = &kBus}}).find("plain.clock, which is no parameter"),
            std::string::npos);
}

TEST(AnotherBus, MayBeRelievedByParametersOfOtherParts) {
  static constexpr Resource kBus{"plain bus", "lanai.clock, host.clock"};
  EXPECT_EQ(refusal_of({{.resource = &kBus}}), "");
}

TEST(AnotherNetwork, HasTestBedsThatFollowMessages) {
  const auto system = with("plain", "delay-card", "fixed-delay");
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer, .stages = true}, {});
  const SentMessage message{.id = message_id(0, 1),
                            .source = 0,
                            .destination = 1,
                            .control = {},
                            .payload = 4_B,
                            .fetched = {},
                            .deposited = {},
                            .begin = 1_us,
                            .end = 2_us};
  testbed.messages().watcher().sent(message);
  testbed.messages().watcher().received({message.id, 1, 4_us, 5_us});
  testbed.messages().take_rest();

  EXPECT_EQ(testbed.messages().summary().latencies().max(), 4_us);
}

constexpr experiments::StackFirmware kHswap{.file = [](const LayerParams&) { return "hswap.elf"; },
                                            .symbol = "hswap_command",
                                            .serves = "the DMA test",
                                            .advice = "build hswap.elf"};

/// hswap moves a frame to the board, and from there into another frame.
TEST(AnotherFirmware, RunsWithoutTrapeze) {
  using hswap::layout::Command;
  const SystemParams system = systems::defaults("trapeze");
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  experiments::BareStack stack(testbed, kHswap);
  stack.run_on(0, [&](Node& node) {
    const std::uint32_t command = stack.shared(0);
    const auto move = [&](std::uint32_t direction, host::Physical frame, host::FrameState state) {
      std::array<std::uint8_t, Command::kSize> line{};
      const auto put = [&line](std::uint32_t at, std::uint32_t value) {
        host::put_word(std::span(line).subspan(at), value);
      };
      put(Command::kDirection, direction);
      put(Command::kBytes, 1024);
      put(Command::kHostAddress, frame);
      put(Command::kRepeat, 1);
      put(Command::kCommand, hswap::layout::kGo);
      node.memory.frames.lend(frame, 1_KB, state);
      node.cpu.store(command, line);
      node.cpu.drain();
      while (node.cpu.load_word(command + Command::kCommand) == hswap::layout::kGo)
        node.cpu.sleep(10_us);
      node.memory.frames.take_back(frame, 1_KB);
    };
    const host::Physical from = node.memory.frames.allocate();
    const host::Physical to = node.memory.frames.allocate();
    experiments::fill(node.memory, from, 1_KB, 5);
    move(hswap::layout::kHostToNic, from, host::FrameState::kSending);
    move(hswap::layout::kNicToHost, to, host::FrameState::kReceiving);
    experiments::compare(node.memory, to, 1_KB, 5, "the other frame");
  });
  testbed.run();
}

}  // namespace
}  // namespace flybar::cluster
