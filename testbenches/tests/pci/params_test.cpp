#include <gtest/gtest.h>

#include "models/pci/bus_params.h"
#include "models/pci/chipsets.h"

namespace flybar::pci {
namespace {

using namespace literals;

TEST(PciParams, EveryChipSetLiesWithinItsLimits) {
  for (const std::string& name : chipset_names()) {
    BridgeParams params = chipset(name);
    Parameters table;
    describe(table, params);
    for (const Parameter& row : table.all()) {
      EXPECT_NO_THROW(row.set(row.value())) << name << " " << row.key << " " << row.value();
    }
    EXPECT_TRUE(table.faults().empty()) << name;
  }
}

TEST(PciParams, BusIsSetByKeyAndUnit) {
  BusParams params;
  Parameters table;
  describe(table, params);

  table.set("pci.latency_timer", "64 cycles");
  table.set("pci.priority", "fixed");

  EXPECT_EQ(params.latency_timer, 64_cycles);
  EXPECT_EQ(params.priority, Priority::kFixed);
}

TEST(PciParams, BoundaryThatIsNoPowerOfTwoIsAFault) {
  BridgeParams params = cia();
  Parameters table;
  describe(table, params);

  table.set("pci.bridge.read_disconnect", "96 B");

  ASSERT_EQ(table.faults().size(), 1u);
  EXPECT_EQ(table.faults()[0].text(),
            "pci.bridge.read_disconnect: 96 B; allowed: 0 B, or a power of two from 4 B; take the "
            "next power of two");
}

TEST(PciParams, UnknownChipSetIsRefusedWithTheNearest) {
  try {
    chipset("i440bx");
    FAIL() << "accepted a chip set that does not exist";
  } catch (const ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("i440lx"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace flybar::pci
