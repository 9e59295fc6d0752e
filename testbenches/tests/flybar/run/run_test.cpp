#include <gtest/gtest.h>

#include "testbenches/flybar/results/record.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

/// What the program says to a configuration that is not possible.
std::string refusal(const std::string& arguments) {
  const Ended ended = Workspace().run("run self-test " + arguments);
  EXPECT_EQ(ended.code, 3) << arguments;
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.starts_with("flybar: this configuration is not possible\n")) << ended.err;
  return ended.err.substr(ended.err.find('\n') + 1);
}

TEST(Run, SeedOfPacketsThatNothingUsesIsRefused) {
  EXPECT_TRUE(refusal("--set ip.fault_seed=1")
                  .starts_with("--set: ip.fault_seed: is set, and nothing is random: "));
  EXPECT_EQ(Workspace().run("run self-test --set ip.fault_seed=1 --set ip.late=0.1").code, 0);
}

TEST(Run, SeedThatNothingUsesIsRefused) {
  const Ended ended = Workspace().run("run self-test --set link.fault_seed=1");
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--set: link.fault_seed: is set, and nothing is random: "),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(Workspace().run("run self-test --set link.fault_seed=1 --set link.lost_tails=0.1").code,
            0);
}

TEST(Run, ThatInjectedFaultsHaveEndedKeepsWhatCameAndEndsWith7) {
  const Workspace here;
  const Ended ended = here.run("run self-test --set ending=stopped --json out.json");

  EXPECT_EQ(ended.code, 7);
  EXPECT_NE(ended.err.find("ended the run early: node 1: message 2 has not come; "), ended.err.npos)
      << ended.err;
  const std::string record = contents(here / "out.json");
  EXPECT_NE(record.find("\"ended_early\": \"node 1: message 2 has not come; "), record.npos);
  EXPECT_NE(record.find("\"messages\": {"), record.npos) << record;
}

TEST(Run, TableShowsThePublishedNumberAndTheError) {
  const Ended ended = Workspace().run("run one-way --set payload='0 B' --set control='32 B'");

  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_TRUE(
      ended.out.starts_with("one-way on alphastation-500\n\n"
                            "result    value  unit  published    error  id\n"
                            "latency      26  us           27  -3.70 %  C046\n"
                            "messages      3\n\n"))
      << ended.out;
}

TEST(Run, OtherConditionsHaveNoPublishedNumber) {
  const Workspace here;
  here.write("p.toml", "name = \"alphastation-500\"\nsummary = \"s\"\n");
  const std::string run = "run one-way --set payload='0 B' --set control=";
  ASSERT_NE(here.run(run + "'32 B'").out.find("C046"), std::string::npos);
  for (const std::string other :
       {"'16 B'", "'32 B' --set link.rate='20 MB/s'", "'32 B' --set notify=interrupt",
        "'32 B' --firmware x.elf", "'32 B' --platform p.toml", "'32 B' --platform alcor-miata"})
    EXPECT_EQ(here.run(run + other).out.find("C046"), std::string::npos) << other;
}

/// The latency that self-test says with a platform file that ends so: 20 + payload / 64 + 10.
std::string latency_with(const std::string& section, const std::string& arguments = "") {
  const Workspace here;
  here.write("p.toml", "name = \"p\"\nsummary = \"s\"\n" + section);
  const std::string out = here.run("run self-test --platform p.toml " + arguments).out;
  const std::size_t at = out.find("latency");
  return at == out.npos ? out : out.substr(at, out.find('\n', at) - at);
}

TEST(Run, APlatformMayHaveAnotherDefaultForAnOption) {
  EXPECT_EQ(latency_with("[experiment]\npayload = \"1280 B\"\n"), "latency      50  us");
}

TEST(Run, AnOptionThatTheUserSetsWinsOverThePlatform) {
  EXPECT_EQ(latency_with("[experiment]\npayload = \"1280 B\"\n", "--set payload='640 B'"),
            "latency      40  us");
}

