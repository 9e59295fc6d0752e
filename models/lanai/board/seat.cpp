/// The board's seat: how it is built, plugged into the bus of a node and connected to the network.
#include "models/common/layer_params.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/board/layer.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/myrinet/network.h"
#include "models/pci/host_bus.h"

namespace flybar::lanai {
namespace {

[[noreturn]] void refuse(const char* board, const char* found, const char* needed) {
  throw ConfigurationError({{board, found, needed, "choose another board for this node"}});
}

std::unique_ptr<Board> make_board(const BoardSite& site) {
  ChipParams params = site.node.get<ChipParams>();
  params.byte_time = site.shared.get<myrinet::NetworkParams>().byte_time();
  params.bus_clock = site.node.get<pci::PciParams>().bus.period;
  params.pci_base = site.window;
  return std::make_unique<Chip>("lanai", params, site.agenda, site.kernel, site.observer);
}

/// The chip counts whole words, once in each clock.
std::vector<Fault> check_slack(const ChipParams& chip, const myrinet::NetworkParams& network) {
  const Bytes whole_words((chip.stop_mark.count + 3) / 4 * 4);
  return myrinet::check_slack("lanai", {chip.slack, whole_words, chip.clock}, network,
                              network.link.length);
}

}  // namespace

void add_layer(LayerParams& node) {
  node.add<ChipParams>(
      {}, [](Parameters& table, ChipParams& own, const auto&, const LayerParams& shared) {
        describe(table, own, "lanai.");
        table.add_check([&own, &shared](std::vector<Fault>& faults) {
          for (Fault& fault : check_slack(own, shared.get<myrinet::NetworkParams>()))
            faults.push_back(std::move(fault));
        });
      });
  node.add<MakeBoard>(&make_board);
}

void Chip::plug_into(HostBus& bus) {
  auto* fitting = dynamic_cast<pci::PciHostBus*>(&bus);
  if (!fitting) refuse(name(), "a bus that is not PCI", "a PCI bus");
  fitting->bus.add_master(pci_master(), "lanai");
  fitting->bus.add_target(pci_target(), {params().pci_base, Bytes(board::kWindow1mbBytes)});
}

void Chip::connect(Fabric& fabric, std::size_t port) {
  auto* network = dynamic_cast<myrinet::Network*>(&fabric);
  if (!network) refuse(name(), "a network that is not a Myrinet", "a Myrinet");
  link_out().bind(network->from_node(port));
  network->to_node(port).bind(link_in);
  network->attach(port, *this);
}

Chip& Chip::of(Board& board) {
  auto* chip = dynamic_cast<Chip*>(&board);
  if (!chip) refuse(board.place(Time()).c_str(), "a board of another kind", "a LANai board");
  return *chip;
}

}  // namespace flybar::lanai
