/// Random programs: FLYBAR_TEST_SEED chooses which, FLYBAR_LONG=1 takes many.
#include "testbenches/tests/child.h"
#include "testbenches/tests/mpi/mpi_bench.h"
#include "testbenches/tests/mpi/random_program.h"
#include "testbenches/tests/test_size.h"

namespace flybar::mpi {
namespace {

class RandomPrograms : public MpiBench {
 protected:
  /// In the words of the first failure; empty if there was none.
  std::string failure_of(std::uint64_t seed) {
    const RandomProgram program(seed);
    setup = program.setup();
    params = program.params();
    const testing::TestResult& result =
        *testing::UnitTest::GetInstance()->current_test_info()->result();
    // Those of seeds before, which the child has from its parent.
    const int before = result.total_part_count();
    run(program.processes(), [&](int rank) { program.run(rank); });
    return result.total_part_count() > before ? result.GetTestPartResult(before).summary() : "";
  }
};

TEST_F(RandomPrograms, get_the_right_data_and_end) {
  const lockstep::Seeds seeds =
      lockstep::asked_seeds().value_or(lockstep::Seeds{1, lockstep::long_form() ? 10'000U : 100U});
  for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
    const std::string failure = lockstep::in_child([&] { return failure_of(seed); });
    EXPECT_EQ(failure, "") << "FLYBAR_TEST_SEED=" << seed << " repeats it";
  }
}

}  // namespace
}  // namespace flybar::mpi