TEST(Run, AnOptionOfAPlatformThatNoExperimentHasIsRefusedWithItsLine) {
  const Workspace here;
  here.write("p.toml", "name = \"p\"\nsummary = \"s\"\n[experiment]\npyload = \"1 KB\"\n");
  const Ended ended = here.run("run self-test --platform p.toml");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("p.toml:4: experiment.pyload: no experiment has such an option"),
            std::string::npos)
      << ended.err;
}

TEST(Run, JsonHasTheShapeThatScriptsRead) {
  const Ended ended = Workspace().run(
      "run self-test --json - --set payload='128 B' "
      "--set mcp.send_threshold='1280 B'");

  EXPECT_EQ(ended.code, 0);
  const std::string head =
      "  \"experiment\": \"self-test\",\n  \"parameters\": {\n    "
      "\"platform\": \"alphastation-500\",\n    \"machine\": \"trapeze\",\n    \"payload\": \"128 "
      "B\",";
  EXPECT_TRUE(ended.out.starts_with("{\n  \"schema\": 2,\n  \"program\": {")) << ended.out;
  EXPECT_NE(ended.out.find(head), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("  \"results\": {\n"
                           "    \"latency\": {\n"
                           "      \"value\": 32.0,\n"
                           "      \"unit\": \"us\"\n"
                           "    },"),
            std::string::npos);
  EXPECT_NE(ended.out.find("\"simulated_time_us\": 100.0,\n  \"wall_seconds\": "),
            std::string::npos);
  EXPECT_NE(ended.out.find(",\n  \"nic_cycles\": 6666\n}"), std::string::npos);
}

TEST(Run, TwoRunsDifferInWallTimeOnly) {
  const Workspace here;
  const auto without_wall = [&] {
    std::string text = here.run("run self-test --json -").out;
    const std::size_t begin = text.find("\"wall_seconds\"");
    return text.erase(begin, text.find('\n', begin) - begin);
  };

  EXPECT_EQ(without_wall(), without_wall());
}

TEST(Run, QuietPrintsNothingAndStillWrites) {
  const Workspace here;
  const Ended ended = here.run("run self-test --quiet --json out.json");

  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(from_json(contents(here / "out.json"), "out.json").results.nic_cycles, 6666);
}

TEST(Run, EveryFaultOfAConfigurationIsListed) {
  EXPECT_EQ(
      refusal("--set payload=64 --set mcp.mode=eagr --set mcp --step slow --nic fpga"),
      "--step: there is no stepping \"slow\"; allowed: fast, every-clock; choose one of "
      "these\n"
      "--nic: there is no kind of NIC \"fpga\"; allowed: model, rtl, lockstep, shadow, pins, also "
      "for one role: server=rtl; choose one of these\n"
      "--set: payload: \"64\" is not a size with its unit; allowed: 0 B .. 64 KB; write for "
      "example \"64 B\"\n"
      "--set: \"mcp\" is no key=value; allowed: key=value; write for example --set "
      "mcp.send_threshold=\"512 B\"\n"
      "--set: mcp.mode: \"eagr\" is not a choice; allowed: store-and-forward, static, eager, "
      "functional; write for example \"eager\"\n");
}

TEST(Run, MisspeltOptionOfTheExperimentIsSuggested) {
  EXPECT_NE(refusal("--set paylod='64 B'").find("did you mean \"payload\"?"), std::string::npos);
}

TEST(Run, PayloadAboveTheMaximumIsRefused) {
  EXPECT_EQ(refusal("--set payload='16 KB'"),
            "payload: 16 KB is too much; allowed: up to mcp.max_payload; lower it\n");
}

TEST(Run, KeyThatIsSetTwiceIsRefused) {
  EXPECT_EQ(refusal("--set payload='8 B' --set payload='16 B'"),
            "--set: payload: is set twice; allowed: each key once; leave out all but one\n");
}

TEST(Run, ThresholdOfZeroIsRefused) {
  EXPECT_EQ(refusal("--set mcp.send_threshold='0 B'"),
            "--set: mcp.send_threshold: \"0 B\" is below 64 B; allowed: 64 B .. 64 KB; write for "
            "example \"1280 B\"\n");
}

