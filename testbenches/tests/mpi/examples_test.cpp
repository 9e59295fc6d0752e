/// The programs in C that users are shown.
#include <gtest/gtest.h>

#include "models/mpi/program.h"
#include "testbenches/tests/mpi/fake_pm.h"

extern "C" int heat_main(int argc, char** argv);
extern "C" int sample_sort_main(int argc, char** argv);

namespace flybar::mpi {
namespace {

void run_example(int processes, const Main& main, const std::vector<std::string>& args) {
  fake::PmNetwork network("network", {.nodes = processes});
  Job job(processes);
  for (int rank = 0; rank < processes; ++rank)
    network.run_on(rank, [&](pm_channel* channel) { run_program(job, channel, {}, main, args); });
  network.run();
  for (int rank = 0; rank < processes; ++rank) EXPECT_EQ(job.exit_code(rank), 0);
}

TEST(MpiExamples, heat_is_not_lost_on_one_process) {
  run_example(1, heat_main, {"heat", "100", "20"});
}
TEST(MpiExamples, heat_is_not_lost_on_five_processes) {
  run_example(5, heat_main, {"heat"});
}
TEST(MpiExamples, numbers_are_sorted_on_one_process) {
  run_example(1, sample_sort_main, {"sample_sort", "1000"});
}
TEST(MpiExamples, numbers_are_sorted_on_eight_processes) {
  run_example(8, sample_sort_main, {"sample_sort"});
}

}  // namespace
}  // namespace flybar::mpi
