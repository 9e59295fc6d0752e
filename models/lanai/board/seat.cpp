#include "models/lanai/board/seat.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/common/layer_params.h"
#include "models/common/quantity.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/board/layer.h"
#include "models/lanai/engines/tracks.h"
#include "models/lanai/image/code.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/myrinet/network.h"
#include "models/pci/host_bus.h"

namespace flybar::lanai {
namespace {

constexpr Bytes kLargestSram = Bytes(1 << 20);
/// Words that a data phase of 64 bits moves.
constexpr std::int64_t kWideWords = 2;

[[noreturn]] void refuse(const std::string& board, const char* found, const char* needed) {
  throw ConfigurationError({{board, found, needed, "choose another card for this node"}});
}

std::unique_ptr<Card> make_card(const CardSite& site) {
  return std::make_unique<Chip>(site.name.c_str(), params_at(site), site.agenda, site.kernel,
                                site.observer);
}

/// The fewest whole words that hold `bytes`.
Bytes whole_words(Bytes bytes) {
  constexpr std::int64_t kWord = 4;
  return Bytes((bytes.count + kWord - 1) / kWord * kWord);
}

/// The chip counts whole words, once in each clock.
myrinet::SlackRule slack_rule(const ChipParams& chip) {
  return {chip.slack, whole_words(chip.stop_mark), chip.clock};
}

std::vector<Fault> check_slack(const ChipParams& chip, const myrinet::NetworkParams& network) {
  return myrinet::check_slack("lanai", slack_rule(chip), network,
                              network.lengths().of_nodes.longest);
}

/// What reaches the chip in one of its clocks must be known when the clock begins, also the STOP
/// with which the other end of its cable answers a byte.
std::vector<Fault> check_echo(const ChipParams& chip, const myrinet::NetworkParams& network) {
  const Time echo = 2 * network.cable_delay(network.lengths().of_nodes.shortest);
  if (echo >= chip.clock) return {};
  const double metres = static_cast<double>(chip.clock.ps()) /
                        (2 * static_cast<double>(network.link.delay_per_metre.ps()));
  return {{"lanai.clock",
           quantity::print_clock(chip.clock) + ", a period of " + quantity::print(chip.clock) +
               ", in which an answer comes back over the cable",
           fmt::format("cables of nodes (link.length) of at least {:.2f} m with this clock",
                       std::ceil(metres * 100) / 100),
           "raise link.length, or lanai.clock"}};
}

/// The default fits links of up to 160 MB/s and 10 m. Faster or longer ones get whole words more.
void derive_marks(Parameters& table, ChipParams& chip, const myrinet::NetworkParams& network) {
  table.add_derived("lanai.go_mark",
                    [&chip] { chip.go_mark = myrinet::go_mark_below(chip.stop_mark); });
  table.add_derived("lanai.slack", [&chip, &network, least = chip.slack] {
    const Bytes needed =
        myrinet::least_slack(slack_rule(chip), network, network.lengths().of_nodes.longest);
    chip.slack = std::max(least, whole_words(needed));
  });
}

std::vector<Fault> check_width(const ChipParams& chip, const pci::BusParams& bus) {
  const std::int64_t moved = chip.accesses_per_clock * chip.sram_words;
  if (bus.width == pci::Width::k32 || moved >= kWideWords) return {};
  return {{"pci.width", "64 bit, of which the SRAM takes 32 in a clock",
           "32 bit with lanai.accesses_per_clock = 1 and lanai.sram_width = 32 bit",
           "raise one of these"}};
}

void add_layer(LayerParams& node) {
  node.add<ChipParams>({}, [](Parameters& table, ChipParams& own, const LayerParams& own_node,
                              const LayerParams& shared) {
    describe(table, own, "lanai.");
    derive_marks(table, own, shared.get<myrinet::NetworkParams>());
    table.add_check([&own, &own_node, &shared](std::vector<Fault>& faults) {
      for (Fault& fault : check_slack(own, shared.get<myrinet::NetworkParams>()))
        faults.push_back(std::move(fault));
      for (Fault& fault : check_echo(own, shared.get<myrinet::NetworkParams>()))
        faults.push_back(std::move(fault));
      for (Fault& fault : check_width(own, own_node.get<pci::PciParams>().bus))
        faults.push_back(std::move(fault));
    });
  });
}

}  // namespace

CardKind card_kind() {
  return {.name = "lanai",
          .summary = "the model of a LANai 4 and its board",
          .block = "lanai",
          .buses = {"pci"},
          .networks = {"myrinet"},
          .window = Bytes(board::kWindow1mbBytes),
          .add_layer = &add_layer,
          .make = &make_card,
          .read_code =
              [](const auto& objects, const LayerParams* node) {
                return read_code(objects, node ? node->get<ChipParams>().sram : kLargestSram);
              },
          .threads = true};
}

ChipParams params_at(const CardSite& site) {
  ChipParams params = site.node.get<ChipParams>();
  params.byte_time = site.shared.get<myrinet::NetworkParams>().byte_time();
  const pci::BusParams& bus = site.node.get<pci::PciParams>().bus;
  params.bus_clock = bus.period;
  params.bus_words = bus.width == pci::Width::k64 ? kWideWords : 1;
  params.pci_base = site.window;
  return params;
}

void plug_into_pci(std::span<HostBus* const> buses, const std::string& board,
                   const ChipParams& params,
                   tlm::tlm_initiator_socket<32, pci::ProtocolTypes>& master,
                   tlm::tlm_target_socket<32, pci::ProtocolTypes>& target) {
  auto* fitting = dynamic_cast<pci::PciHostBus*>(buses.front());
  if (!fitting) refuse(board, "a bus that is not PCI", "a PCI bus");
  fitting->bus.add_master(master, board.substr(board.rfind('.') + 1).c_str(),
                          {"lanai.clock", params.clock, "lanai.sram_width"}, bus_work(board));
  fitting->bus.add_target(target, {params.pci_base, Bytes(board::kWindow1mbBytes)});
}

void connect_to_myrinet(Network& any, std::size_t port, const std::string& board, myrinet::Nic& nic,
                        tlm::tlm_initiator_socket<32, myrinet::ProtocolTypes>& out,
                        tlm::tlm_target_socket<32, myrinet::ProtocolTypes>& in) {
  auto* network = dynamic_cast<myrinet::Network*>(&any);
  if (!network) refuse(board, "a network that is not a Myrinet", "a Myrinet");
  out.bind(network->from_node(port));
  network->to_node(port).bind(in);
  network->attach(port, nic);
}

void Chip::plug_into(std::span<HostBus* const> buses) {
  plug_into_pci(buses, name(), params(), pci_master(), pci_target());
}

void Chip::connect(Network& network, std::size_t port) {
  connect_to_myrinet(network, port, name(), *this, link_out(), link_in);
}

Chip& Chip::of(Card& card) {
  auto* chip = dynamic_cast<Chip*>(&card);
  if (!chip) refuse(card.place(Time()), "a card of another kind", "the model of a LANai board");
  return *chip;
}

namespace {

constexpr Resource kProcessor{
    "card processor (firmware)", "lanai.clock",
    waits_of(Wait::kSenderFirmware, Wait::kReceiverFirmware, Wait::kDelivery)};
constexpr Resource kLinkInterface{
    .name = "link interface", .relief = "lanai.clock, lanai.link_words", .paces_link = true};
constexpr Resource kSram{
    .name = "SRAM", .relief = "lanai.clock, lanai.sram_width", .holds_link = true};

}  // namespace

Uses LanaiBoard::uses() const {
  return {{.resource = &kProcessor, .time = program_waits(), .rests = true},
          {.resource = &kSram, .column = "SRAM waits %", .time = memory_waits()},
          {.resource = &kLinkInterface}};
}

Time LanaiBoard::byte_time() const {
  constexpr std::int64_t kWordBytes = 4;
  return Time::ps(params().clock.ps() / (kWordBytes * params().link_words));
}

LanaiBoard& LanaiBoard::of(Card& card) {
  auto* lanai = dynamic_cast<LanaiBoard*>(&card);
  if (!lanai) refuse(card.place(Time()), "a card of another kind", "a LANai board");
  return *lanai;
}

}  // namespace flybar::lanai