TEST(Run, NicOfAnUnknownRoleIsRefused) {
  EXPECT_EQ(refusal("--nic clint=rtl"),
            "--nic: there is no role \"clint\"; allowed: client, server; choose one of these, or "
            "name the kind alone\n");
}

TEST(Run, UnknownPlatformIsRefused) {
  EXPECT_EQ(refusal("--platform alcor"),
            "platform: there is none named \"alcor\"; allowed: alphastation-500, alcor-miata, "
            "pentium-ii-440lx, pentium-ii-450, rwc-pentium-pro, or the path of a .toml file; "
            "choose one of these\n");
}

TEST(Run, WindowThatIsNoneIsAFaultOfTheConfiguration) {
  refusal("--trace t.vcd --trace-window 100");
}

TEST(Run, CaptureOfIpIsNotAskedForTwice) {
  EXPECT_NE(refusal("--trace x.pcapng --trace ./x.ip.pcapng")
                .find("x.ip.pcapng is also the output of --trace; allowed: a file of its own"),
            std::string::npos);
}

TEST(Run, WindowWithoutATraceIsRefused) {
  const Ended ended = Workspace().run("run self-test --trace-window '1 us..2 us'");

  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("--trace-window is given without --trace"), std::string::npos);
}

TEST(Run, WindowAfterTheEndIsRefusedButTheResultsStay) {
  const Workspace here;
  const Ended ended =
      here.run("run self-test --trace t.vcd --json out.json --trace-window '1 s..2 s'");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--trace-window: begins at 1 s, and the run ends at 100 us; allowed: "),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(here / "out.json"));
  EXPECT_EQ(here.files(), 1u);
}

TEST(Run, APlatformComesThroughAPipe) {
  const Workspace here;
  const std::string text = "name = \"piped\"\nsummary = \"x\"\n";
  here.write("a.toml", text);
  EXPECT_EQ(here.run("run self-test --platform -", "cat a.toml | ").code, 0);
  EXPECT_EQ(here.run("run self-test --platform /dev/fd/0", "cat a.toml | ").code, 0);
}

TEST(Run, RowsOfAFitAreThoseOfPublishedNumbers) {
  const Workspace here;
  here.write("a.toml", "name = \"x\"\nsummary = \"y\"\n[fit]\nkeys = []\nrows = [\"X999\"]\n");
  const Ended ended = here.run("run self-test --platform a.toml");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(
      ended.err.find("a.toml:4: [fit] rows: X999: no published number has this id; allowed: "),
      std::string::npos)
      << ended.err;
}

TEST(Run, FailedSimulationLeavesNoResults) {
  const Workspace here;
  const Ended ended = here.run("run self-test --set ending=failed --json out.json");

  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(ended.err,
            "flybar: the simulated system failed\n"
            "node0.lanai: it caught fire; allowed: no fire; put it out\n");
  EXPECT_EQ(here.files(), 0u);
}

TEST(Run, FailedSimulationLeavesWhatItTracedUnderNamesOfTheirOwn) {
  const Workspace here;
  here.run("run self-test --trace t.vcd");
  const std::string complete = contents(here / "t.vcd");
  const Ended ended =
      here.run("run self-test --set ending=failed --trace t.vcd --trace t.timeline.json");

  EXPECT_EQ(ended.code, 4);
  EXPECT_TRUE(ended.err.starts_with(
      "flybar: what happened until the run stopped is in stopped-t.vcd, stopped-t.timeline.json\n"))
      << ended.err;
  EXPECT_NE(contents(here / "stopped-t.timeline.json").find("pulse"), std::string::npos);
  EXPECT_EQ(contents(here / "t.vcd"), complete);
  EXPECT_EQ(here.files(), 5u);  // two for each waveform, with its .gtkw
}

TEST(Run, TracesOfAFailedSimulationThatCannotBeWrittenDoNotHideTheFailure) {
  const Workspace here;
  std::filesystem::create_symlink("/dev/full", here / "t.vcd");
  const Ended ended = here.run("run self-test --set ending=failed --trace t.vcd");

  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.err.find("a trace of the stopped run cannot be written"), std::string::npos);
  EXPECT_NE(ended.err.find("it caught fire"), std::string::npos);
}

