/// PM as MPI uses it: envelopes, time by use, and errors that end the run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "models/mpi/mpi_params.h"
#include "models/mpi/process/time_use.h"
#include "models/mpi/types/envelope.h"

namespace flybar::mpi {

class Job;

class Channel {
 public:
  Channel(pm_channel* channel, const MpiParams& params, Statistics& statistics, Job& job)
      : time(channel, statistics), channel_(channel), software_(params.software), job_(job) {}

  struct Arrival {
    Envelope envelope;
    const std::byte* data;  ///< behind the envelope, valid until release()
    std::size_t bytes;
    int node;
  };

  int node() const { return pm_node(channel_); }

  /// False if the send buffer is full.
  bool send(int node, const Envelope& envelope, const std::byte* data, std::size_t bytes);
  std::optional<Arrival> receive();
  void release() { _pmPutReceiveBuf(channel_); }
  /// Everything sent and written so far is stored. Does not ask twice.
  bool all_stored();
  bool anything_under_way() const { return under_way_; }

  enum class Locked : std::uint8_t { kNoRoom, kMissed, kHit };
  /// Throws SimulationError for other memory than the process's.
  Locked lock(const std::byte* address, std::size_t bytes, pm_handle* handle);
  void unlock(const std::byte* address, std::size_t bytes);
  /// False if the queue is full.
  bool write(int node, pm_handle remote, pm_handle local, std::size_t bytes);

  /// CPU time of a call, a match or a control message.
  void spend_software(const char* what) { pm_spend(channel_, software_.ps(), what); }
  void spend(Time cost, const char* what) { pm_spend(channel_, cost.ps(), what); }
  void copy(void* to, const void* from, std::size_t bytes);
  /// Until something arrives or completes.
  void wait(const std::string& what);
  std::byte* allocate(std::size_t bytes) {
    return static_cast<std::byte*>(pm_alloc(channel_, bytes));
  }
  /// "rank 3 at 12.5 us"
  std::string place() const;

  TimeUse time;

 private:
  void check(int result, const char* call) const;

  pm_channel* const channel_;
  const Time software_;
  Job& job_;
  bool under_way_ = false;
};

}  // namespace flybar::mpi
