#include <gtest/gtest.h>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

constexpr const char* kImage = FLYBAR_FIRMWARE;

std::string exec(const std::string& options) {
  return std::string("exec ") + kImage + " " + options;
}

TEST(Exec, StopsWhenASymbolIsReached) {
  const Ended ended = Workspace().run(exec("--stop-at main --json -"));

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(ended.out.starts_with("{\n  \"stop\": \"stop-at\",\n  \"cycles\": ")) << ended.out;
}

TEST(Exec, CyclesAreExactlyAsManyAsAllowed) {
  const Ended ended = Workspace().run(exec("--max-cycles 12345 --json -"));

  EXPECT_NE(ended.out.find("\"stop\": \"max-cycles\",\n  \"cycles\": 12345,"), std::string::npos)
      << ended.out;
}

TEST(Exec, SymbolThatIsNotReachedIsAFailure) {
  const Ended ended = Workspace().run(exec("--stop-at main --max-cycles 2"));

  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(ended.err, "flybar: main was not reached within 2 cycles; raise --max-cycles\n");
}

TEST(Exec, SymbolWithoutANameIsRefused) {
  EXPECT_EQ(Workspace().run(exec("--stop-at ''")).code, 2);
}

TEST(Exec, MoreCyclesThanTimeCanCountAreRefused) {
  const Ended ended = Workspace().run(exec("--stop-at main --max-cycles 100000000000001"));

  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("allowed: 1 .. 100000000000000;"), std::string::npos) << ended.err;
}

TEST(Exec, FileThatGrowsBeyondTheLimitIsAFailedWrite) {
  const Workspace here;
  const Ended ended = here.run(exec("--max-cycles 5000 --profile p.callgrind"), "ulimit -f 0;");

  EXPECT_EQ(ended.code, 5);
}

TEST(Exec, ASymbolDumpedTwiceIsRefused) {
  const Ended ended = Workspace().run(exec("--max-cycles 10 --dump main:8 --dump main"));

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--dump: there is another result named \"main\""), std::string::npos);
}

TEST(Exec, MemoryIsShownInWords) {
  const Ended ended = Workspace().run(exec("--max-cycles 10 --dump main:8 --json -"));

  const std::size_t at = ended.out.find("\"main\": \"");
  ASSERT_NE(at, std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find('"', at + 9) - (at + 9), 17u);
}

TEST(Exec, MemoryForPeopleHasARowForEachWord) {
  const Ended ended = Workspace().run(exec("--max-cycles 10 --dump main:8"));

  EXPECT_NE(ended.out.find("decimal"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\nmain+0x4 "), std::string::npos) << ended.out;
}

TEST(Exec, ProfileIsWritten) {
  const Workspace here;
  const Ended ended = here.run(exec("--max-cycles 5000 --profile p.callgrind"));

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(contents(here / "p.callgrind").find("fn="), std::string::npos);
}

TEST(Exec, UnknownSymbolSuggestsTheNearest) {
  const Ended ended = Workspace().run(exec("--stop-at mian"));

  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(ended.err.ends_with("did you mean \"main\"?\n")) << ended.err;
}

TEST(Exec, UnknownSymbolThatIsLikeNoneSaysHowToSeeThemAll) {
  const Ended ended = Workspace().run(exec("--stop-at there_is_none_at_all_like_this"));

  EXPECT_TRUE(ended.err.ends_with("look at \"llvm-nm-14 IMAGE\"\n")) << ended.err;
}

TEST(Exec, DumpBeyondTheMemoryIsRefused) {
  EXPECT_EQ(Workspace().run(exec("--dump main:300000")).code, 3);
  EXPECT_EQ(Workspace().run(exec("--dump main:0")).code, 3);
}

TEST(Exec, FileThatIsNoFirmwareIsRefused) {
  const Workspace here;
  here.write("x.elf", "not firmware");
  const Ended ended = here.run("exec x.elf");

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err,
            "flybar: this firmware cannot be loaded\n"
            "x.elf: not an ELF file; allowed: an ELF object file; compile it with clang-14 "
            "--target=lanai -c\n");
}

}  // namespace
}  // namespace flybar::program
