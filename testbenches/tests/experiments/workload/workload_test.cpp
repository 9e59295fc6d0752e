#include "testbenches/experiments/workload/workload.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

using namespace literals;
using Verb = Workload::Verb;

constexpr const char* kHead =
    "flybar-workload 1\ntitle t\nfile 0 10000 data\nfile 1 0 log\nprocess 0 main\n"
    "process 1 child\nbegin\n0 3 start 1\n";

/// The operations are those after process 1 has started; the first is line 9.
std::string with(const std::string& operations) {
  const auto lines = std::count(operations.begin(), operations.end(), '\n');
  return kHead + operations + "end " + std::to_string(lines + 1) + "\n";
}

Workload read(const std::string& operations) {
  return parse_workload(with(operations), "w");
}

std::vector<Fault> faults(const std::string& text) {
  try {
    parse_workload(text, "w");
  } catch (const ConfigurationError& error) {
    return error.faults();
  }
  return {};
}

/// The only fault as one text.
std::string fault(const std::string& text) {
  const auto all = faults(text);
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? "" : all[0].text();
}

std::string fault_of(const std::string& operations) {
  return fault(with(operations));
}

TEST(WorkloadReader, KeepsWhatTheHeadSays) {
  const Workload workload = parse_workload(
      "flybar-workload 1\ntitle A title\ncommand ls -l\nprogram coreutils 9.1\n"
      "touches faults 65536\nfile 0 77 a name\nprocess 0 ls\nbegin\n0 0 exit\nend 1\n",
      "w");

  EXPECT_EQ(workload.title, "A title");
  EXPECT_EQ(workload.command, "ls -l");
  EXPECT_EQ(workload.programs, std::vector<std::string>{"coreutils 9.1"});
  EXPECT_EQ(workload.touch_window, 65536_B);
  EXPECT_EQ(workload.files[0].name, "a name");
  EXPECT_EQ(workload.files[0].size, 77_B);
  EXPECT_EQ(workload.processes[0].name, "ls");
}

TEST(WorkloadReader, ReadsATransferWithItsRepetitions) {
  const Workload workload = read("1 250 read 0 100 200 x3\n");

  const Workload::Operation& operation = workload.operations.at(1);
  EXPECT_EQ(operation.verb, Verb::kRead);
  EXPECT_EQ(operation.process, 1U);
  EXPECT_EQ(operation.object, 0U);
  EXPECT_EQ(operation.think, 250_us);
  EXPECT_EQ(operation.offset, 100_B);
  EXPECT_EQ(operation.length, 200_B);
  EXPECT_EQ(operation.times, 3);
}

TEST(WorkloadReader, ReadsAMapThatReachesBeyondTheFile) {
  const Workload workload = read("0 0 map 0 1 4096 8192 write\n0 0 touch 0 4096 4096\n");

  const Workload::Mapping& mapping = workload.mappings.at(0);
  EXPECT_EQ(mapping.file, 1U);
  EXPECT_EQ(mapping.offset, 4096_B);
  EXPECT_EQ(mapping.length, 8192_B);
  EXPECT_TRUE(mapping.writes);
}

TEST(WorkloadReader, KnowsTheLargestSizeOfEachFile) {
  const Workload workload = read("0 0 write 1 0 4096 x2\n0 0 truncate 1 10\n");

  EXPECT_EQ(workload.files[0].largest, 10000_B);
  EXPECT_EQ(workload.files[1].largest, 8192_B);
}

TEST(WorkloadReader, SaysThatNoTouchesWereRecorded) {
  EXPECT_EQ(read("0 0 exit\n").touches, Workload::Touches::kUnknown);
}

