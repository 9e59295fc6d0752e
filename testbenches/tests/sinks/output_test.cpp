#include "traces/sinks/output.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

const std::vector<std::string> kNames = {"a.fst",    "a.vcd",       "a.pftrace",
                                         "a.pcapng", "a.callgrind", "a.timeline.json"};

class OutputTest : public Directory {
 protected:
  std::string refusal(const std::string& name) {
    try {
      make_sink(path(name));
    } catch (const OutputError& error) {
      return error.what();
    }
    return "none";
  }
};

/// One of everything, so that every format has something to write.
void simulate(Sink& sink) {
  const TrackId dma = sink.declare({.name = "node0.lanai.host_dma"});
  const TrackId fill = sink.declare({.name = "node0.fill", .kind = TrackKind::kSignal, .bits = 8});
  const TrackId port = sink.declare({.name = "node0.link", .kind = TrackKind::kPackets});
  const TrackId cpu = sink.declare({.name = "node0.cpu", .kind = TrackKind::kProgram});
  const std::array<std::uint8_t, 5> bytes = {1, 2, 3, 4, 5};
  sink.on(Activity{dma, 1_us, 2_us, "pulse", 7, 512});
  sink.on(Change{fill, 1_us, 3, {}});
  sink.on(Packet{port, 3_us, 4_us, true, 7, bytes});
  sink.on(Retired{cpu, 5, 0x40, 1, 2, 1});
}

TEST_F(OutputTest, AnUnknownEndingIsRefusedWithThoseAllowed) {
  const std::string text = refusal("wave.ghw");

  EXPECT_NE(text.find("wave.ghw: a trace file whose format its name does not tell"), text.npos);
  EXPECT_NE(text.find("allowed: names that end in .fst, .vcd, .pftrace, .ip.pcapng, .pcapng, "
                      ".callgrind, .timeline.json; choose"),
            text.npos);
}

TEST_F(OutputTest, AnEndingAloneIsNoName) {
  EXPECT_NE(refusal(".fst"), "none");
}

TEST_F(OutputTest, ADirectoryThatDoesNotExistIsRefusedAtOnce) {
  for (const auto& name : kNames) {
    const std::string text = refusal("nowhere/" + name);
    EXPECT_NE(text.find("cannot write it: No such file or directory; allowed: "), text.npos)
        << text;
  }
}

TEST_F(OutputTest, ADirectoryOfThatNameIsRefusedAtOnce) {
  for (const auto& name : kNames) {
    std::filesystem::create_directory(path(name));
    EXPECT_NE(refusal(name).find("it is a directory"), std::string::npos);
  }
}

TEST_F(OutputTest, AFullDiskIsToldWhenTheFileIsClosed) {
  std::filesystem::create_symlink("/dev/full", unfinished(path("a.timeline.json")));
  auto sink = make_sink(path("a.timeline.json"));

  EXPECT_THROW(sink->close(1_us), OutputError);
  EXPECT_FALSE(std::filesystem::exists(path("a.timeline.json")));
}

TEST_F(OutputTest, APipeGetsWhatIsWrittenAndStaysAPipe) {
  const std::string pipe = path("pipe");
  mkfifo(pipe.c_str(), 0600);
  const File reader(std::fopen(pipe.c_str(), "r+"));
  Output out(pipe);
  out.write("text\n");
  out.commit();

  EXPECT_EQ(std::fgetc(reader.get()), 't');
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST_F(OutputTest, ASymbolicLinkStaysAndItsFileIsReplaced) {
  std::filesystem::create_symlink("file", path("link"));
  Output out(path("link"));
  out.write("text");
  out.commit();

  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(contents(path("file")), "text");
}

TEST_F(OutputTest, APipeCannotHoldAFastWaveform) {
  mkfifo(path("a.fst").c_str(), 0600);

  EXPECT_NE(refusal("a.fst").find("this format needs a file"), std::string::npos);
}

TEST_F(OutputTest, ASinkThatIsNeverClosedLeavesNothing) {
  for (const auto& name : kNames) simulate(*make_sink(path(name)));

  EXPECT_TRUE(files().empty());
}

TEST_F(OutputTest, AKilledRunLeavesNoFileUnderItsFinalName) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<std::unique_ptr<Sink>> sinks;
    for (const auto& name : kNames) sinks.push_back(make_sink(path(name)));
    for (auto& sink : sinks) simulate(*sink);
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);

  for (const auto& name : kNames) EXPECT_FALSE(std::filesystem::exists(path(name))) << name;
}

