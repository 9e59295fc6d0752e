/// The calls that send and receive.
#include "models/mpi/api/requests.h"
#include "models/mpi/types/datatype.h"

using namespace flybar::mpi;

// NOLINTBEGIN(readability-identifier-naming): names of the standard

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return call("MPI_Send", comm, [&](Process& process) {
    Operation* const send = begin_send(process, "MPI_Send", {buf, count, type, dest, tag, comm});
    finish(process, send, MPI_STATUS_IGNORE);
  });
}

int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  return call("MPI_Recv", comm, [&](Process& process) {
    const Message message{buf, count, type, source, tag, comm};
    finish(process, begin_receive(process, "MPI_Recv", message), status);
  });
}

int MPI_Isend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return call("MPI_Isend", comm, [&](Process& process) {
    *request = MPI_REQUEST_NULL;
    const Operation* const send =
        begin_send(process, "MPI_Isend", {buf, count, type, dest, tag, comm});
    if (send) *request = static_cast<MPI_Request>(send->id);
  });
}

int MPI_Irecv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return call("MPI_Irecv", comm, [&](Process& process) {
    *request = MPI_REQUEST_NULL;
    const Operation* const receive =
        begin_receive(process, "MPI_Irecv", {buf, count, type, source, tag, comm});
    if (receive) *request = static_cast<MPI_Request>(receive->id);
  });
}

int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status* status) {
  return call("MPI_Sendrecv", comm, [&](Process& process) {
    const Message in{recvbuf, recvcount, recvtype, source, recvtag, comm};
    const Message out{sendbuf, sendcount, sendtype, dest, sendtag, comm};
    Operation* const receive = begin_receive(process, "MPI_Sendrecv", in);
    Operation* const send = begin_send(process, "MPI_Sendrecv", out);
    finish(process, send, MPI_STATUS_IGNORE);
    finish(process, receive, status);
  });
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return call("MPI_Probe", comm, [&](Process& process) {
    const Communicator& members = communicator(process, comm);
    Operation probe;
    probe.call = "MPI_Probe";
    probe.pattern = receive_pattern(members, source, tag);
    const Unexpected* found = nullptr;
    process.transport.wait(
        [&] { return (found = process.transport.find(probe.pattern)) != nullptr; },
        [&] { return probe.text(); });
    fill(status, members, found->node, found->envelope.tag, found->envelope.length);
  });
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return call("MPI_Iprobe", comm, [&](Process& process) {
    const Communicator& members = communicator(process, comm);
    const Pattern pattern = receive_pattern(members, source, tag);
    process.transport.progress();
    const Unexpected* const found = process.transport.find(pattern);
    *flag = found != nullptr;
    if (found) fill(status, members, found->node, found->envelope.tag, found->envelope.length);
  });
}

int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  return query("MPI_Get_count", MPI_COMM_WORLD, [&](Process&) {
    const auto size = static_cast<std::int64_t>(size_of(type));
    *count = status->flybar_bytes % size == 0 ? static_cast<int>(status->flybar_bytes / size)
                                              : MPI_UNDEFINED;
  });
}

// NOLINTEND(readability-identifier-naming)
