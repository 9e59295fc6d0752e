#include "testbenches/programs/nas/is.h"

#include <algorithm>
#include <string>

#include "models/common/delivery_error.h"
#include "models/common/error.h"
#include "models/mpi/mpi.h"
#include "testbenches/programs/nas/allocation.h"
#include "testbenches/programs/nas/generator.h"

namespace flybar::nas {
namespace {

constexpr int kTests = 5;

// Published with the benchmark, as are the keys that are tested.
int expected_s(int i, int rank, int pass) {
  return i <= 2 ? rank + pass : rank - pass;
}
int expected_w(int i, int rank, int pass) {
  return i < 2 ? rank + pass - 2 : rank - pass;
}
int expected_a(int i, int rank, int pass) {
  return i <= 2 ? rank + pass - 1 : rank - (pass - 1);
}

constexpr IsSize kIsS = {
    16, 11, 9, {48427, 17148, 23627, 62548, 4431}, {0, 18, 346, 64917, 65463}, expected_s};
constexpr IsSize kIsW = {20,
                         16,
                         10,
                         {357773, 934767, 875723, 898999, 404505},
                         {1249, 11698, 1039987, 1043896, 1048018},
                         expected_w};
constexpr IsSize kIsA = {23,
                         19,
                         10,
                         {2112377, 662041, 5336171, 3642833, 4250760},
                         {104, 17523, 123928, 8288932, 8388264},
                         expected_a};

/// One process of IS.
class Sorter {
 public:
  Sorter(const IsSize& size, const Costs& costs, Report& report);
  /// Ranks the keys as pass `n` changes them.
  void pass(int n);
  /// All keys are in order, within and between processes.
  void verify_order();
  Report& report() { return report_; }

 private:
  void change_keys(int n);
  void sort_into_buckets();
  void send_keys();
  void rank_keys();
  void verify_ranks(int n);
  int before(int key) const {
    return key == least_ ? 0 : ranks_[static_cast<std::size_t>(key - 1 - least_)];
  }
  void spend(std::int64_t keys, double share);

  const IsSize& size_;
  const Costs costs_;
  Report& report_;
  int rank_ = 0;
  int processes_ = 1;
  std::int64_t own_keys_;
  std::int64_t room_;  ///< for keys that are received

  // In the memory of the modelled process, as C would lay them out.
  int* counts_;  ///< own keys in each bucket, and the test keys
  int* totals_;  ///< the same of all processes
  int* send_counts_;
  int* receive_counts_;
  int* keys_;
  int* sorted_;
  int* received_;

  std::vector<Owned> owners_;
  std::vector<int> send_at_;
  std::vector<int> receive_at_;
  std::int64_t in_ = 0;     ///< keys received
  std::int64_t fewer_ = 0;  ///< keys at processes before
  int least_ = 0;           ///< key that is owned
  std::vector<int> ranks_;  ///< by key from the least: how many of the owned are not greater
};

Sorter::Sorter(const IsSize& size, const Costs& costs, Report& report)
    : size_(size), costs_(costs), report_(report) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &processes_);
  own_keys_ = size.keys() / processes_;
  room_ = own_keys_ * 5 / 2;
  const auto counters = static_cast<std::size_t>(size.buckets() + kTests);
  counts_ = allocate<int>(counters);
  totals_ = allocate<int>(counters);
  send_counts_ = allocate<int>(static_cast<std::size_t>(processes_));
  receive_counts_ = allocate<int>(static_cast<std::size_t>(processes_));
  keys_ = allocate<int>(static_cast<std::size_t>(own_keys_));
  sorted_ = allocate<int>(static_cast<std::size_t>(own_keys_));
  received_ = allocate<int>(static_cast<std::size_t>(room_));
  const std::vector<int> keys = is_keys(size, rank_, processes_);
  std::copy(keys.begin(), keys.end(), keys_);
}

void Sorter::spend(std::int64_t keys, double share) {
  MPIX_Compute(static_cast<double>(keys) * share * costs_.is_key.us() * 1e-6);
}

