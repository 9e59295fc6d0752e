#include "models/mpi/process/job.h"

#include <algorithm>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "models/mpi/process/process.h"

namespace flybar::mpi {

Job::Job(int size) : ranks_(static_cast<std::size_t>(size)) {
  for (Rank& rank : ranks_) rank.statistics.to.resize(ranks_.size());
}

Statistics& Job::begin(int rank, const Process& process) {
  at(rank).process = &process;
  return at(rank).statistics;
}

void Job::end(int rank, int exit_code) {
  Rank& own = at(rank);
  own.process = nullptr;
  own.ended = true;
  own.exit_code = exit_code;
  ++ended_;
  if (stuck()) refuse_deadlock();
}

void Job::waits(int rank, const std::string& what) {
  Rank& own = at(rank);
  own.waiting = true;
  own.what = what;
  own.since = own.process->channel.time.now();
  ++waiting_;
  if (stuck()) refuse_deadlock();
}

void Job::goes_on(int rank) {
  at(rank).waiting = false;
  --waiting_;
}

bool Job::stuck() const {
  if (in_flight_ != 0 || waiting_ == 0 || waiting_ + ended_ != size()) return false;
  return std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& rank) {
    return rank.ended ||
           (rank.process->transport.idle() && !rank.process->channel.anything_under_way());
  });
}

void Job::refuse_deadlock() const {
  const std::string unequal = unequal_calls();
  throw DeliveryError("MPI",
                      "deadlock" + (unequal.empty() ? "" : ", " + unequal) + ": " + who_waits(),
                      "every receive has a send, and all processes call the same collectives",
                      "look at who waits for whom");
}

/// Empty if the calls are equal.
std::string Job::unequal_calls() const {
  for (const Rank& one : ranks_) {
    for (const Rank& two : ranks_) {
      if (!one.process || !two.process) continue;
      std::string found = one.process->communicators.difference(two.process->communicators);
      if (!found.empty()) return found;
    }
  }
  return "";
}

std::string Job::who_waits() const {
  std::string all;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const Rank& one = ranks_[rank];
    if (one.ended) continue;
    if (!all.empty()) all += "; ";
    all += "rank " + std::to_string(rank);
    all += one.waiting ? " since " + quantity::print(one.since) + " in " + one.what : " runs";
  }
  return all;
}

}  // namespace flybar::mpi
