/// Every wrong input of wrong_inputs.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

constexpr std::size_t kLongestMessage = 4000;

/// System files of two nodes, each with these lines.
void furnish_systems(const Workspace& here) {
  const std::string head = "name = \"s\"\nsummary = \"s\"\n[nodes.a]\ncount = 2\n";
  const std::string two = "[system]\nnetworks = \"myrinet, s: myrinet\"\n";
  const std::string placed = "platform = \"alphastation-500\"\n";
  const std::pair<const char*, std::string> systems[] = {
      {"samenet", "[system]\nnetworks = \"myrinet, myrinet\"\n"},
      {"nonet", "[system]\nnetworks = \"\"\n"},
      {"ether", "[system]\nnetworks = \"ethernet\"\n"},
      {"nocard", "[node]\ncards = \"\"\n"},
      {"nobuses", "[node]\nbuses = \"\"\n"},
      {"badname", "[node]\ncards = \"x y z: lanai\"\n"},
      {"nowhere", two + "[node]\ncards = \"lanai, second: lanai at nowhere\"\n"},
      {"empty2nd", two},
      {"orphan", "[network.storage]\nshape = \"one\"\n"},
      {"notrunk", "[network]\nshape = \"one\"\ntrunk = \"25 m\"\n"},
      {"shapeless", "[network]\ntrunk = \"25 m\"\n"},
      {"rnus", "rnus = \"both\"\n"},
      {"freq", "[pci]\nfreq = \"33 MHz\"\n"},
      {"othermachine", "[pm]\nretry = \"1 ms\"\n"}};
  for (const auto& [name, lines] : systems)
    here.write(std::string(name) + ".system.toml", placed + head + lines);
  here.write("unplaced.system.toml", head + "rnus = \"both\"\nmcp.mode = \"eagr\"\n");
  here.write("machines.system.toml",
             head + "platform = \"rwc-pentium-pro\"\n[nodes.b]\ncount = 2\n" + placed);
}

/// What the commands of the table find.
void furnish(const Workspace& here) {
  furnish_systems(here);
  here.write("text", "hello world\n");
  here.write("text.toml", "hello world\n");
  here.write("empty.toml", "");
  here.write("faults.toml", "name = \"x\"\nsumary = \"y\"\n[mcp]\nmode = \"eagr\"\n");
  here.write("system.toml",
             "name = \"x\"\nsummary = \"y\"\n[nodes.a]\ncount = 70\nplatform = \"nosuch\"\n"
             "[network]\nshape = \"ring\"\n");
  here.write("unknown.plan.toml", "experiment = \"one-way\"\nvaries = 3\n");
  here.write("threads.plan.toml", "experiment = \"all-to-all\"\nthreads = 0\n");
  here.write("empty.plan.toml", "experiment = \"one-way\"\n[vary]\npayload = []\n");
  here.write(
      "zip.plan.toml",
      "experiment = \"one-way\"\n[zip.a]\npayload = [\"4 KB\"]\ncontrol = [\"4 B\", \"8 B\"]\n");
  here.write("constraint.plan.toml",
             "experiment = \"one-way\"\nconstraints = [\"payload < 1 KB\", \"payload > 1 KB\"]\n"
             "[vary]\npayload = [\"512 B\", \"2 KB\"]\n");
  const std::string vary = "[vary]\npayload = [\"64 B\", \"128 B\"]\n";
  here.write("firmware.plan.toml",
             "experiment = \"one-way\"\nfirmware = \"/etc/hostname\"\n" + vary);
  here.write("three.plan.toml",
             "experiment = \"one-way\"\nconstraints = [\"payload <\", \"< 1\", \"()\"]\n" + vary);
  here.write(
      "names.plan.toml",
      "experiment = \"one-way\"\nconstraints = [\"paylaod < 1 KB\", \"payload < 1\"]\n" + vary);
  here.write("types.plan.toml", "experiment = [\"one-way\"]\nplatform = 3\n" + vary);
  here.write("unclosed.csv", "payload\n\"8 KB\n");
  here.write("list.json", "[1, 2]\n");
  here.write("schema.json", "{\"schema\": 99, \"experiment\": 3}\n");
  here.write("deep.json", std::string(100'000, '[') + std::string(100'000, ']'));
  here.write("cut.timeline.json", "[{\"na");
  here.write("garbage.elf", std::string(200, '\x1'));
  std::filesystem::create_directory(here / "dir");
  here.write("cut.elf", contents(FLYBAR_FIRMWARE).substr(0, 2000));
  const std::string sort = contents(FLYBAR_WORKLOADS "/sort.workload");
  here.write("empty.workload", "");
  here.write("cut.workload", sort.substr(0, 20000));
  here.write("foreign.workload", sort.substr(0, sort.find("begin")) + "hello world\n");
  here.write(
      "noop.workload",
      "flybar-workload 1\ntitle x\ntouches unknown\nfile 0 100 a\nprocess 0 a\nbegin\nend 0\n");
  here.write("v2.workload", "flybar-workload 2\n");
  ASSERT_EQ(here.run("sweep one-way --set round_trips=1 --vary payload='0 B,64 B' -o sweep").code,
            0);
}

/// Where, what was found, what is allowed, what to do.
bool has_four_parts(const std::string& line) {
  const std::size_t where = line.find(": ");
  const std::size_t allowed = line.find("; allowed: ");
  return where != line.npos && allowed != line.npos && where < allowed &&
         line.find("; ", allowed + 2) != line.npos;
}

bool is_printable(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x20; });
}

