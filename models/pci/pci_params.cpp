#include "models/pci/pci_params.h"

#include <algorithm>

#include "models/common/layer_params.h"
#include "models/pci/host_bus.h"

namespace flybar::pci {
namespace {

void describe_chipset(Parameters& table, std::string& chipset) {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const std::string& name : chipset_names()) choices.emplace_back(name, name);
  table.add_choice("pci.chipset", chipset, choices,
                   {"the host bridge whose values pci.bridge.* start with", "of the platform"});
}

const std::string& chosen_chipset(const LayerParams& node) {
  return node.get<PciParams>().chipset;
}

void choose_chipset(LayerParams& node, const std::string& name) {
  const std::vector<std::string> names = chipset_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return;
  auto& pci = node.get<PciParams>();
  pci.chipset = name;
  pci.bridge = chipset(name);
}

/// Gives a node its parameters; `pci.chipset` says where `pci.bridge.*` start.
void add_layer(LayerParams& node) {
  node.add<PciParams>({}, [](Parameters& table, PciParams& own, auto&...) {
    describe(table, own.bus);
    describe_chipset(table, own.chipset);
    describe(table, own.bridge);
  });
  node.add(LayerParams::Preset{"pci.chipset", "pci.bridge.", &chosen_chipset, &choose_chipset});
}

}  // namespace

Uses PciHostBus::uses() const {
  static constexpr char kClock[] = "pci.clock";
  static constexpr Resource kBus{"PCI bus", "pci.clock, pci.width",
                                 waits_of(Wait::kDmaIn, Wait::kDmaOut)};
  const BusUse& use = bus.use();
  Use own{.resource = &kBus, .column = "PCI bus %", .time = use.busy};
  for (const MasterUse& master : bus.masters()) {
    own.awaited = own.awaited.value_or(Time()) + master.busy;
    add_part(own.parts, kClock, master.with_clock);
    add_part(own.parts, master.relief, master.with_relief);
    if (own.relief.empty() && master.width_relief != nullptr)
      own.relief = std::string(kBus.relief) + " together with " + master.width_relief;
  }
  return {own, {.column = "retries", .count = use.retries}};
}

Time PciHostBus::byte_time() const {
  return Time::ps(params_.period.ps() / (params_.width == Width::k64 ? 8 : 4));
}

BusKind bus_kind() {
  return {.name = "pci",
          .summary = "PCI with its host bridge",
          .add_layer = &add_layer,
          .make = [](const BusSite& site) -> std::unique_ptr<HostBus> {
            return std::make_unique<PciHostBus>(site);
          },
          .threads = true};
}

}  // namespace flybar::pci
