/// Does Verilator compute what a netlist says, with the options with which it makes the chip?
#include <Vrtl_canary.h>

#include <gtest/gtest.h>

#include <bit>

TEST(Canary, NetlistCountsTheOnesOfAllValues) {
  VerilatedContext context;
  Vrtl_canary netlist{&context};
  for (unsigned bits = 0; bits < 64; ++bits) {
    netlist.bits = static_cast<unsigned char>(bits);
    netlist.eval();
    EXPECT_EQ(netlist.ones, std::popcount(bits)) << bits;
  }
}
