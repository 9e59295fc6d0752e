/// The calls that complete requests.
#include <optional>
#include <string>
#include <vector>

#include "models/mpi/api/requests.h"

using namespace flybar::mpi;

namespace {

std::vector<Operation*> operations_of(Process& process, int count, const MPI_Request* requests) {
  if (count < 0)
    throw Refusal{MPI_ERR_COUNT, std::to_string(count) + " requests", "0 or more",
                  "correct the count"};
  std::vector<Operation*> all;
  for (int i = 0; i < count; ++i) all.push_back(operation_of(process, requests[i]));
  return all;
}

/// All are done. What is refused is said once all are completed.
void complete_all(Process& process, const std::vector<Operation*>& operations,
                  MPI_Request* requests, MPI_Status* statuses) {
  std::optional<Refusal> refused;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    MPI_Status* const status = statuses ? statuses + i : nullptr;
    try {
      if (operations[i])
        complete(process, *operations[i], status);
      else
        fill_empty(status);
    } catch (const Refusal& refusal) {
      if (!refused) refused = refusal;
    }
    requests[i] = MPI_REQUEST_NULL;
  }
  if (!refused) return;
  refused->code = MPI_ERR_IN_STATUS;
  throw Refusal(*refused);
}

bool all_done(const std::vector<Operation*>& operations) {
  for (const Operation* operation : operations)
    if (operation && !operation->done) return false;
  return true;
}

/// MPI_UNDEFINED if there is none.
int first_done(const std::vector<Operation*>& operations) {
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (operations[i] && operations[i]->done) return static_cast<int>(i);
  return MPI_UNDEFINED;
}

bool any_at_all(const std::vector<Operation*>& operations) {
  for (const Operation* operation : operations)
    if (operation) return true;
  return false;
}

/// "MPI_Waitall, 3 of 8 left: MPI_Irecv from rank 3, tag 7"
std::string left(const char* name, const std::vector<Operation*>& operations) {
  std::size_t open = 0;
  const Operation* first = nullptr;
  for (const Operation* operation : operations) {
    if (!operation || operation->done) continue;
    if (!first) first = operation;
    ++open;
  }
  return std::string(name) + ", " + std::to_string(open) + " of " +
         std::to_string(operations.size()) + " left: " + (first ? first->text() : "");
}

void take_one(Process& process, const std::vector<Operation*>& operations, int which,
              MPI_Request* requests, MPI_Status* status) {
  if (which == MPI_UNDEFINED) {
    fill_empty(status);
    return;
  }
  requests[which] = MPI_REQUEST_NULL;
  complete(process, *operations[static_cast<std::size_t>(which)], status);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the standard

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return call("MPI_Wait", MPI_COMM_WORLD, [&](Process& process) {
    Operation* const operation = operation_of(process, *request);
    *request = MPI_REQUEST_NULL;
    finish(process, operation, status);
  });
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  int index = 0;
  return MPI_Testany(1, request, &index, flag, status);
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  return call("MPI_Waitall", MPI_COMM_WORLD, [&](Process& process) {
    const std::vector<Operation*> all = operations_of(process, count, requests);
    // One after the other, so that each is looked at once.
    for (const Operation* operation : all)
      if (operation)
        process.transport.wait([&] { return operation->done; },
                               [&] { return left("MPI_Waitall", all); });
    complete_all(process, all, requests, statuses);
  });
}

int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  return call("MPI_Testall", MPI_COMM_WORLD, [&](Process& process) {
    const std::vector<Operation*> all = operations_of(process, count, requests);
    process.transport.progress();
    *flag = all_done(all) ? 1 : 0;
    if (*flag) complete_all(process, all, requests, statuses);
  });
}

int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  return call("MPI_Waitany", MPI_COMM_WORLD, [&](Process& process) {
    const std::vector<Operation*> all = operations_of(process, count, requests);
    const bool any = any_at_all(all);
    process.transport.wait([&] { return !any || (*index = first_done(all)) != MPI_UNDEFINED; },
                           [&] { return left("MPI_Waitany", all); });
    if (!any) *index = MPI_UNDEFINED;
    take_one(process, all, *index, requests, status);
  });
}

int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  return call("MPI_Testany", MPI_COMM_WORLD, [&](Process& process) {
    const std::vector<Operation*> all = operations_of(process, count, requests);
    process.transport.progress();
    *index = first_done(all);
    *flag = *index != MPI_UNDEFINED || !any_at_all(all) ? 1 : 0;
    if (*flag) take_one(process, all, *index, requests, status);
  });
}

// NOLINTEND(readability-identifier-naming)
