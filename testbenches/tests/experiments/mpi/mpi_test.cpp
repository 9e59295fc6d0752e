/// What the MPI experiments measure, on the platform of the published numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/mpi/mpi.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/mpi/mpi_alltoall.h"
#include "testbenches/experiments/mpi/mpi_between_two.h"
#include "testbenches/experiments/mpi/nas_kernels.h"
#include "testbenches/experiments/stacks/mpi/mpi_stack.h"
#include "testbenches/tests/experiments/measure/faults_of.h"

namespace flybar::experiments {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

template <class T>
Results measure(const Options& options, const std::vector<cluster::Setting>& settings = {}) {
  const auto system = systems::load(cluster::find_platform("rwc-pentium-pro"), settings);
  T experiment;
  Parameters parameters;
  experiment.describe(parameters);
  for (const auto& [key, value] : options) parameters.set(key, value);
  Observer observer;
  return experiment.run({.system = system->params, .observer = observer});
}

template <class T>
std::string refusal(const Options& options) {
  const auto system = systems::load(cluster::find_platform("rwc-pentium-pro"), {});
  T experiment;
  const std::vector<Fault> faults = faults_of(experiment, system->params, options);
  return faults.empty() ? "" : ConfigurationError(faults).what();
}

double number(const Results& results, const std::string& name) {
  for (const Result& result : results.numbers)
    if (result.name == name) return result.value;
  ADD_FAILURE() << "no result " << name;
  return 0;
}

TEST(MpiLatency, HoldsThatOfTheMessageOfPmThatCarriesIt) {
  const Results results = measure<MpiLatency>({{"round_trips", "5"}});

  EXPECT_LT(number(results, "message_max"), number(results, "latency"));
  EXPECT_GT(number(results, "message_min"), number(results, "latency") / 2);
}

TEST(MpiBandwidth, IsThatOfWritesAsLongAsItsMessages) {
  const Results results = measure<MpiBandwidth>({{"messages", "4"}});
  const auto latencies = std::find_if(results.tables.begin(), results.tables.end(),
                                      [](const Table& t) { return t.name == "message latency"; });

  ASSERT_NE(latencies, results.tables.end());
  ASSERT_EQ(latencies->rows.size(), 2u);
  EXPECT_EQ(latencies->rows[0].name, "with payload");
  EXPECT_EQ(latencies->rows[0].values[0], 4);
}

TEST(MpiBandwidth, BufferedMessagesPinNothing) {
  const Results results = measure<MpiBandwidth>({{"library", "buffered"}, {"messages", "4"}});

  EXPECT_EQ(number(results, "pin_hits") + number(results, "pin_misses"), 0);
}

TEST(MpiBandwidth, CountsALockAtEachEndOfEachMessage) {
  const Results results = measure<MpiBandwidth>({{"hit_percent", "0"}, {"messages", "6"}});

  EXPECT_EQ(number(results, "pin_misses"), 2 * (6 + 4));
  EXPECT_EQ(number(results, "pin_hits"), 0);
}

TEST(MpiBandwidth, OfAPingPongIsThatOfOneDirection) {
  const Options few{{"payload", "64 KB"}, {"messages", "4"}};
  Options back = few;
  back.emplace_back("pattern", "ping-pong");
  const Results results = measure<MpiBandwidth>(back);

  EXPECT_GT(number(results, "bandwidth"), 20);
  EXPECT_LT(number(results, "bandwidth"), 132);
}

std::vector<std::string> arguments_seen;

int keep_arguments(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) arguments_seen.assign(argv, argv + argc);
  return MPI_Finalize();
}

TEST(MpiStack, GivesAProgramItsArguments) {
  const auto system = systems::load(cluster::find_platform("rwc-pentium-pro"), {});
  Observer observer;
  MpiStack stack({.system = system->params, .observer = observer}, 2);
  stack.add({.library = mpi::Library::kZeroCopy,
             .main = keep_arguments,
             .arguments = {"heat", "1000", "20"}});
  stack.run();

  EXPECT_EQ(arguments_seen, (std::vector<std::string>{"heat", "1000", "20"}));
}

/// Takes memory until there is none, and uses what it got.
int take_all_memory(int argc, char** argv) {
  constexpr MPI_Aint kBlock = 4 << 20;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int blocks = 0, error = MPI_SUCCESS;
  for (; error == MPI_SUCCESS && blocks < 1000; ++blocks) {
    char* block = nullptr;
    error = MPI_Alloc_mem(kBlock, MPI_INFO_NULL, &block);
    if (error == MPI_SUCCESS) block[kBlock - 1] = 1;
  }
  MPI_Finalize();
  return error;
}

TEST(MpiStack, TellsAProgramThatTheMemoryOfTheMachineIsGone) {
  const auto system =
      systems::load(cluster::find_platform("rwc-pentium-pro"), {{"test", "host.memory", "64 MB"}});
  Observer observer;
  MpiStack stack({.system = system->params, .observer = observer}, 1);
  stack.add({.library = mpi::Library::kZeroCopy, .main = take_all_memory});
  stack.run();

  EXPECT_EQ(stack.job(0).exit_code(0), MPI_ERR_NO_MEM);
}

int poll_for_ever(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int flag = 0; !flag;)
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return MPI_Finalize();
}

