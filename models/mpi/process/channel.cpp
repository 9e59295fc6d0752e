#include "models/mpi/process/channel.h"

#include <cerrno>
#include <cstring>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "models/mpi/process/job.h"

namespace flybar::mpi {

bool Channel::send(int node, const Envelope& envelope, const std::byte* data, std::size_t bytes) {
  void* buffer = nullptr;
  const int got = _pmGetSendBuf(channel_, &buffer, sizeof envelope + bytes);
  if (got == ENOBUFS) return false;
  check(got, "_pmGetSendBuf");
  std::memcpy(buffer, &envelope, sizeof envelope);
  if (bytes > 0) copy(static_cast<std::byte*>(buffer) + sizeof envelope, data, bytes);
  check(_pmSend(channel_, node), "_pmSend");
  under_way_ = true;
  job_.sent(time.now());
  return true;
}

std::optional<Channel::Arrival> Channel::receive() {
  void* buffer = nullptr;
  std::size_t length = 0;
  const int got = _pmReceive(channel_, &buffer, &length);
  if (got == ENOBUFS) return {};
  check(got, "_pmReceive");
  Arrival arrival{.envelope = {},
                  .data = static_cast<const std::byte*>(buffer) + sizeof(Envelope),
                  .bytes = length - sizeof(Envelope),
                  .node = pm_source(channel_)};
  std::memcpy(&arrival.envelope, buffer, sizeof arrival.envelope);
  job_.received(time.now());
  return arrival;
}

bool Channel::all_stored() {
  if (!under_way_) return true;
  const int got = _pmSendDone(channel_);
  if (got == EBUSY) return false;
  check(got, "_pmSendDone");
  under_way_ = false;
  return true;
}

Channel::Locked Channel::lock(const std::byte* address, std::size_t bytes, pm_handle* handle) {
  const During pinning(time, Use::kPinning);
  const std::int64_t hits = pm_pins(channel_).hits;
  const int got = _pmMLock(channel_, address, bytes, handle);
  if (got == EFAULT)
    throw SimulationError(
        place(),
        "a message of " + std::to_string(bytes) +
            " B or more has its buffer outside of the process's memory",
        "memory from MPI_Alloc_mem for messages above mpi.eager_limit",
        "allocate the buffer with MPI_Alloc_mem, or run it with the buffered library");
  if (got == ENOSPC) return Locked::kNoRoom;
  check(got, "_pmMLock");
  return pm_pins(channel_).hits > hits ? Locked::kHit : Locked::kMissed;
}

void Channel::unlock(const std::byte* address, std::size_t bytes) {
  const During pinning(time, Use::kPinning);
  check(_pmMUnLock(channel_, address, bytes), "_pmMUnLock");
}

bool Channel::write(int node, pm_handle remote, pm_handle local, std::size_t bytes) {
  const int got = _pmVWrite(channel_, node, remote, local, bytes);
  if (got == ENOBUFS) return false;
  check(got, "_pmVWrite");
  under_way_ = true;
  return true;
}

void Channel::copy(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const During copying(time, Use::kCopying);
  pm_copy(channel_, to, from, bytes);
}

void Channel::wait(const std::string& what) {
  const During waiting(time, Use::kWaiting);
  job_.waits(node(), what);
  pm_wait(channel_, what.c_str());
  job_.goes_on(node());
}

std::string Channel::place() const {
  return "MPI rank " + std::to_string(node()) + " at " + quantity::print(time.now());
}

void Channel::check(int result, const char* call) const {
  if (result == 0) return;
  const std::string found = std::string(call) + " says \"" + std::strerror(result) + "\"";
  if (result == EIO)
    throw DeliveryError(place(), found, "peers that answer and packets without errors",
                        "look for a dead node or link, or bit errors");
  throw SimulationError(place(), found, "success", "report this: MPI must not cause it");
}

}  // namespace flybar::mpi
