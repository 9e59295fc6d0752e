/// Another card, another bus and another firmware take their places without a change to the node.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "models/host/memory/words.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/board/loader.h"
#include "models/layouts/generated/hswap_layout.hpp"
#include "models/myrinet/network_params.h"
#include "models/pci/host_bus.h"
#include "models/systems/trapeze.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/testbed/testbed.h"
#include "testbenches/pci/card.h"

namespace flybar::cluster {
namespace {

using namespace literals;
using experiments::Testbed;

constexpr std::uint32_t kWindow = Node::kBoardBase;

/// A bus without arbitration: one card, an access after the other, each in its time.
class PlainBus final : public HostBus, private PioPort {
 public:
  static constexpr Time kAccess = Time::us(1);

  explicit PlainBus(Agenda& agenda) : agenda_(agenda) {}

  std::span<std::uint8_t> card;

  PioPort& pio() override { return *this; }
  void attach(tlm::tlm_target_socket<>& memory, Bytes) override { memory_.bind(memory); }
  Use use() const override { return {use_, 0}; }

 private:
  void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) override {
    std::copy_n(card.begin() + (address - kWindow), data.size(), data.begin());
    agenda_.schedule(done, occupy(at));
  }
  void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
             Task& accepted) override {
    std::copy(data.begin(), data.end(), card.begin() + (address - kWindow));
    agenda_.schedule(accepted, occupy(at));
  }
  void barrier(Time at, Task& drained) override { drained.run(at); }
  Time occupy(Time at) {
    use_ += kAccess;
    return at + kAccess;
  }

  Agenda& agenda_;
  Time use_;
  tlm_utils::simple_initiator_socket<PlainBus> memory_{"memory_port"};
};

/// A card that is memory for its host. It fits both buses, and listens on a Myrinet.
class MemoryCard final : public Board {
 public:
  explicit MemoryCard(const BoardSite& site) : agenda_(site.agenda), partner_("partner") {}

  Time clock() const override { return 30_ns; }
  Time time() const override { return Time::never(); }
  void run(const Time&) override {}
  void plug_into(HostBus& bus) override {
    if (auto* plain = dynamic_cast<PlainBus*>(&bus)) plain->card = bytes_;
    if (auto* pci = dynamic_cast<pci::PciHostBus*>(&bus)) {
      card_.emplace("card", Clock(clock()), agenda_, kWindow, 64_KB);
      pci->bus.add_target(card_->socket, {kWindow, 64_KB});
    }
  }
  void connect(Fabric& fabric, std::size_t port) override {
    auto& network = dynamic_cast<myrinet::Network&>(fabric);
    partner_.out.bind(network.from_node(port));
    network.to_node(port).bind(partner_.in);
  }
  std::string place(Time) const override { return "a card"; }
  void catch_up(Time) override {}
  std::int64_t clock_at(Time t) const override { return t / clock(); }
  Time memory_waits() const override { return {}; }
  std::span<const std::uint8_t> memory() const override { return card_ ? card_->bytes : bytes_; }

 private:
  struct Silent : sc_core::sc_module {
    explicit Silent(sc_core::sc_module_name name) : sc_module(name) {
      in.register_b_transport(this, &Silent::ignore);
    }
    void ignore(tlm::tlm_generic_payload&, sc_core::sc_time&) {}
    tlm_utils::simple_initiator_socket<Silent, 32, myrinet::ProtocolTypes> out{"out"};
    tlm_utils::simple_target_socket<Silent, 32, myrinet::ProtocolTypes> in{"in"};
  };
  Agenda& agenda_;
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(1024);
  std::optional<pci::Card> card_;  ///< on PCI, with bytes of its own
  Silent partner_;
};

std::unique_ptr<Board> make_card(const BoardSite& site) {
  return std::make_unique<MemoryCard>(site);
}

std::unique_ptr<HostBus> make_plain_bus(const BusSite& site) {
  return std::make_unique<PlainBus>(site.agenda);
}

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
    EXPECT_EQ(host::get_word(node.board->memory().subspan(8)), 42u);
    seen.busy = node.bus->use().busy;
  });
  testbed.run();
  return seen;
}

SystemParams with(MakeHostBus bus, MakeBoard board) {
  SystemParams system = systems::trapeze();
  for (SystemParams::Role& role : system.roles) {
    if (bus) role.node.get<MakeHostBus>() = bus;
    if (board) role.node.get<MakeBoard>() = board;
  }
  return system;
}

TEST(AnotherCard, ServesTheHostOnPci) {
  const Seen seen = write_and_read(with(nullptr, &make_card));

  EXPECT_EQ(seen.word, 42u);
  EXPECT_GT(seen.busy, Time());
}

TEST(AnotherBus, LeadsToACardThatFitsIt) {
  const Seen seen = write_and_read(with(&make_plain_bus, &make_card));

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
  EXPECT_EQ(refusal([] { write_and_read(with(&make_plain_bus, nullptr)); }),
            "a bus that is not PCI is not a PCI bus");
}

TEST(AnotherCard, IsNotTakenForALanai) {
  const SystemParams system = with(nullptr, &make_card);
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});

  EXPECT_EQ(refusal([&] { lanai::LanaiBoard::of(*testbed.hardware().node(0).board); }),
            "a board of another kind is not a LANai board");
}

/// hswap moves a frame to the board, and from there into another frame.
TEST(AnotherFirmware, RunsWithoutTrapeze) {
  using hswap::layout::Command;
  const SystemParams system = systems::trapeze();
  Observer observer;
  const experiments::Context context{.system = system, .observer = observer};
  Testbed testbed(context, {});
  lanai::Chip& chip = lanai::Chip::of(*testbed.hardware().node(0).board);
  const lanai::Image image = experiments::load_firmware(context, "hswap.elf", chip.params().sram);
  experiments::prepare(chip, context, image);
  testbed.run_on(0, [&](Node& node) {
    const lanai::BoardAddresses board{kWindow, chip.params().sram};
    lanai::Loader loader(node.cpu, board);
    loader.load(image.bytes, 32_B);
    loader.release(lanai::Loader::Interrupt::kBlocked);
    const std::uint32_t command = board.sram() + image.find("hswap_command")->address;
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
