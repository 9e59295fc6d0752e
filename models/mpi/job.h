/// The processes of one program, as somebody sees them who sees all of them at once: what each
/// waits for, whether anything can still happen, and what they counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/common/units.h"
#include "models/mpi/statistics.h"

namespace flybar::mpi {

class Process;

class Job {
 public:
  /// `size` processes; rank n runs on node n.
  explicit Job(int size);

  /// Called for each message of the library that arrives, of any kind.
  std::function<void()> on_message;

  int size() const { return static_cast<int>(ranks_.size()); }
  /// Of a process that has ended, or so far.
  const Statistics& statistics(int rank) const { return at(rank).statistics; }
  /// What its main() returned.
  int exit_code(int rank) const { return at(rank).exit_code; }
  bool ended(int rank) const { return at(rank).ended; }
  /// One line for each process that has not ended: "rank 0 since 12 us in MPI_Recv from rank 3,
  /// tag 7".
  std::string who_waits() const;

  // By its processes:

  Statistics& begin(int rank, const Process& process);
  void end(int rank, int exit_code);
  void sent() { ++in_flight_; }
  void received() {
    --in_flight_;
    if (on_message) on_message();
  }
  /// Throws SimulationError if all wait and nothing can end it.
  void waits(int rank, const std::string& what);
  void goes_on(int rank);

 private:
  struct Rank {
    const Process* process = nullptr;
    bool ended = false;
    bool waiting = false;
    std::string what;
    Time since;
    int exit_code = 0;
    Statistics statistics;
  };
  const Rank& at(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  bool stuck() const;
  [[noreturn]] void refuse_deadlock() const;
  std::string unequal_calls() const;

  std::vector<Rank> ranks_;
  std::int64_t in_flight_ = 0;
  int waiting_ = 0;
  int ended_ = 0;
};

}  // namespace flybar::mpi
