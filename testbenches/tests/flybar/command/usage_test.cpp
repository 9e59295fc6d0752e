#include <gtest/gtest.h>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

/// What the program says to a command line that it does not understand.
std::string refusal(const std::string& arguments) {
  const Ended ended = Workspace().run(arguments);
  EXPECT_EQ(ended.code, 2) << arguments;
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.starts_with("flybar: the command line is not understood\n")) << ended.err;
  return ended.err.substr(ended.err.find('\n') + 1);
}

TEST(Usage, NoCommandListsThem) {
  EXPECT_EQ(refusal(""),
            "flybar: there is no command; allowed: list, params, run, sweep, validate, exec, "
            "compare, report, analyse, man, completion; see \"flybar --help\"\n");
}

TEST(Usage, MisspeltCommandSuggestsTheNearest) {
  EXPECT_EQ(refusal("swep"),
            "flybar: there is no command \"swep\"; allowed: list, params, run, sweep, validate, "
            "exec, compare, report, analyse, man, completion; did you mean sweep?\n");
}

TEST(Usage, UnknownOptionSuggestsTheNearestAndItsValueIsNoArgument) {
  EXPECT_EQ(
      refusal("run --sett payload=0 self-test"),
      "flybar run: there is no option --sett; allowed: --help, --platform, --system, "
      "--set, --firmware, --load, --nic, --step, --threads, --shadow, --shadow-seed, --trace, "
      "--trace-window, --messages, --calls, --json, "
      "--no-stages, --verbose, --quiet; did you mean --set?\n");
}

TEST(Usage, MissingExperimentIsNamed) {
  EXPECT_EQ(refusal("run"),
            "flybar run: there is no EXPERIMENT; allowed: self-test, one-way; add EXPERIMENT\n");
}

TEST(Usage, SecondExperimentIsOneTooMany) {
  EXPECT_EQ(refusal("run self-test two"),
            "flybar run: \"two\" is one argument too many; allowed: what \"flybar run --help\" "
            "shows; put a text with spaces in quotes\n");
}

TEST(Usage, WordsBehindTwoHyphensThatFindNoPlaceAreRefused) {
  for (const char* const words : {"run self-test -- garbage", "run self-test -- --set payload=1",
                                  "sweep self-test -- garbage", "validate -- garbage",
                                  "run self-test -- --version", "garbage run self-test"})
    EXPECT_NE(refusal(words).find(" stands outside of it"), std::string::npos) << words;
}

TEST(Usage, BehindTwoHyphensNothingIsAnOption) {
  EXPECT_NE(refusal("run -- self-test --quiet").find("\"--quiet\" is one argument too many"),
            std::string::npos);
}

TEST(Usage, TwoHyphensEndTheOptions) {
  EXPECT_EQ(Workspace().run("run --quiet -- self-test").code, 0);
}

TEST(Usage, OptionsInFrontOfTheInnerCommandAreRefused) {
  EXPECT_NE(refusal("sweep --quiet show out").find("\"--quiet\" stands outside of it"),
            std::string::npos);
}

TEST(Usage, ContradictingOptionsAreRefused) {
  EXPECT_EQ(refusal("run self-test --quiet --verbose"),
            "flybar run: --quiet is given with --verbose; allowed: one of them: all tables, or "
            "none; leave one out\n");
}

TEST(Usage, AnOptionWithoutEffectIsRefused) {
  EXPECT_EQ(refusal("run self-test --trace-window slowest"),
            "flybar run: --trace-window is given without --trace; allowed: a window of the traces; "
            "add for example --trace wave.fst\n");
}

TEST(Usage, AnEmptyTextIsNoValueOfAnyOption) {
  for (const char* const words :
       {"run self-test --json ''", "run self-test --json= --quiet", "sweep self-test -o ''",
        "run self-test --set ''", "run ''", "params --system ''", "compare '' ''",
        "exec '' --profile a", "validate --only ''"})
    EXPECT_NE(refusal(words).find(" is an empty text"), std::string::npos) << words;
}

TEST(Usage, TheSameValueOfAnOptionTwiceIsRefused) {
  EXPECT_NE(refusal("run self-test --set payload=1 --set payload=1").find("is given twice"),
            std::string::npos);
}

TEST(Usage, TheHelpOfListNamesAllLists) {
  const std::string help = Workspace().run("list --help").out;
  const std::string refused = refusal("list nosuch");
  const std::size_t begin = refused.find("allowed: ") + 9;
  EXPECT_NE(help.find("one of " + refused.substr(begin, refused.find("; ", begin) - begin)),
            std::string::npos)
      << help;
}

TEST(Usage, TwoOutputsOnTheStandardOutputAreRefused) {
  const Ended ended = Workspace().run("run self-test --messages - --json -");

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.out, "");
}

TEST(Usage, UnknownExperimentSuggestsTheNearest) {
  EXPECT_EQ(
      refusal("run slef-test"),
      "experiment: there is none named \"slef-test\"; allowed: self-test, one-way; did you mean "
      "\"self-test\"?\n");
}

TEST(Usage, UnknownListSuggestsTheNearest) {
  EXPECT_EQ(refusal("list platform"),
            "flybar list: there is no list of \"platform\"; allowed: experiments, platforms, "
            "machines, parts, systems, firmware; did you mean platforms?\n");
}

TEST(Usage, EngineThatIsNotThereIsRefused) {
  EXPECT_EQ(
      refusal("sweep self-test --engine foo"),
      "--engine: there is none called \"foo\"; allowed: local, slurm, script; leave the option "
      "out, and use -j\n");
}

TEST(Usage, ClusterWithoutAConfigurationIsRefused) {
  const Workspace here;
  const Ended ended = here.run("sweep self-test --engine slurm -o out", "SLURM_CONF=/dev/null");

  EXPECT_EQ(ended.code, 5) << ended.err;
  EXPECT_NE(ended.err.find("--engine slurm: "), std::string::npos) << ended.err;
  EXPECT_EQ(here.files(), 0u);
}

TEST(Usage, HelpIsNoError) {
  const Ended ended = Workspace().run("--help");

  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.out.find("interrupted"), std::string::npos);
}

TEST(Usage, HelpOfACommandShowsItsOptions) {
  EXPECT_NE(Workspace().run("run --help").out.find("--trace-window"), std::string::npos);
}

TEST(Usage, HelpOfRunNamesEveryTraceFormat) {
  const std::string help = Workspace().run("run --help").out;

  for (const char* ending : {".fst", ".vcd", ".pftrace", ".timeline.json", ".pcapng", ".callgrind"})
    EXPECT_NE(help.find(ending), std::string::npos) << ending;
}

TEST(Usage, HelpOfSweepShowsThatARangeMayDouble) {
  EXPECT_NE(Workspace().run("sweep --help").out.find("lo..hi:x2"), std::string::npos);
}

TEST(Usage, HelpTellsHowToSeeTheOptionsOfAnExperiment) {
  EXPECT_NE(Workspace().run("run --help").out.find("\"flybar params one-way\""), std::string::npos);
}

}  // namespace
}  // namespace flybar::program
