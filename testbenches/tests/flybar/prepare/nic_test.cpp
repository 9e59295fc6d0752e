/// What `--nic` puts into the seats of a system.
#include "testbenches/flybar/prepare/nic.h"

#include <gtest/gtest.h>

#include "models/systems/systems.h"

namespace flybar::program {
namespace {

TEST(Nic, StandsForTheCardWhoseKindDeclaresThatName) {
  CardKind mine;
  mine.name = "my-card";
  mine.alias = {"mine", "lanai"};
  systems::parts().cards.push_back(mine);
  cluster::SystemParams system = systems::defaults("trapeze");
  std::vector<Fault> faults;
  choose_nic("server=mine", &system, faults);
  EXPECT_TRUE(faults.empty());
  EXPECT_EQ(system.roles.front().node.get<cluster::NodeParts>().cards, "lanai");
  EXPECT_EQ(system.roles.back().node.get<cluster::NodeParts>().cards, "my-card");
}

TEST(Nic, IsRefusedIfNoCardDeclaresIt) {
  std::vector<Fault> faults;
  choose_nic("mine", nullptr, faults);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().found, "there is no kind of NIC \"mine\"");
}

}  // namespace
}  // namespace flybar::program
