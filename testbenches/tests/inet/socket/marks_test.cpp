// What observers are told of the pages whose bytes are on their way.
#include "testbenches/tests/inet/socket/socket_bench.h"
#include "testbenches/tests/named_tracks.h"

namespace flybar::inet {
namespace {

using Lines = std::vector<std::string>;

/// What node 0 does with its pages: "label message".
struct Marks : NamedTracks {
  using Observer::on;
  void on(const Activity& it) override {
    const bool of_pages = names[it.track] == "node0.host.segments" && it.label != "input";
    if (it.label == "pin" || it.label == "take frame") with_page = it.message;
    if (of_pages && (it.label != "completed" || it.message == with_page))
      lines.push_back(std::string(it.label) + " " + std::to_string(it.message));
  }
  Lines lines;
  std::uint64_t with_page = 0;
};

class PageMarks : public SocketBench {
 protected:
  PageMarks() { setup.observer = &marks; }
  /// A page goes to the peer; packets 1 and 2 have made the connection.
  void send_page(std::function<void(ProgramMemory&, Cpu&)> meanwhile = {}) {
    connect(
        [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
          memory.fill(0, kPage, 1);
          send(connection, memory, 0, kPage);
          if (meanwhile) meanwhile(memory, cpu);
          cpu.sleep(5'000_ms);
        },
        [&](Connection& connection, ProgramMemory& memory, Cpu&) {
          receive(connection, memory, 0, kPage);
          expect_end(connection, memory);
        });
    run();
  }
  Marks marks;
};

TEST_F(PageMarks, OneIsToldOfFromItsPinToItsUnpin) {
  send_page();
  EXPECT_EQ(marks.lines, (Lines{"pin 3", "completed 3", "acknowledged 3", "unpin 3"}));
}

TEST_F(PageMarks, OneThatTheDeviceStillHoldsIsUnpinnedLater) {
  hosts()[0].device.hold_back(true);
  send_page([this](ProgramMemory&, Cpu& cpu) {
    cpu.sleep(900_ms);
    hosts()[0].device.hold_back(false);
  });
  EXPECT_EQ(marks.lines, (Lines{"pin 3", "acknowledged 3", "completed 3", "unpin 3"}));
}

TEST_F(PageMarks, AFrameWithACopyLikewise) {
  policy.remap_sent = false;
  send_page();
  EXPECT_EQ(marks.lines, (Lines{"take frame 3", "completed 3", "acknowledged 3", "free frame 3"}));
}

TEST_F(PageMarks, OneThatIsSentAgainIsUnpinnedForItsLastMessage) {
  bool lose = true;
  hosts().network.tamper = [&](MemoryNetwork::Packet& packet) {
    return packet.size() < kPage || !std::exchange(lose, false);
  };
  send_page();
  EXPECT_EQ(marks.lines, (Lines{"pin 3", "completed 3", "acknowledged 4", "unpin 4"}));
}

TEST_F(PageMarks, OneThatIsWrittenToMeanwhileIsNoPageOfTheProcessAtItsEnd) {
  send_page([](ProgramMemory& memory, Cpu&) { memory.fill(0, kPage, 2); });
  EXPECT_EQ(marks.lines.back(), "free frame 3");
}

}  // namespace
}  // namespace flybar::inet
