/// How programs end that do not return from main() as they should.
#include <csignal>
#include <cstdlib>

#include "testbenches/tests/mpi/mpi_bench.h"
#include "testbenches/tests/process/machine_faults.h"

namespace flybar::mpi {
namespace {

class ProgramEnd : public MpiBench {
 protected:
  static int rank() {
    int own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return own;
  }
};

TEST_F(ProgramEnd, exit_after_finalize_ends_one_process_and_no_other) {
  int others = 0;
  run_main(3, [&](int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int own = rank();
    MPI_Finalize();
    if (own == 1) std::exit(7);
    ++others;
    return 0;
  });
  EXPECT_EQ(others, 2);
  EXPECT_TRUE(job().ended(1));
  EXPECT_EQ(job().exit_code(1), 7);
}

TEST_F(ProgramEnd, exit_before_init_ends_one_process_and_no_other) {
  run_main(1, [](int, char**) {
    std::exit(3);
    return 0;
  });
  EXPECT_EQ(job().exit_code(0), 3);
}

TEST_F(ProgramEnd, exit_without_finalize_is_an_error_that_names_rank_and_place) {
  const std::string error = error_of(2, [&](int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) std::exit(3);
  });
  EXPECT_NE(error.find("MPI rank 1 at "), error.npos) << error;
  EXPECT_NE(error.find("called exit(3) without MPI_Finalize, after MPI_Barrier"), error.npos)
      << error;
}

TEST_F(ProgramEnd, polling_for_ever_is_ended_with_its_place) {
  const std::string error = error_of(2, [&](int rank) {
    int flag = 0;
    while (rank == 1 && !flag) MPI_Iprobe(0, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  });
  EXPECT_NE(error.find("MPI rank 1 at "), error.npos) << error;
  EXPECT_NE(error.find("MPI_Iprobe: the program calls on and on"), error.npos) << error;
  EXPECT_NE(error.find("rank 0 since "), error.npos) << error;
}

TEST_F(ProgramEnd, polling_while_another_process_computes_is_no_error) {
  run(2, [&](int rank) {
    int flag = rank;
    if (rank == 1) MPIX_Compute(3);
    if (rank == 1) MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    while (!flag) MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Recv(&flag, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
}

TEST_F(ProgramEnd, waiting_for_a_time_takes_that_time_and_ends) {
  double end = 0;
  run(1, [&](int) {
    while (MPI_Wtime() < 0.01) continue;
    end = MPIX_Time();
  });
  EXPECT_NEAR(end, 0.01, 10e-6);
}

TEST_F(ProgramEnd, waiting_for_a_time_that_never_comes_is_ended) {
  const std::string error = error_of(1, [&](int) {
    while (MPI_Wtime() >= 0) continue;
  });
  EXPECT_NE(error.find("MPI_Wtime: the program calls on and on"), error.npos) << error;
}

using flybar::process::MachineFault;

/// In the second process, between MPI_Barrier and MPI_Finalize.
class MachineFaults : public MpiBench, public testing::WithParamInterface<MachineFault> {};

TEST_P(MachineFaults, end_with_rank_call_and_what_to_do) {
  const auto program = [&](int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) GetParam().fault();
  };
  EXPECT_EXIT(run(2, program), testing::ExitedWithCode(4),
              std::string("MPI rank 1 at .* us, after MPI_Barrier: ") + GetParam().told + ".*" +
                  GetParam().reason + ".*; allowed: .*; look ");
}

INSTANTIATE_TEST_SUITE_P(each, MachineFaults, testing::ValuesIn(flybar::process::kMachineFaults),
                         [](const auto& one) { return one.param.name; });

TEST_F(ProgramEnd, computing_without_a_call_is_told_and_goes_on) {
  testing::internal::CaptureStderr();
  run(1, [&](int) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int ticks = 0; ticks < 3; ++ticks) std::raise(SIGVTALRM);
  });
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("after MPI_Barrier: no call of MPI for 10 s of CPU time"), told.npos) << told;
  EXPECT_NE(told.find("no call of MPI for 20 s"), told.npos) << told;
}

TEST_F(ProgramEnd, calls_between_are_no_computing_without_a_call) {
  testing::internal::CaptureStderr();
  run(1, [&](int) {
    for (int ticks = 0; ticks < 3; ++ticks) {
      MPI_Barrier(MPI_COMM_WORLD);
      std::raise(SIGVTALRM);
    }
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(ProgramEnd, a_fault_inside_of_a_call_names_the_call) {
  const auto program = [&](int) {
    auto* const wild = reinterpret_cast<int*>(16);
    int value = 0;
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, wild, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  };
  EXPECT_EXIT(run(1, program), testing::ExitedWithCode(4), "in MPI_Sendrecv: Segmentation fault");
}

}  // namespace
}  // namespace flybar::mpi