TEST(WorkloadSummary, CountsDistinctPages) {
  const Workload workload =
      read("0 1 read 0 0 100\n0 1 read 0 8000 400\n0 1 map 0 0 0 4000 read\n0 2 write 1 0 1 x2\n");

  const WorkloadSummary sum = summarize(workload, 8_KB);

  EXPECT_EQ(sum.pages, 3);
  EXPECT_EQ(footprint(workload, 8_KB), (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(sum.operations, 6);
}

TEST(WorkloadSummary, AddsBytesAndThinkTimes) {
  const WorkloadSummary sum =
      summarize(read("0 1 read 0 0 100 x3\n0 2 write 1 0 7\n0 4 map 0 0 9000 4096 read\n"), 8_KB);

  EXPECT_EQ(sum.read, 300_B);
  EXPECT_EQ(sum.written, 7_B);
  EXPECT_EQ(sum.mapped, 1000_B);
  EXPECT_EQ(sum.think, 12_us);
  EXPECT_EQ(sum.files, 10007_B);
}

TEST(WorkloadReader, RefusesAForeignFileAtItsFirstLine) {
  EXPECT_EQ(fault("\x7f"
                  "ELF stuff\nmore\n"),
            "w:1: first line \"?ELF stuff\": no workload; allowed: flybar-workload 1; give a file "
            "that scripts/record-workload has made");
}

TEST(WorkloadReader, RefusesAVersionThatItDoesNotKnow) {
  EXPECT_EQ(fault("flybar-workload 2\nnews\n"),
            "w:1: version \"2\"; allowed: version 1; record it again with "
            "scripts/record-workload");
}

TEST(WorkloadReader, RefusesAnEmptyFile) {
  EXPECT_NE(fault("").find("w: it ends too early"), std::string::npos);
}

TEST(WorkloadReader, RefusesAFileThatWasCutAnywhere) {
  const std::string whole = with("0 0 read 0 0 10\n1 0 exit\n0 1 wait 1\n0 0 exit\n");

  ASSERT_TRUE(faults(whole).empty());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(faults(whole.substr(0, size)).empty()) << size;
}

TEST(WorkloadReader, RefusesMissingLines) {
  EXPECT_EQ(fault(std::string(kHead) + "end 2\n"),
            "w:9: end \"2\" after 1 operations; allowed: the number of operations; lines are "
            "missing or too many: record it again with scripts/record-workload");
}

TEST(WorkloadReader, RefusesLinesAfterTheEnd) {
  EXPECT_NE(fault(with("") + "0 0 exit\n").find("a line after \"end\""), std::string::npos);
}

TEST(WorkloadReader, RefusesAReadBeyondTheEndOfTheFileAtThatTime) {
  EXPECT_TRUE(faults(with("0 0 read 0 9000 1000\n")).empty());
  EXPECT_EQ(fault_of("0 0 read 0 9000 1001\n"),
            "w:9: bytes up to 10001; allowed: up to 10000; the file has no more here: correct it, "
            "or its size in the head");
  EXPECT_TRUE(faults(with("0 0 write 1 0 500 x2\n0 0 read 1 999 1\n")).empty());
  EXPECT_FALSE(faults(with("0 0 write 1 0 500 x2\n0 0 read 1 999 2\n")).empty());
}

TEST(WorkloadReader, RefusesOffsetsBeyondOneTerabyte) {
  EXPECT_TRUE(faults(with("0 0 write 1 1099511627775 1\n")).empty());
  EXPECT_NE(fault_of("0 0 write 1 1099511627775 2\n").find("correct offset"), std::string::npos);
  EXPECT_NE(fault_of("0 0 write 1 1099511627777 1\n").find("offset \"1099511627777\""),
            std::string::npos);
}

TEST(WorkloadReader, RefusesNegativeAndOddNumbers) {
  for (const char* word : {"-1", "+1", "1.5", "0x10", "", "99999999999999999999", "1e3"})
    EXPECT_NE(fault_of("0 " + std::string(word) + " exit\n").find("think time in us \""),
              std::string::npos)
        << word;
}

TEST(WorkloadReader, RefusesAFileThatIsNotInTheHead) {
  EXPECT_EQ(fault_of("0 0 read 2 0 1\n"),
            "w:9: file 2; allowed: 0 to 1; add it to the head, or correct the number");
}

TEST(WorkloadReader, RefusesToTouchWhatIsNotMapped) {
  EXPECT_NE(fault_of("0 0 touch 0 0 1\n").find("none: there is none yet"), std::string::npos);
  EXPECT_NE(fault_of("0 0 map 0 0 0 10 read\n0 0 unmap 0\n0 0 touch 0 0 1\n")
                .find("w:11: map 0 after its unmap"),
            std::string::npos);
}

TEST(WorkloadReader, RefusesToTouchBeyondTheMap) {
  EXPECT_TRUE(faults(with("0 0 map 0 0 0 4096 read\n0 0 touch 0 4000 96\n")).empty());
  EXPECT_FALSE(faults(with("0 0 map 0 0 0 4096 read\n0 0 touch 0 4000 97\n")).empty());
}

TEST(WorkloadReader, RefusesAMapTwice) {
  EXPECT_NE(fault_of("0 0 map 0 0 0 10 read\n0 0 map 0 0 0 10 read\n").find("w:10: map 0"),
            std::string::npos);
}

TEST(WorkloadReader, RefusesProcessesOutOfOrder) {
  EXPECT_NE(fault_of("1 0 exit\n1 0 exit\n").find("process 1 after its exit"), std::string::npos);
  EXPECT_NE(fault_of("0 0 wait 1\n").find("which has not ended"), std::string::npos);
  EXPECT_NE(fault_of("0 0 start 1\n").find("started again"), std::string::npos);
  EXPECT_NE(fault_of("2 0 exit\n").find("process 2; allowed: 0 to 1"), std::string::npos);
}

TEST(WorkloadReader, RefusesAProcessThatNeverStarts) {
  EXPECT_NE(
      fault("flybar-workload 1\nfile 0 1 f\nprocess 0 a\nprocess 1 b\nbegin\n0 0 exit\nend 1\n")
          .find("process 1 is never started"),
      std::string::npos);
}

TEST(WorkloadReader, NamesTheFormOfALineWithAWordTooMany) {
  EXPECT_EQ(fault_of("0 0 unmap 0 0\n"),
            "w:9: \"0 0 unmap 0 0\"; allowed: PROCESS THINK_US unmap MAP; correct the line");
}

TEST(WorkloadReader, RefusesTooManyOperationsInFewLines) {
  std::string operations;
  for (int line = 0; line < 10; ++line) operations += "0 0 write 1 0 1 x1000000\n";
  EXPECT_NE(fault_of(operations).find("operation 10000001"), std::string::npos);
}

TEST(WorkloadReader, RefusesKeysThatItDoesNotKnow) {
  EXPECT_NE(fault("flybar-workload 1\nspeed 9\nfile 0 1 f\nprocess 0 a\nbegin\n0 0 exit\nend 1\n")
                .find("w:2: key \"speed\"; allowed: title, command"),
            std::string::npos);
}

TEST(WorkloadReader, RefusesFilesThatAreNotNumberedInOrder) {
  EXPECT_NE(
      fault("flybar-workload 1\nfile 1 1 f\nfile 1 1 g\nprocess 0 a\nbegin\n0 0 exit\nend 1\n")
          .find("w:2: file \"1\"; allowed: 0, the next number"),
      std::string::npos);
}

TEST(WorkloadReader, ReportsEveryFaultUpToTwenty) {
  std::string operations;
  for (int line = 0; line < 19; ++line) operations += "0 x exit\n";
  EXPECT_EQ(faults(with(operations)).size(), 19U);
  for (int line = 0; line < 19; ++line) operations += "0 x exit\n";
  EXPECT_EQ(faults(with(operations)).size(), 20U);
}

TEST(WorkloadReader, SaysWhichFileCannotBeRead) {
  try {
    load_workload("/nowhere/a.workload");
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_EQ(error.faults().at(0).where, "/nowhere/a.workload");
  }
}

TEST(WorkloadReader, RefusesADirectory) {
  EXPECT_THROW(load_workload("/"), ConfigurationError);
}

}  // namespace
}  // namespace flybar::experiments