TEST(Run, FaultOfTheProgramIsSaidToBeOne) {
  const Ended ended = Workspace().run("run self-test --set ending=broken");

  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(ended.err.starts_with("flybar: fault of the program, please report it\nflybar 0.9"))
      << ended.err;
  EXPECT_NE(ended.err.find(": a broken invariant; allowed: "), ended.err.npos) << ended.err;
  EXPECT_NE(ended.err.find("try --step every-clock"), ended.err.npos) << ended.err;
  EXPECT_NE(ended.err.find("flybar run self-test --set ending=broken\n"), ended.err.npos)
      << ended.err;
}

TEST(Run, OutputThatCannotBeWrittenIsFoundBeforeTheRun) {
  const Ended ended = Workspace().run("run self-test --set ending=failed --json nowhere/out.json");

  EXPECT_EQ(ended.code, 5);
  EXPECT_TRUE(ended.err.starts_with("flybar: an output cannot be written\nnowhere/out.json: "))
      << ended.err;
}

TEST(Run, TraceOfAnUnknownKindIsRefused) {
  const Ended ended = Workspace().run("run self-test --trace t.txt");

  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("\n--trace: t.txt: "), std::string::npos) << ended.err;
}

TEST(Run, ATraceFileNamedTwiceIsRefusedBeforeAnythingRuns) {
  Workspace here;
  const Ended ended = here.run("run self-test --trace t.vcd --trace ./t.vcd");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--trace: ./t.vcd is also the output of --trace; "), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(here / "t.vcd"));
}

TEST(Run, JsonAndTraceInOneFileAreRefused) {
  EXPECT_NE(refusal("--trace t.vcd --json t.vcd").find("t.vcd is also the output of --json"),
            std::string::npos);
}

TEST(Run, OutputThatWouldReplaceAnInputIsRefused) {
  const Workspace here;
  here.write("p.toml", "name = \"p\"\nsummary = \"s\"\n");
  const Ended ended = here.run("run self-test --platform p.toml --json ./p.toml");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--json: ./p.toml is the input of --platform"), std::string::npos);
  EXPECT_TRUE(contents(here / "p.toml").starts_with("name"));
}

TEST(Run, TracesAreWrittenAndChangeNothing) {
  const Workspace here;
  const Ended traced = here.run("run self-test --trace t.vcd --trace t.pftrace");

  EXPECT_EQ(traced.code, 0);
  EXPECT_GT(std::filesystem::file_size(here / "t.vcd"), 0u);
  EXPECT_GT(std::filesystem::file_size(here / "t.pftrace"), 0u);
}

class EndedBySignal : public testing::TestWithParam<std::pair<std::string, int>> {};

TEST_P(EndedBySignal, RunRemovesItsUnfinishedOutputs) {
  const Workspace here;
  const auto [signal, code] = GetParam();
  const Ended ended =
      here.run("run self-test --set ending=hung --json out.json",
               std::string("timeout --preserve-status --signal=") + signal + " 0.5");

  EXPECT_EQ(ended.code, code);
  EXPECT_EQ(here.files(), 0u);
}

INSTANTIATE_TEST_SUITE_P(OfTheUserOrOfAMappedFileWithoutRoom, EndedBySignal,
                         testing::Values(std::pair<std::string, int>("INT", 130),
                                         std::pair("TERM", 143),
                                         std::pair<std::string, int>("HUP", 129),
                                         std::pair("BUS", 5)));

TEST(Run, IgnoresAHangUpIfItWasStartedSo) {
  const Ended ended = Workspace().run(
      "run self-test --set ending=hung",
      R"(timeout --preserve-status -k 0.3 -s HUP 0.3 sh -c 'trap "" HUP; exec "$0" "$@"')");

  EXPECT_EQ(ended.code, 137);
}

}  // namespace
}  // namespace flybar::program
