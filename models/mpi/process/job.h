/// The processes of one program, as somebody sees them who sees all of them at once: what each
/// waits for, whether anything can still happen, and what they counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/common/units.h"
#include "models/mpi/process/statistics.h"

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
  void sent(Time at) {
    ++in_flight_;
    happened(at);
  }
  void received(Time at) {
    --in_flight_;
    happened(at);
    if (on_message) on_message();
  }
  /// A process computes from before this call until `end`, which may lie ahead.
  void begin_computing() { ++computing_; }
  void end_computing(Time end) {
    --computing_;
    happened(end);
  }
  /// A process has begun, or has sent, received or computed something.
  void happened(Time at) { last_ = std::max(last_, at); }
  /// For how long nothing has been sent, received or computed.
  Time quiet(Time now) const { return computing_ > 0 || now < last_ ? Time() : now - last_; }
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
  int computing_ = 0;
  Time last_;  ///< when something happened
  int waiting_ = 0;
  int ended_ = 0;
};

}  // namespace flybar::mpi