/// Ends a copy of this process, made while it writes, like that of a run that is killed.
void in_a_copy(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

TEST_F(OutputTest, TwoProcessesThatWriteTheSameFileDoNotMeet) {
  Output mine(path("a"));
  mine.write("mine");
  in_a_copy([&] {
    Output other(path("a"));
    other.write("other");
    other.commit();
  });
  EXPECT_EQ(contents(path("a")), "other");
  mine.commit();

  EXPECT_EQ(contents(path("a")), "mine");
  EXPECT_EQ(files(), std::vector<std::string>{"a"});
}

/// What the first process has written and what it has gathered, but not what it has done since.
TEST_F(OutputTest, ACopyOfTheProcessCompletesTheFile) {
  const std::string much(200'000, 'm');
  Output out(path("a"));
  out.write(much);
  out.write("gathered");
  in_a_copy([&] { out.commit(Ending::kStopped); });

  EXPECT_EQ(contents(path("stopped-a")), much + "gathered");
  EXPECT_EQ(files(), std::vector<std::string>{"stopped-a"});
}

TEST_F(OutputTest, ACopyOfTheProcessLeavesTheFirstOnesScratchAsItIs) {
  const std::vector<std::uint8_t> first(100'000, 1), second(100'000, 2);
  std::vector<std::uint8_t> read(100'000);
  Scratch scratch(path(""));
  scratch.append(first);
  in_a_copy([&] { scratch.append(second); });
  scratch.append(first);

  scratch.read(100'000, read);
  EXPECT_EQ(read, first);
}

TEST_F(OutputTest, WhatACopyAppendsIsReadBackBehindWhatWasThere) {
  const std::vector<std::uint8_t> first(100'000, 1), second(100'000, 2);
  Scratch scratch(path(""));
  scratch.append(first);
  scratch.append(std::array<std::uint8_t, 3>{7, 7, 7});
  in_a_copy([&] {
    scratch.append(second);
    std::array<std::uint8_t, 8> read{};
    scratch.read(99'998, read);
    std::ofstream(path("ok")) << (read == std::array<std::uint8_t, 8>{1, 1, 7, 7, 7, 2, 2, 2});
  });

  EXPECT_EQ(contents(path("ok")), "1");
}

TEST_F(OutputTest, EverySinkIsCompletedByACopyAsByTheProcessItself) {
  for (const auto& name : kNames) {
    auto sink = make_sink(path(name));
    simulate(*sink);
    in_a_copy([&] {
      sink->stop();
      sink->close(5_us);
    });
    sink.reset();  // its unfinished file has gone with the copy
    sink = make_sink(path(name));
    simulate(*sink);
    sink->close(5_us);
    EXPECT_EQ(contents(path("stopped-" + name)), contents(path(name))) << name;
  }
  for (const auto& name : files()) EXPECT_EQ(name.find("partial"), name.npos) << name;
}

TEST_F(OutputTest, WhatIsUnfinishedCanBeRemovedAtOnce) {
  const Output a(path("a")), b(path("b"));
  EXPECT_EQ(files().size(), 2U);
  remove_unfinished_files();

  EXPECT_TRUE(files().empty());
}

TEST_F(OutputTest, AClosedSinkLeavesOnlyFinalNames) {
  for (const auto& name : kNames) {
    auto sink = make_sink(path(name));
    simulate(*sink);
    sink->close(5_us);
    EXPECT_TRUE(std::filesystem::exists(path(name))) << name;
  }
  for (const auto& name : files()) EXPECT_EQ(name.find("partial"), name.npos) << name;
}

TEST_F(OutputTest, AStoppedRunLeavesItsFilesUnderNamesOfTheirOwn) {
  for (const auto& name : kNames) {
    auto sink = make_sink(path(name));
    simulate(*sink);
    sink->stop();
    sink->close(Time());
    EXPECT_FALSE(std::filesystem::exists(path(name))) << name;
    EXPECT_TRUE(std::filesystem::exists(path("stopped-" + name))) << name;
  }
  for (const auto& name : files()) EXPECT_TRUE(name.starts_with("stopped-")) << name;
}

TEST_F(OutputTest, ARunWithoutTracksLeavesItsFilesToo) {
  for (const auto& name : kNames) {
    make_sink(path(name))->close(5_us);
    EXPECT_TRUE(std::filesystem::exists(path(name))) << name;
  }
}

TEST_F(OutputTest, TheSameEventsGiveTheSameBytes) {
  for (const auto& name : kNames) {
    for (const std::string run : {"1", "2"}) {
      auto sink = make_sink(path(run + name));
      simulate(*sink);
      sink->close(5_us);
    }
    EXPECT_EQ(contents(path("1" + name)), contents(path("2" + name))) << name;
  }
}

TEST_F(OutputTest, AFanoutTellsEverySink) {
  std::vector<std::string> first, second;
  std::vector<std::unique_ptr<Sink>> sinks;
  sinks.push_back(std::make_unique<Listener>(first));
  sinks.push_back(std::make_unique<Listener>(second));
  Fanout fanout(std::move(sinks));

  simulate(fanout);
  fanout.close(5_us);

  EXPECT_EQ(first.size(), 5u);
  EXPECT_EQ(first, second);
}

TEST_F(OutputTest, AFanoutClosesAllSinksEvenIfOneFails) {
  std::filesystem::create_symlink("/dev/full", unfinished(path("a.timeline.json")));
  std::vector<std::unique_ptr<Sink>> sinks;
  sinks.push_back(make_sink(path("a.timeline.json")));
  sinks.push_back(make_sink(path("b.timeline.json")));
  Fanout fanout(std::move(sinks));

  EXPECT_THROW(fanout.close(1_us), OutputError);
  EXPECT_TRUE(std::filesystem::exists(path("b.timeline.json")));
}

}  // namespace
}  // namespace flybar
