#include "models/mpi/collective/collective.h"

#include <algorithm>

#include "models/common/error.h"
#include "models/mpi/types/datatype.h"
#include "models/mpi/types/refusal.h"

namespace flybar::mpi {

Collective::Collective(Process& process, Communicator& communicator, CollectiveKind kind,
                       Types types, int root)
    : process_(process),
      communicator_(communicator),
      kind_(kind),
      types_(types),
      root_(static_cast<std::uint16_t>(root)),
      number_(static_cast<int>(communicator.calls.size())) {
  communicator_.calls.push_back({kind, root_});
  for (const Unexpected& message : process_.transport.unexpected())
    if (message.envelope.collective != CollectiveKind::kNone)
      process_.communicators.check(message.envelope, message.node);
}

Operation& Collective::begin(void* data, std::size_t bytes, int peer) {
  if (bytes > UINT32_MAX)
    throw Refusal{MPI_ERR_COUNT, "a message of " + std::to_string(bytes) + " B", "less than 4 GB",
                  "send it in several"};
  process_.channel.spend_software(name_of(kind_));
  Operation& operation = process_.transport.begin(name_of(kind_));
  operation.comm = communicator_.handle;
  operation.buffer = static_cast<std::byte*>(data);
  operation.bytes = bytes;
  operation.pattern = {.context = communicator_.context + 1,
                       .node = communicator_.node(peer),
                       .tag = number_,
                       .collective = kind_,
                       .root = root_};
  pending_.push_back(&operation);
  return operation;
}

void Collective::isend(const void* data, std::size_t bytes, int to) {
  // Only read: operation.h.
  Operation& operation = begin(const_cast<void*>(data), bytes, to);
  operation.is_send = true;
  operation.type = types_.sent;
  process_.transport.start_send(operation);
}

void Collective::irecv(void* data, std::size_t bytes, int from) {
  Operation& operation = begin(data, bytes, from);
  operation.type = types_.received;
  process_.transport.start_receive(operation);
}

void Collective::send(const void* data, std::size_t bytes, int to) {
  isend(data, bytes, to);
  wait_all();
}

void Collective::receive(void* data, std::size_t bytes, int from) {
  irecv(data, bytes, from);
  wait_all();
}

void Collective::exchange(const void* out, std::size_t out_bytes, int to, void* in,
                          std::size_t in_bytes, int from) {
  irecv(in, in_bytes, from);
  isend(out, out_bytes, to);
  wait_all();
}

void Collective::wait_all() {
  for (Operation* const operation : pending_) {
    process_.transport.wait([&] { return operation->done; }, [&] { return operation->text(); });
    if (!operation->is_send) check_received(*operation);
  }
  for (Operation* const operation : pending_) process_.transport.release(*operation);
  pending_.clear();
}

void Collective::check_received(const Operation& operation) const {
  const std::string sender = std::string(name_of(kind_)) + ", collective call " +
                             std::to_string(number_ + 1) + " of its communicator: rank " +
                             std::to_string(communicator_.rank_of(operation.source)) + " sends ";
  if (operation.sent != operation.bytes)
    throw SimulationError(process_.channel.place(),
                          sender + std::to_string(operation.sent) + " B, and " +
                              std::to_string(operation.bytes) + " B are expected",
                          "counts that agree at all processes", "correct the counts of the call");
  if (operation.error == MPI_ERR_TYPE)
    throw SimulationError(
        process_.channel.place(),
        sender + name_of(operation.sent_type) + ", and " + name_of(operation.type) + " is expected",
        "datatypes that agree at all processes, or MPI_BYTE", "correct the datatypes of the call");
}

}  // namespace flybar::mpi
