#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <ostream>

#include "models/common/error.h"
#include "models/mpi/mpi.h"
#include "testbenches/programs/nas/ft.h"
#include "testbenches/programs/nas/is.h"
#include "testbenches/programs/nas/kernel.h"
#include "testbenches/tests/mpi/fake_pm.h"

namespace flybar::nas {
namespace {

struct Case {
  const char* name;
  Kernel kernel;
  Class size;
  int processes;
  mpi::Library library = mpi::Library::kZeroCopy;
};
std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.name;
}

void run_processes(int processes, mpi::Library library, const mpi::Main& program) {
  fake::PmNetwork network("network", {.nodes = processes, .memory = std::size_t{1} << 29});
  mpi::Job job(processes);
  for (int rank = 0; rank < processes; ++rank)
    network.run_on(rank, [&](pm_channel* channel) {
      mpi::run_program(job, channel, {.library = library}, program, {"nas"});
    });
  network.run();
}

class Nas : public testing::TestWithParam<Case> {
 protected:
  static void run(const Case& one, Benchmark& kernel) {
    run_processes(one.processes, one.library, kernel.program());
  }
};

/// A failed verification ends the run with an error.
TEST_P(Nas, passes_its_verification) {
  const Case& one = GetParam();
  Benchmark kernel(one.kernel, one.size, one.processes, {});
  run(one, kernel);
  EXPECT_GT(kernel.took(), Time());
  EXPECT_GT(kernel.rate(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    kernels, Nas,
    testing::Values(Case{"is_s_1", Kernel::kIs, Class::kS, 1},
                    Case{"is_s_8", Kernel::kIs, Class::kS, 8},
                    Case{"is_s_128", Kernel::kIs, Class::kS, 128},
                    Case{"is_w_16", Kernel::kIs, Class::kW, 16, mpi::Library::kBuffered},
                    Case{"ft_s_1", Kernel::kFt, Class::kS, 1},
                    Case{"ft_s_8", Kernel::kFt, Class::kS, 8},
                    Case{"ft_s_64", Kernel::kFt, Class::kS, 64},
                    Case{"ft_w_32", Kernel::kFt, Class::kW, 32, mpi::Library::kBuffered}),
    [](const auto& one) { return one.param.name; });

class LongNas : public Nas {};
TEST_P(LongNas, passes_its_verification) {
  Benchmark kernel(GetParam().kernel, GetParam().size, GetParam().processes, {});
  run(GetParam(), kernel);
  const bool is = GetParam().kernel == Kernel::kIs;
  EXPECT_NEAR(kernel.mean_message(), is ? 8192 : 32768, is ? 10 : 0);
}
INSTANTIATE_TEST_SUITE_P(class_a, LongNas,
                         testing::Values(Case{"is_64", Kernel::kIs, Class::kA, 64},
                                         Case{"ft_64", Kernel::kFt, Class::kA, 64}),
                         [](const auto& one) { return one.param.name; });

TEST(Is, that_ranks_a_key_wrongly_ends_the_run) {
  IsSize wrong = is_size(Class::kS);
  ++wrong.test_rank[4];
  const mpi::Main program = [&](int argc, char** argv) {
    Report report;
    MPI_Init(&argc, &argv);
    run_is(wrong, {}, report);
    return MPI_Finalize();
  };
  EXPECT_THROW(run_processes(4, mpi::Library::kZeroCopy, program), SimulationError);
}

TEST(Ft, that_has_another_checksum_ends_the_run) {
  FtSize wrong = ft_size(Class::kS);
  wrong.checksums[5] += Complex(0, 1e-9);
  const mpi::Main program = [&](int argc, char** argv) {
    Report report;
    MPI_Init(&argc, &argv);
    run_ft(wrong, {}, report);
    return MPI_Finalize();
  };
  EXPECT_THROW(run_processes(4, mpi::Library::kZeroCopy, program), SimulationError);
}

/// What each process sends to each other one, in bytes, in the order of size.
std::vector<int> pair_sizes(const IsSize& size, int processes) {
  const auto buckets = static_cast<std::size_t>(size.buckets());
  std::vector<std::vector<int>> counts;
  std::vector<int> totals(buckets);
  for (int rank = 0; rank < processes; ++rank) {
    counts.emplace_back(buckets);
    for (const int key : is_keys(size, rank, processes))
      ++counts.back()[static_cast<std::size_t>(key >> size.shift())];
    for (std::size_t bucket = 0; bucket < buckets; ++bucket)
      totals[bucket] += counts.back()[bucket];
  }
  const std::vector<Owned> owners = is_owners(size, totals.data(), processes);
  std::vector<int> sizes;
  for (std::size_t from = 0; from < counts.size(); ++from)
    for (std::size_t to = 0; to < owners.size(); ++to)
      if (from != to)
        sizes.push_back(4 * std::accumulate(counts[from].begin() + owners[to].first,
                                            counts[from].begin() + owners[to].last + 1, 0));
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

TEST(Is, sends_what_was_computed_for_64_processes_and_class_a) {
  const std::vector<int> sizes = pair_sizes(is_size(Class::kA), 64);
  EXPECT_EQ(sizes.size(), 4032U);
  EXPECT_EQ(sizes.front(), 6964);
  EXPECT_EQ(sizes.back(), 9788);
  EXPECT_EQ(std::count_if(sizes.begin(), sizes.end(), [](int size) { return size > 8192; }), 1889);
}

TEST(NasBenchmark, refuses_processes_among_which_it_cannot_split_its_data) {
  EXPECT_TRUE(Benchmark::check(Kernel::kIs, Class::kS, 128).empty());
  EXPECT_TRUE(Benchmark::check(Kernel::kFt, Class::kA, 128).empty());
  EXPECT_FALSE(Benchmark::check(Kernel::kIs, Class::kS, 3).empty());
  EXPECT_FALSE(Benchmark::check(Kernel::kIs, Class::kS, 256).empty());
  EXPECT_FALSE(Benchmark::check(Kernel::kFt, Class::kS, 128).empty());
  EXPECT_FALSE(Benchmark::check(Kernel::kFt, Class::kW, 64).empty());
  EXPECT_FALSE(Benchmark::check(Kernel::kFt, Class::kS, 0).empty());
  EXPECT_THROW(Benchmark(Kernel::kIs, Class::kS, 12, {}), ConfigurationError);
}

}  // namespace
}  // namespace flybar::nas
