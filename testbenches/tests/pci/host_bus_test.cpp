/// What a bus declares of itself, and what the cards on it add to that.
#include "models/pci/host_bus.h"

#include <gtest/gtest.h>

#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

std::string relief_with(const MasterPace& pace) {
  LayerParams node;
  bus_kind().add_layer(node);
  Agenda agenda;
  Observer observer;
  PciHostBus bus({"pci", node, agenda, observer});
  DmaMaster card("card", Clock(BusParams{}.period), agenda);
  bus.bus.add_master(card.socket, "card", pace);
  const Use use = bus.uses().front();
  return use.relief.empty() ? use.resource->relief : use.relief;
}

TEST(HostBus, IsRelievedByItsOwnParametersAlone) {
  EXPECT_EQ(relief_with({}), "pci.clock, pci.width");
}

TEST(HostBus, IsRelievedByItsWidthTogetherWithWhatTheCardSays) {
  EXPECT_EQ(relief_with({"card.clock", Time::ns(30), "card.width"}),
            "pci.clock, pci.width together with card.width");
}

}  // namespace
}  // namespace flybar::pci
