#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

const InlinedCall kStep{"step", "inline.h", "mcp.c", 15, 0x20};
const InlinedCall kPulse{"pulse", "inline.h", "inline.h", 9, 0x24};

/// main at 0x00, send at 0x40, wait at 0x80; one line per instruction. Line 15 of main calls step,
/// which was inlined at 0x20 to 0x2C; line 9 of step calls pulse, inlined at 0x24.
SourceLocation locate(std::string_view, std::uint32_t pc) {
  if (pc == 0x24) return {"main", "mcp.c", "inline.h", 1 + pc / 4, pc, {kStep, kPulse}};
  if (pc >= 0x20 && pc < 0x2C) return {"main", "mcp.c", "inline.h", 1 + pc / 4, pc, {kStep}};
  if (pc < 0x40) return {"main", "mcp.c", "mcp.c", 10 + pc / 4, pc, {}};
  if (pc < 0x80) return {"send", "send.c", "send.c", 20 + (pc - 0x40) / 4, pc - 0x40, {}};
  return {"wait", "mcp.c", "mcp.c", 40 + (pc - 0x80) / 4, pc - 0x80, {}};
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

TEST_F(CallgrindTest, InlinedCodeBelongsToTheInnermostFunction) {
  for (const std::uint32_t pc : {0x1C, 0x20, 0x24, 0x28, 0x2C}) retire(pc);
  const std::string file = close();

  EXPECT_TRUE(has(file,
                  "fl=mcp.c\nfn=main\n28 17 1 1 0\n"
                  "fl=inline.h\nfn=step\n32 9 1 1 0\n"
                  "fl=inline.h\nfn=pulse\n36 10 1 1 0\n"
                  "fl=inline.h\nfn=step\n40 11 1 1 0\n"
                  "fl=mcp.c\nfn=main\n44 21 1 1 0\n"))
      << file;
}

TEST_F(CallgrindTest, AnInlinedFunctionIsCalledByTheLineThatNamesIt) {
  for (const std::uint32_t pc : {0x1C, 0x20, 0x24, 0x28, 0x2C}) retire(pc);
  const std::string file = close();

  EXPECT_TRUE(has(file,
                  "cfi=inline.h\ncfn=step\ncalls=1 32 9\n32 15 3 3 0\n"
                  "fl=inline.h\nfn=step\n"
                  "cfi=inline.h\ncfn=pulse\ncalls=1 36 10\n36 9 1 1 0\n"))
      << file;
}

TEST_F(CallgrindTest, WhatAnInlinedFunctionCallsIsPartOfItsCost) {
  for (const std::uint32_t pc : {0x1C, 0x20, 0x40, 0x44, 0x28, 0x2C}) retire(pc);

  EXPECT_TRUE(has(close(), "cfn=step\ncalls=1 32 9\n32 15 4 4 0\n"));
}

TEST_F(CallgrindTest, CodeOfTheCallerInTheMiddleOfAnInlinedFunctionIsNoNewCall) {
  for (const std::uint32_t pc : {0x1C, 0x20, 0x30, 0x28, 0x2C}) retire(pc);

  EXPECT_TRUE(has(close(), "cfn=step\ncalls=1 32 9\n32 15 2 2 0\n"));
}

TEST_F(CallgrindTest, AnInlinedFunctionThatIsEnteredInTheMiddleIsCalledOnce) {
  for (const std::uint32_t pc : {0x1C, 0x28, 0x2C, 0x28, 0x2C}) retire(pc);

  EXPECT_TRUE(has(close(), "cfn=step\ncalls=1 32 9\n32 15 2 2 0\n"));
}

TEST_F(CallgrindTest, AnnotateCountsEveryCycleOnce) {
  for (const std::uint32_t pc : {0x1C, 0x28, 0x24, 0x28, 0x40, 0x2C}) retire(pc);
  const std::string text = annotate("--threshold=100");

  EXPECT_TRUE(has(text, "2 (33.33%)   2 (33.33%) 0           inline.h:step")) << text;
  EXPECT_TRUE(has(text, "1 (16.67%)   1 (16.67%) 0           inline.h:pulse")) << text;
  EXPECT_TRUE(has(text, "1 (16.67%)   1 (16.67%) 0           send.c:send")) << text;
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