/// Words of libraries and of the C library, and numbers that help no reader.
bool has_foreign_words(const std::string& text) {
  for (const char* const words : {"json.exception", "ELF header", "std::", "9223372036854775807"})
    if (text.find(words) != text.npos) return true;
  return false;
}

/// "x.toml:3: x.toml:7: ...", or the place of a file before an option.
bool places_twice(const std::string& line) {
  for (auto end = line.find(".toml:"); end != line.npos; end = line.find(".toml:", end + 1)) {
    const std::size_t begin = line.rfind(' ', end) + 1, next = line.find(": ", end);
    if (next == line.npos) return false;
    const std::string rest = line.substr(next + 2), file = line.substr(begin, end - begin);
    if (rest.starts_with("--set: ") || rest.starts_with(file + ".toml:")) return true;
  }
  return false;
}

void expect_refused(const Workspace& here, const std::string& arguments, int code) {
  const std::size_t files = here.files();
  const Ended ended = here.run(arguments, "F='" FLYBAR_FIRMWARE_DIRECTORY "'; ");
  EXPECT_EQ(ended.code, code) << arguments << "\n" << ended.err;
  EXPECT_EQ(here.files(), files) << arguments << " left something behind";
  EXPECT_LE(ended.err.size(), kLongestMessage) << arguments;
  EXPECT_TRUE(is_printable(ended.err)) << arguments << "\n" << ended.err;
  EXPECT_FALSE(has_foreign_words(ended.err)) << arguments << "\n" << ended.err;
  std::istringstream lines(ended.err);
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("flybar: ")) << arguments << "\n" << line;
  int faults = 0;
  std::set<std::string> known;
  while (std::getline(lines, line)) {
    EXPECT_TRUE(has_four_parts(line)) << arguments << "\n" << line;
    EXPECT_FALSE(places_twice(line)) << arguments << "\n" << line;
    EXPECT_TRUE(known.insert(line).second) << arguments << " says twice\n" << line;
    ++faults;
  }
  EXPECT_GT(faults, 0) << arguments;
}

TEST(WrongInputs, AreRefusedWithFourPartsAndTheirExitCodeAndLeaveNothing) {
  const Workspace here;
  furnish(here);
  std::istringstream table(contents(FLYBAR_WRONG_INPUTS));
  std::string line;
  int count = 0;
  while (std::getline(table, line)) {
    if (line.empty() || line.starts_with("#")) continue;
    const int code = line.front() - '0';
    expect_refused(here, line.size() > 2 ? line.substr(2) : "", code);
    ++count;
  }
  EXPECT_GE(count, 470);
}

/// How many faults the program finds in a plan.
std::size_t faults_of(const std::string& plan) {
  const Workspace here;
  furnish(here);
  const Ended ended = here.run("sweep " + plan);
  EXPECT_EQ(ended.code, 3) << ended.err;
  return static_cast<std::size_t>(std::count(ended.err.begin(), ended.err.end(), '\n')) - 1;
}

TEST(WrongPlans, AreToldWithAllTheirFaults) {
  EXPECT_EQ(faults_of("three.plan.toml"), 3U);
  EXPECT_EQ(faults_of("names.plan.toml"), 2U);
  EXPECT_EQ(faults_of("types.plan.toml"), 2U);
}

}  // namespace
}  // namespace flybar::program
