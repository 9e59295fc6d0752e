#include "testbenches/sinks/bench.h"

namespace flybar {
namespace {

/// main at 0x00, with code from inline.h at 0x20 and 0x24, send at 0x40, wait at 0x80; one line per
/// instruction.
SourceLocation locate(std::string_view, std::uint32_t pc) {
  if (pc == 0x20 || pc == 0x24) return {"main", "inline.h", 1 + pc / 4, pc};
  if (pc < 0x40) return {"main", "mcp.c", 10 + pc / 4, pc};
  if (pc < 0x80) return {"send", "send.c", 20 + (pc - 0x40) / 4, pc - 0x40};
  return {"wait", "mcp.c", 40 + (pc - 0x80) / 4, pc - 0x80};
}

class CallgrindTest : public Directory {
 protected:
  CallgrindTest() : sink_(make_sink(path("a.callgrind"), {.locate = locate})) {
    cpu_ = sink_->declare({.name = "node0.lanai.cpu", .kind = TrackKind::kProgram});
  }

  void retire(std::uint32_t pc, std::uint32_t cycles = 1, std::uint64_t times = 1) {
    sink_->on(Retired{cpu_, cycle_, pc, 0, cycles, times});
    cycle_ += cycles * times;
  }

  std::string close() {
    sink_->close(1_ms);
    return contents(path("a.callgrind"));
  }

  std::string annotate(const std::string& options) {
    close();
    return output_of("callgrind_annotate", options + " " + path("a.callgrind").string());
  }

  bool has(const std::string& text, const std::string& wanted) {
    return text.find(wanted) != text.npos;
  }

  std::unique_ptr<Sink> sink_;
  TrackId cpu_;
  std::uint64_t cycle_ = 0;
};

TEST_F(CallgrindTest, CyclesInstructionsAndStallsAreCountedPerInstruction) {
  retire(0x00);
  retire(0x04, 3);
  retire(0x04, 2);
  const std::string file = close();

  EXPECT_TRUE(has(file, "events: Cycles Instructions Stalls\nsummary: 6 3 3\n")) << file;
  EXPECT_TRUE(has(file, "fl=mcp.c\nfn=main\n0 10 1 1 0\n4 11 5 2 3\n")) << file;
}

TEST_F(CallgrindTest, ControlThatEntersAFunctionIsACallWithItsWholeCost) {
  retire(0x00);  // main calls
  retire(0x40, 5);
  retire(0x44, 4);
  retire(0x04);  // back in main
  const std::string file = close();

  EXPECT_TRUE(
      has(file, "0 10 1 1 0\ncfi=send.c\ncfn=send\ncalls=1 64 20\n0 10 9 2 7\n4 11 1 1 0\n"))
      << file;
}

TEST_F(CallgrindTest, ALoopInAFunctionIsNoCall) {
  for (int lap = 0; lap < 3; ++lap) retire(0x40), retire(0x44);

  EXPECT_FALSE(has(close(), "calls="));
}

TEST_F(CallgrindTest, ReturningOverSeveralFunctionsEndsThemAll) {
  retire(0x00);
  retire(0x40, 2);
  retire(0x80, 3);
  retire(0x04);
  const std::string file = close();

  EXPECT_TRUE(has(file, "calls=1 64 20\n0 10 5 2 3\n")) << file;
  EXPECT_TRUE(has(file, "calls=1 128 40\n64 20 3 1 2\n")) << file;
}

TEST_F(CallgrindTest, ACallThatNeverReturnsCostsUntilTheEnd) {
  retire(0x00);
  retire(0x40, 2);

  EXPECT_TRUE(has(close(), "calls=1 64 20\n0 10 2 1 1\n"));
}

TEST_F(CallgrindTest, SkippedLapsCountInFull) {
  retire(0x00);
  retire(0x80, 3, 33);

  EXPECT_TRUE(has(close(), "summary: 100 34 66\n"));
}

TEST_F(CallgrindTest, InlinedCodeIsNoCallAndNamesItsFile) {
  retire(0x1C);
  retire(0x20);
  retire(0x28);
  const std::string file = close();

  EXPECT_TRUE(has(file,
                  "fl=mcp.c\nfn=main\n28 17 1 1 0\nfi=inline.h\n32 9 1 1 0\n"
                  "fe=mcp.c\n40 20 1 1 0\n"))
      << file;
  EXPECT_FALSE(has(file, "calls=")) << file;
}

TEST_F(CallgrindTest, AFunctionThatWaitsIsNotCalledAgain) {
  retire(0x00);
  retire(0x40, 2);
  retire(0x00, 3);  // main again, which waits for send
  retire(0x40, 4);
  const std::string file = close();

  EXPECT_TRUE(has(file, "calls=2 64 20\n0 10 6 2 4\n")) << file;
  EXPECT_FALSE(has(file, "cfn=main")) << file;
}

TEST_F(CallgrindTest, AJumpIntoAFunctionEndsTheOneThatRan) {
  retire(0x00);
  retire(0x40, 2);
  retire(0x84, 4);  // the middle of wait
  retire(0x04);
  const std::string file = close();

  EXPECT_TRUE(has(file, "calls=1 64 20\n0 10 2 1 1\n")) << file;
}

TEST_F(CallgrindTest, CodeWithoutANameIsMarkedAsUnknown) {
  sink_ = make_sink(path("a.callgrind"));
  cpu_ = sink_->declare({.name = "cpu", .kind = TrackKind::kProgram});
  retire(0x00);

  EXPECT_TRUE(has(close(), "fl=???\nfn=???\n0 0 1 1 0\n"));
}

TEST_F(CallgrindTest, AnnotateListsFunctionsByTheirCost) {
  retire(0x00, 10);
  retire(0x40, 90);
  const std::string text = annotate("");

  EXPECT_TRUE(has(text, "90 (90.00%)")) << text;
  EXPECT_TRUE(has(text, "send.c:send")) << text;
  EXPECT_TRUE(has(text, "100 (100.0%)")) << text;
}

TEST_F(CallgrindTest, AnnotateAddsCallsToTheirCallers) {
  retire(0x00, 10);
  retire(0x40, 90);
  const std::string text = annotate("--inclusive=yes --tree=both");

  EXPECT_TRUE(has(text, "100 (100.0%)")) << text;
  EXPECT_TRUE(has(text, "mcp.c:main")) << text;
  EXPECT_FALSE(has(text, "WARNING")) << text;
}

TEST_F(CallgrindTest, EachNicHasItsOwnFile) {
  sink_->declare({.name = "node1.lanai.cpu", .kind = TrackKind::kProgram});
  sink_->close(1_ms);

  EXPECT_TRUE(std::filesystem::exists(path("a.node0.callgrind")));
  EXPECT_TRUE(std::filesystem::exists(path("a.node1.callgrind")));
  EXPECT_FALSE(std::filesystem::exists(path("a.callgrind")));
}

TEST_F(CallgrindTest, AWildProgramCounterDoesNoHarm) {
  retire(0xFFFFFFFC, 7);

  EXPECT_TRUE(has(close(), "summary: 7 1 6\n"));
}

}  // namespace
}  // namespace flybar