TEST(MpiStack, EndsAProgramThatPollsForEver) {
  const auto system =
      systems::load(cluster::find_platform("rwc-pentium-pro"), {{"test", "mpi.patience", "10 ms"}});
  Observer observer;
  MpiStack stack({.system = system->params, .observer = observer}, 1);
  stack.add({.library = mpi::Library::kZeroCopy, .main = poll_for_ever});

  EXPECT_THROW(stack.run(), SimulationError);
}

TEST(MpiCrossover, LiesWithinItsSizes) {
  const Results results = measure<MpiCrossover>(
      {{"hit_percent", "100"}, {"from", "4 KB"}, {"to", "16 KB"}, {"step", "4 KB"}});

  EXPECT_GE(number(results, "size"), 4096);
  EXPECT_LE(number(results, "size"), 16384);
}

TEST(MpiAllToAll, MovesTheDataOfAllProcessesWithBothLibraries) {
  const Results results = measure<MpiAllToAll>({{"nodes", "5"}, {"library", "buffered"}});

  EXPECT_GT(number(results, "time"), 4 * 32 * 1024 / 132.0);
}

TEST(Nas, VerifiesIntegerSortingWithBothLibraries) {
  const Results results = measure<NasKernels>({{"kernel", "is"}, {"nodes", "4"}});

  EXPECT_EQ(number(results, "verified"), 1);
  EXPECT_GT(number(results, "rate_buffered"), 0);
}

TEST(Nas, VerifiesFourierTransformsInPartsOfTwoPages) {
  const Results results = measure<NasKernels>(
      {{"kernel", "ft"}, {"nodes", "8"}, {"library", "zero-copy"}},
      {{"", "pm.pin_entries", "64"}, {"", "mpi.send_pages", "2"}, {"", "mpi.receive_pages", "2"}});

  EXPECT_EQ(number(results, "verified"), 1);
  EXPECT_EQ(number(results, "mean_message"), 65536);
}

/// A look-up at either end of each message: to and from every other process.
double look_ups(const Results& results) {
  return number(results, "pin_hits") + number(results, "pin_misses");
}

/// One pass that is not timed, and ten. Keys to a process are 16 KB, all else is below the limit.
TEST(NasKernels, AProcessOfIsLooksUpBothEndsOfItsMessages) {
  const Results results =
      measure<NasKernels>({{"kernel", "is"}, {"nodes", "4"}, {"library", "zero-copy"}});

  EXPECT_EQ(look_ups(results), (1 + 10) * 3 * 2);
}

/// With two messages' pages, sends that have pinned early give them back and lock them again.
TEST(NasKernels, AnAreaThatIsLockedAgainForItsMessageIsLookedUpOnce) {
  const Results results =
      measure<NasKernels>({{"kernel", "is"}, {"nodes", "4"}, {"library", "zero-copy"}},
                          {{"test", "mpi.send_pages", "8"}});

  EXPECT_EQ(look_ups(results), (1 + 10) * 3 * 2);
}

/// A transform that is not timed, a forward one, and six backward: each has one transposition.
TEST(NasKernels, AProcessOfFtLooksUpBothEndsOfItsMessages) {
  const Results results =
      measure<NasKernels>({{"kernel", "ft"}, {"nodes", "4"}, {"library", "zero-copy"}});

  EXPECT_EQ(look_ups(results), (1 + 1 + 6) * 3 * 2);
}

/// Ten passes over 32,768 keys.
TEST(Nas, ComputesInHalfTheTimeOnTwiceTheClock) {
  const Results results = measure<NasKernels>({{"class", "S"}, {"nodes", "2"}, {"is_key", "1 us"}},
                                              {{"", "host.clock", "400 MHz"}});

  EXPECT_GT(number(results, "time"), 163'840);
  EXPECT_LT(number(results, "time"), 163'840 * 1.5);
}

/// The rate of the copies is 50.5 MB/s; with an answer to wait for it was 23 MB/s.
TEST(MpiBandwidth, OfTwoPiecesIsNearlyThatOfTheirCopies) {
  const Results results =
      measure<MpiBandwidth>({{"library", "buffered"}, {"payload", "16 KB"}, {"messages", "10"}});

  EXPECT_GT(number(results, "bandwidth"), 38);
}

TEST(Nas, RefusesNodesThatItsKernelCannotSplit) {
  EXPECT_NE(refusal<NasKernels>({{"nodes", "12"}}).find("IS cannot split"), std::string::npos);
  EXPECT_NE(refusal<NasKernels>({{"kernel", "ft"}, {"nodes", "128"}}).find("FT cannot split"),
            std::string::npos);
  EXPECT_EQ(refusal<NasKernels>({{"nodes", "16"}}), "");
}

TEST(MpiAllToAll, TakesAsManyNodesAsTheRouteTableHas) {
  EXPECT_EQ(refusal<MpiAllToAll>({{"nodes", "256"}, {"payload", "4 KB"}}), "");
}

TEST(MpiAllToAll, RefusesBlocksThatDoNotFitIntoMemory) {
  EXPECT_NE(refusal<MpiAllToAll>({{"nodes", "128"}, {"payload", "1 MB"}}).find("host.memory"),
            std::string::npos);
}

}  // namespace
}  // namespace flybar::experiments
