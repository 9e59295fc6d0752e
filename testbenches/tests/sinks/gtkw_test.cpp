#include "testbenches/tests/sinks/bench.h"

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

  /// The save file of the time from `from` to 1,600 ns, in which messages are sent.
  struct Begin {
    Time at;
    std::uint64_t message;
  };
  std::string marks(const std::vector<Begin>& messages, Time from = Time()) {
    auto sink = make_sink(path("wave.vcd"));
    sink->start(from);
    const TrackId host = sink->declare(call_track("node0.host.send"));
    for (const auto& [at, message] : messages)
      sink->on(Activity{host, at, at + 1_ns, "send", message, 0});
    sink->close(1600_ns);
    return contents(path("wave.vcd.gtkw"));
  }
};

/// `text` begins somewhere in `all`.
void expect_in(const std::string& all, const std::string& text) {
  EXPECT_NE(all.find(text), std::string::npos) << all;
}

TEST_F(GtkwTest, SignalsAreGroupedByNode) {
  expect_in(gtkw({{.name = "node1.irq", .kind = TrackKind::kSignal},
                  {.name = "node0.pc", .kind = TrackKind::kSignal, .bits = 32},
                  {.name = "node1.state", .kind = TrackKind::kSignal, .text = true}}),
            "@c00200\n-node1\n@28\n+{irq} node1.irq\n@820\n+{state} node1.state\n@1401200\n-node1\n"
            "@c00200\n-node0\n@22\n+{pc} node0.pc[31:0]\n@1401200\n-node0\n");
}

TEST_F(GtkwTest, WhatAllNamesBeginWithIsNoGroup) {
  expect_in(gtkw({{.name = "system.node0.cpu.pc", .kind = TrackKind::kSignal},
                  {.name = "system.node1.cpu.pc", .kind = TrackKind::kSignal}}),
            "-node0\n@28\n+{cpu pc} system.node0.cpu.pc\n@1401200\n-node0\n@c00200\n-node1\n");
}

TEST_F(GtkwTest, WhatIsOfOneBlockHasOneColour) {
  const std::string all = gtkw({{.name = "node0.my.bus", .block = Block::kBus},
                                {.name = "node0.my.engine", .block = Block::kEngine}});
  expect_in(all, "[color] 4\n+{bus} node0.my.bus.busy\n");
  expect_in(all, "[color] 5\n+{engine} node0.my.engine.busy\n");
}

TEST_F(GtkwTest, TheScreenOfANodeHasTheRowsThatTracksDeclareFromTopToBottom) {
  expect_in(gtkw({{.name = "s.node0.card.dma", .row = Row::kHostTransfers},
                  {.name = "s.node0.card.inside"},
                  {.name = "s.net.node0.stop", .kind = TrackKind::kSignal, .row = Row::kLinkStop},
                  {.name = "s.node0.bus.card", .row = Row::kBus}}),
            "@800200\n-node0\n@820\n+{node0 bus card} s.node0.bus.card.label\n"
            "@820\n+{node0 card dma} s.node0.card.dma.label\n"
            "@28\n+{net node0 stop} s.net.node0.stop\n@1000200\n-node0\n");
}

TEST_F(GtkwTest, EnginesComeBeforeSignals) {
  expect_in(gtkw({{.name = "node0.pc", .kind = TrackKind::kSignal}, {.name = "node0.dma"}}),
            "-node0\n@28\n+{dma} node0.dma.busy\n@820\n+{dma label} node0.dma.label\n@28\n+{pc}");
}

TEST_F(GtkwTest, AQuantityIsDrawnAsSteps) {
  expect_in(gtkw({{.name = "node0.fill", .kind = TrackKind::kSignal, .bits = 8, .unit = "B"}}),
            "@8024\n+{fill} node0.fill[7:0]\n@20000\n-\n");
}

