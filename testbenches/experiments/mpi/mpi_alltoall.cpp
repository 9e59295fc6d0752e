#include "testbenches/experiments/mpi/mpi_alltoall.h"

#include <algorithm>

#include "models/common/quantity.h"
#include "models/mpi/mpi.h"
#include "testbenches/experiments/mpi/mpi_transfers.h"
#include "testbenches/experiments/stacks/mpi/mpi_stack.h"
#include "testbenches/experiments/stacks/pm/pm_process.h"

namespace flybar::experiments {

namespace {

using pm::layout::Status;

/// The blocks of one process.
class Exchange {
 public:
  explicit Exchange(Bytes payload) : bytes_(static_cast<std::size_t>(payload.count)) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    const auto all = static_cast<MPI_Aint>(bytes_) * size_;
    MPI_Alloc_mem(all, MPI_INFO_NULL, &out_);
    MPI_Alloc_mem(all, MPI_INFO_NULL, &in_);
  }

  void run(std::int64_t round) {
    for (int to = 0; to < size_; ++to) fill_pattern(block(out_, to), serial(round, rank_, to));
    const auto count = static_cast<int>(bytes_);
    MPI_Alltoall(out_, count, MPI_BYTE, in_, count, MPI_BYTE, MPI_COMM_WORLD);
    for (int from = 0; from < size_; ++from)
      compare_pattern(block(in_, from), serial(round, from, rank_),
                      "what rank " + std::to_string(from) + " sent to " + std::to_string(rank_));
  }

  std::int64_t processes() const { return size_; }

 private:
  std::span<std::uint8_t> block(std::uint8_t* data, int rank) const {
    return {data + static_cast<std::size_t>(rank) * bytes_, bytes_};
  }
  std::uint64_t serial(std::int64_t round, int from, int to) const {
    return static_cast<std::uint64_t>((round * size_ + from) * size_ + to);
  }

  const std::size_t bytes_;
  int rank_ = 0;
  int size_ = 1;
  std::uint8_t* out_ = nullptr;
  std::uint8_t* in_ = nullptr;
};

/// What all processes do together.
struct Exchanges {
  Time begin = Time::never();  ///< of the first process
  Time end;                    ///< of the last one
  std::int64_t done = 0;

  mpi::Main main(Bytes payload, std::int64_t rounds, Testbed& testbed) {
    return [=, this, &testbed](int argc, char** argv) {
      MPI_Init(&argc, &argv);
      Exchange exchange(payload);
      MPI_Barrier(MPI_COMM_WORLD);
      begin = std::min(begin, mpi_now());
      for (std::int64_t round = 0; round < rounds; ++round) {
        exchange.run(round);
        testbed.progress(++done, rounds * exchange.processes());
      }
      end = std::max(end, mpi_now());
      return MPI_Finalize();
    };
  }
};

}  // namespace

void MpiAllToAll::describe(Parameters& options) {
  options.add("nodes", nodes_, {2, 256}, {"Processes, one on each node.", "choice"});
  options.add("payload", payload_, {Bytes(1), Bytes(1 << 20)},
              {"Bytes from each process to each other one.", "class A of FT on 64 nodes"});
  add_library(options, library_);
  options.add("rounds", rounds_, {1, 10'000}, {"Exchanges, one after the other.", "choice"});
}

void MpiAllToAll::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_mpi(nodes_, system, faults);
  const Bytes memory = system.node(0).get<host::HostParams>().memory;
  const Bytes needed(2 * nodes_ * payload_.count);
  if (needed.count > memory.count / 10 * 9)
    faults.push_back({"payload",
                      quantity::print(payload_) + " for " + std::to_string(nodes_) +
                          " processes, twice, of host.memory " + quantity::print(memory),
                      "nine tenths of it", "lower payload or nodes, or raise host.memory"});
}

Results MpiAllToAll::run(const Context& context) {
  MpiStack stack(context, static_cast<std::size_t>(nodes_));
  Exchanges exchanges;
  stack.add({.library = library_, .main = exchanges.main(payload_, rounds_, stack.testbed())});
  stack.run();

  const MpiStack::Pins pins = stack.pins(0);
  const auto counted = [&](std::uint32_t field) {
    return static_cast<double>(stack.pm().counters(field));
  };
  Results results;
  results.numbers = {
      {"time", (exchanges.end - exchanges.begin).us() / static_cast<double>(rounds_), "us"},
      {"nacks", counted(Status::kNacks), ""},
      {"resent", counted(Status::kResent), ""},
      {"pin_hits", static_cast<double>(pins.hits), ""},
      {"pin_misses", static_cast<double>(pins.misses), ""}};
  stack.account(0, results);
  return results;
}

}  // namespace flybar::experiments
