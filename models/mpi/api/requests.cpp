#include "models/mpi/api/requests.h"

#include <algorithm>

#include "models/mpi/types/datatype.h"

namespace flybar::mpi {
namespace {

void check_tag(int tag, bool any) {
  if ((tag >= 0 && tag <= MPI_TAG_UB_VALUE) || (any && tag == MPI_ANY_TAG)) return;
  throw Refusal{MPI_ERR_TAG, "tag " + std::to_string(tag),
                "0 .. " + std::to_string(MPI_TAG_UB_VALUE) +
                    (any ? " or MPI_ANY_TAG" : "; MPI_ANY_TAG only of receives"),
                "choose another tag"};
}

Operation& begin(Process& process, const char* name, const Message& message, std::size_t bytes) {
  Operation& operation = process.transport.begin(name);
  operation.comm = message.comm;
  // A send only reads it: operation.h.
  operation.buffer = static_cast<std::byte*>(const_cast<void*>(message.buffer));
  operation.bytes = bytes;
  operation.type = message.type;
  return operation;
}

/// Refuses a receive that got a message too long for it, or of other elements.
Refusal refusal_of(const Operation& was, const Communicator& members) {
  const std::string message = was.text() + ": a message of " + std::to_string(was.sent) +
                              " B with tag " + std::to_string(was.tag) + " from rank " +
                              std::to_string(members.rank_of(was.source));
  if (was.error == MPI_ERR_TRUNCATE)
    return {was.error, message + " for a buffer of " + std::to_string(was.bytes) + " B",
            "messages that fit into the buffer of their receive", "receive with a larger count",
            was.comm};
  return {
      was.error,
      message + " is sent as " + name_of(was.sent_type) + " and received as " + name_of(was.type),
      "one datatype at both ends, or MPI_BYTE", "correct the datatype of one of them", was.comm};
}

}  // namespace

Pattern receive_pattern(const Communicator& communicator, int source, int tag) {
  check_tag(tag, true);
  if (source != MPI_ANY_SOURCE) check_rank(communicator, source, MPI_ERR_RANK);
  return {.context = communicator.context,
          .node = source == MPI_ANY_SOURCE ? MPI_ANY_SOURCE : communicator.node(source),
          .tag = tag};
}

Operation* begin_send(Process& process, const char* name, const Message& message) {
  const Communicator& members = communicator(process, message.comm);
  const std::size_t bytes = bytes_of(message.buffer, message.count, message.type);
  check_tag(message.tag, false);
  if (message.peer == MPI_PROC_NULL) return nullptr;
  check_rank(members, message.peer, MPI_ERR_RANK);
  Operation& send = begin(process, name, message, bytes);
  send.is_send = true;
  send.pattern = {
      .context = members.context, .node = members.node(message.peer), .tag = message.tag};
  process.transport.start_send(send);
  return &send;
}

Operation* begin_receive(Process& process, const char* name, const Message& message) {
  const Communicator& members = communicator(process, message.comm);
  const std::size_t bytes = bytes_of(message.buffer, message.count, message.type);
  if (message.peer == MPI_PROC_NULL) return nullptr;
  const Pattern pattern = receive_pattern(members, message.peer, message.tag);
  Operation& receive = begin(process, name, message, bytes);
  receive.pattern = pattern;
  process.transport.start_receive(receive);
  return &receive;
}

void finish(Process& process, Operation* operation, MPI_Status* status) {
  if (!operation) {
    fill_empty(status);
    return;
  }
  process.transport.wait([&] { return operation->done; }, [&] { return operation->text(); });
  complete(process, *operation, status);
}

void complete(Process& process, Operation& operation, MPI_Status* status) {
  const Operation was = operation;
  process.transport.release(operation);
  if (was.is_send) {
    fill_empty(status);
    return;
  }
  const Communicator& members = process.communicators.of_operation(was.comm);
  fill(status, members, was.source, was.tag, std::min(was.sent, was.bytes));
  if (was.error == MPI_SUCCESS) return;
  if (status) status->MPI_ERROR = was.error;
  throw refusal_of(was, members);
}

void fill_empty(MPI_Status* status) {
  if (status) *status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0};
}

void fill(MPI_Status* status, const Communicator& communicator, int node, int tag,
          std::size_t bytes) {
  if (status)
    *status = {communicator.rank_of(node), tag, MPI_SUCCESS, static_cast<std::int64_t>(bytes)};
}

Operation* operation_of(Process& process, MPI_Request request) {
  if (request == MPI_REQUEST_NULL) return nullptr;
  if (Operation* const found = process.transport.find(request)) return found;
  throw Refusal{MPI_ERR_REQUEST, "request " + std::to_string(request) + " does not exist",
                "requests of this process that are not completed yet, or MPI_REQUEST_NULL",
                "pass a request that MPI_Isend or MPI_Irecv gave"};
}

}  // namespace flybar::mpi
