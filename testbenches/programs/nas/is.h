/// IS: ranks integer keys by bucket sort.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbenches/programs/nas/kernel.h"

namespace flybar::nas {

struct IsSize {
  int log_keys;  ///< of all processes
  int log_most;  ///< keys are less
  int log_buckets;
  std::array<int, 5> test_index;
  std::array<int, 5> test_rank;
  /// How the rank of test key `i` moves with the passes.
  int (*expected)(int i, int rank, int pass);

  std::int64_t keys() const { return std::int64_t{1} << log_keys; }
  int most() const { return 1 << log_most; }
  int buckets() const { return 1 << log_buckets; }
  int shift() const { return log_most - log_buckets; }
};
const IsSize& is_size(Class size);

constexpr int kIsPasses = 10;

/// Keys of one process.
std::vector<int> is_keys(const IsSize& size, int rank, int processes);

/// The buckets of one process: from first to last, none if last is before first.
struct Owned {
  int first = 0;
  int last = -1;
};
/// Buckets to processes in order, as near to equal numbers of keys as whole buckets allow.
std::vector<Owned> is_owners(const IsSize& size, const int* bucket_totals, int processes);

/// In a process of an MPI program.
void run_is(
    const IsSize& size, const Costs& costs, Report& report, const OnStep& step = [] {});

}  // namespace flybar::nas
