#include "testbenches/sinks/bench.h"

namespace flybar {
namespace {

class GtkwTest : public Directory {
 protected:
  std::string gtkw(const std::vector<Track>& tracks) {
    auto sink = make_sink(path("wave.vcd"));
    for (const Track& track : tracks) sink->declare(track);
    sink->close(1_us);
    return contents(path("wave.vcd.gtkw"));
  }
};

TEST_F(GtkwTest, SignalsAreGroupedByNode) {
  EXPECT_EQ(gtkw({{.name = "node1.irq", .kind = TrackKind::kSignal},
                  {.name = "node0.pc", .kind = TrackKind::kSignal, .bits = 32},
                  {.name = "node1.state", .kind = TrackKind::kSignal, .text = true}}),
            "@800200\n-node1\n@28\nnode1.irq\n@820\nnode1.state\n@1000200\n-node1\n"
            "@800200\n-node0\n@22\nnode0.pc[31:0]\n@1000200\n-node0\n");
}

TEST_F(GtkwTest, AnActivityShowsWhetherWhatAndHowMuch) {
  EXPECT_NE(gtkw({{.name = "node0.dma"}})
                .find("@28\nnode0.dma.busy\n@820\nnode0.dma.label\n@24\nnode0.dma.bytes[31:0]\n"),
            std::string::npos);
}

TEST_F(GtkwTest, AQuantityIsDrawnAsSteps) {
  EXPECT_NE(gtkw({{.name = "node0.fill", .kind = TrackKind::kSignal, .bits = 8, .unit = "B"}})
                .find("@8024\nnode0.fill[7:0]\n@20000\n-\n"),
            std::string::npos);
}

TEST_F(GtkwTest, PortsAndProgramsHaveNoWaves) {
  EXPECT_EQ(gtkw({{.name = "node0.link", .kind = TrackKind::kPackets},
                  {.name = "node0.cpu", .kind = TrackKind::kProgram}}),
            "");
}

}  // namespace
}  // namespace flybar