TEST_F(GtkwTest, WhatRtlAndModelBothHaveStandsSideBySideOnTop) {
  expect_in(gtkw({{.name = "system.node0.rtl.pc", .kind = TrackKind::kSignal, .block = Block::kRtl},
                  {.name = "system.node0.rtl.inside", .kind = TrackKind::kSignal},
                  {.name = "system.node0.model.pc",
                   .kind = TrackKind::kSignal,
                   .block = Block::kModel,
                   .beside = "system.node0.rtl.pc"}}),
            "@800200\n-RTL and model\n@28\n[color] 7\n+{node0 rtl pc} system.node0.rtl.pc\n"
            "@28\n[color] 2\n+{node0 model pc} system.node0.model.pc\n@1000200\n-RTL and model\n");
}

/// 600 ns are 6 times 10^5 ps, and 2^16.609640 is 10^5.
TEST_F(GtkwTest, TheWholeTimeIsShown) {
  auto sink = make_sink(path("wave.vcd"));
  sink->start(400_ns);
  sink->close(1_us);
  expect_in(contents(path("wave.vcd.gtkw")), "[timestart] 400000\n");
  expect_in(contents(path("wave.vcd.gtkw")), "*-16.609640 -1\n");
}

/// Both are open groups before the closed ones, so they are on one screen.
TEST_F(GtkwTest, SenderAndReceiverStandOnTop) {
  const std::string all =
      gtkw({call_track("system.node0.host.send"), call_track("system.node1.host.receive")});
  expect_in(all,
            "@800200\n-node0\n@820\n[color] 2\n+{node0 host send} system.node0.host.send.label\n"
            "@1000200\n-node0\n@800200\n-node1\n");
  EXPECT_LT(all.find("node1.host.receive.label"), all.find("@c00200"));
}

TEST_F(GtkwTest, EachMessageHasAMarkerWhereItBegins) {
  expect_in(marks({{100_ns, 4}, {200_ns, 7}, {400_ns, 4}}),
            " -1 100000 200000\n[markername] Amessage 4\n[markername] Bmessage 7\n");
}

/// A name may take a sixteenth of the 1,600 ns.
TEST_F(GtkwTest, NamesOfMarkersDoNotOverlap) {
  expect_in(marks({{100_ns, 1}, {199_ns, 2}, {200_ns, 3}}), " -1 100000 200000\n");
}

TEST_F(GtkwTest, AMessageThatIsThereFromTheBeginGivesWayToOneThatBegins) {
  expect_in(marks({{100_ns, 1}, {150_ns, 2}, {400_ns, 3}}, 100_ns), " -1 150000 400000\n");
}

/// GTKWave centres it over its marker. In a fixed width, as many spaces before it move it there.
TEST_F(GtkwTest, NoNameIsCutByAnEdgeOfTheScreen) {
  expect_in(marks({{100_ns, 42}, {700_ns, 43}, {1700_ns, 44}}, 100_ns),
            "[markername] A          message 42\n[markername] Bmessage 43\n"
            "[markername] Cmessage 44          \n");
}

TEST_F(GtkwTest, ANameThatWasMovedOverlapsNoOther) {
  expect_in(marks({{0_ns, 1}, {149_ns, 2}, {150_ns, 3}}), " -1 0 150000\n");
}

TEST_F(GtkwTest, ManyMessagesAreMarkedOverTheWholeTime) {
  std::vector<Begin> all;
  for (int i = 0; i < 1600; ++i) all.push_back({1_ns * i, static_cast<std::uint64_t>(i + 1)});
  const std::string text = marks(all);
  expect_in(text, "[markername] Pmessage 1551\n");
  EXPECT_EQ(text.find("[markername] Q"), std::string::npos);
}

TEST_F(GtkwTest, PortsAndProgramsHaveNoWaves) {
  EXPECT_EQ(gtkw({{.name = "node0.link", .kind = TrackKind::kPackets},
                  {.name = "node0.cpu", .kind = TrackKind::kProgram}})
                .find("node0"),
            std::string::npos);
}

}  // namespace
}  // namespace flybar