void Sorter::pass(int n) {
  if (rank_ == 0) change_keys(n);
  sort_into_buckets();
  MPI_Allreduce(counts_, totals_, size_.buckets() + kTests, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  send_keys();
  rank_keys();
  verify_ranks(n);
}

void Sorter::change_keys(int n) {
  keys_[n] = n;
  keys_[n + kIsPasses] = size_.most() - n;
}

void Sorter::sort_into_buckets() {
  std::fill(counts_, counts_ + size_.buckets() + kTests, 0);
  for (std::size_t i = 0; i < kTests; ++i)
    if (size_.test_index[i] / own_keys_ == rank_)
      counts_[size_.buckets() + static_cast<int>(i)] = keys_[size_.test_index[i] % own_keys_];
  for (std::int64_t i = 0; i < own_keys_; ++i) ++counts_[keys_[i] >> size_.shift()];
  std::vector<int> at(static_cast<std::size_t>(size_.buckets()));
  for (std::size_t bucket = 1; bucket < at.size(); ++bucket)
    at[bucket] = at[bucket - 1] + counts_[bucket - 1];
  for (std::int64_t i = 0; i < own_keys_; ++i)
    sorted_[at[static_cast<std::size_t>(keys_[i] >> size_.shift())]++] = keys_[i];
  spend(own_keys_, 0.5);
}

void Sorter::send_keys() {
  owners_ = is_owners(size_, totals_, processes_);
  send_at_.clear();
  receive_at_.clear();
  int out = 0;
  for (int to = 0; to < processes_; ++to) {
    const Owned& owned = owners_[static_cast<std::size_t>(to)];
    send_counts_[to] = 0;
    for (int bucket = owned.first; bucket <= owned.last; ++bucket)
      send_counts_[to] += counts_[bucket];
    send_at_.push_back(out);
    out += send_counts_[to];
    if (to == rank_) continue;
    ++report_.messages;
    report_.bytes += send_counts_[to] * static_cast<std::int64_t>(sizeof(int));
  }
  MPI_Alltoall(send_counts_, 1, MPI_INT, receive_counts_, 1, MPI_INT, MPI_COMM_WORLD);
  in_ = 0;
  for (int from = 0; from < processes_; ++from) {
    receive_at_.push_back(static_cast<int>(in_));
    in_ += receive_counts_[from];
  }
  if (in_ > room_)
    throw SimulationError("NAS IS",
                          std::to_string(in_) + " keys for process " + std::to_string(rank_),
                          "at most " + std::to_string(room_), "use fewer processes");
  MPI_Alltoallv(sorted_, send_counts_, send_at_.data(), MPI_INT, received_, receive_counts_,
                receive_at_.data(), MPI_INT, MPI_COMM_WORLD);
}

void Sorter::rank_keys() {
  const Owned& own = owners_[static_cast<std::size_t>(rank_)];
  least_ = own.first << size_.shift();
  const int span = own.last < own.first ? 0 : (own.last + 1 - own.first) << size_.shift();
  ranks_.assign(static_cast<std::size_t>(span), 0);
  fewer_ = 0;
  for (int bucket = 0; bucket < own.first; ++bucket) fewer_ += totals_[bucket];
  for (std::int64_t i = 0; i < in_; ++i) ++ranks_[static_cast<std::size_t>(received_[i] - least_)];
  for (std::size_t i = 1; i < ranks_.size(); ++i) ranks_[i] += ranks_[i - 1];
  spend(in_, 0.5);
}

void Sorter::verify_ranks(int n) {
  for (std::size_t i = 0; i < kTests; ++i) {
    const int key = totals_[size_.buckets() + static_cast<int>(i)];
    if (key < least_ || key >= least_ + static_cast<int>(ranks_.size())) continue;
    const std::int64_t found = before(key) + fewer_;
    const int expected = size_.expected(static_cast<int>(i), size_.test_rank[i], n);
    if (found != expected)
      throw DeliveryError("NAS IS, pass " + std::to_string(n),
                          "test key " + std::to_string(i) + " has rank " + std::to_string(found),
                          "rank " + std::to_string(expected), "report this: data was lost");
    ++report_.checks;
  }
}

void Sorter::verify_order() {
  std::vector<int> sorted(static_cast<std::size_t>(in_));
  for (std::int64_t i = 0; i < in_; ++i) {
    int& place = ranks_[static_cast<std::size_t>(received_[i] - least_)];
    sorted[static_cast<std::size_t>(--place)] = received_[i];
  }
  // Processes without keys pass on what they get.
  int before = -1;
  if (rank_ > 0) MPI_Recv(&before, 1, MPI_INT, rank_ - 1, 1000, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const int last = sorted.empty() ? before : sorted.back();
  if (rank_ + 1 < processes_) MPI_Send(&last, 1, MPI_INT, rank_ + 1, 1000, MPI_COMM_WORLD);
  std::int64_t keys = 0;
  MPI_Allreduce(&in_, &keys, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  const bool ordered =
      std::is_sorted(sorted.begin(), sorted.end()) && (sorted.empty() || before <= sorted.front());
  if (!ordered || keys != size_.keys())
    throw DeliveryError("NAS IS, process " + std::to_string(rank_),
                        ordered ? std::to_string(keys) + " keys" : "keys are not in order",
                        std::to_string(size_.keys()) + " keys in order",
                        "report this: data was lost");
  ++report_.checks;
}

}  // namespace

const IsSize& is_size(Class size) {
  return size == Class::kS ? kIsS : size == Class::kW ? kIsW : kIsA;
}

std::vector<int> is_keys(const IsSize& size, int rank, int processes) {
  const std::int64_t count = size.keys() / processes;
  Generator generator(static_cast<std::uint64_t>(4 * count * rank));
  const double factor = size.most() / 4;
  std::vector<int> keys(static_cast<std::size_t>(count));
  for (int& key : keys) {
    double sum = generator.next();
    for (int i = 0; i < 3; ++i) sum += generator.next();
    key = static_cast<int>(factor * sum);
  }
  return keys;
}

std::vector<Owned> is_owners(const IsSize& size, const int* bucket_totals, int processes) {
  std::vector<Owned> owners(static_cast<std::size_t>(processes), Owned{size.buckets(), -1});
  const std::int64_t share = size.keys() / processes;
  std::int64_t keys = 0;
  std::size_t owner = 0;
  int first = 0;
  for (int bucket = 0; bucket < size.buckets(); ++bucket) {
    keys += bucket_totals[bucket];
    if (keys < static_cast<std::int64_t>(owner + 1) * share) continue;
    owners[owner++] = {first, bucket};
    first = bucket + 1;
  }
  return owners;
}

void run_is(const IsSize& size, const Costs& costs, Report& report, const OnStep& step) {
  Sorter sorter(size, costs, report);
  sorter.pass(1);
  step();
  report = {};
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPIX_Time();
  for (int n = 1; n <= kIsPasses; ++n) {
    sorter.pass(n);
    step();
  }
  report.took = Time::ps(static_cast<std::int64_t>((MPIX_Time() - begin) * 1e12 + 0.5));
  sorter.verify_order();
}

}  // namespace flybar::nas
