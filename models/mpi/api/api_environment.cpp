/// Beginning and end, time, memory, and what things are called.
#include <array>
#include <cmath>
#include <cstring>

#include "models/common/error.h"
#include "models/mpi/api/call.h"
#include "models/mpi/collective/algorithms.h"
#include "models/mpi/types/datatype.h"

using namespace flybar::mpi;

namespace {

constexpr std::array<const char*, MPI_ERR_LASTCODE> kErrors = {
    "no error",
    "invalid buffer",
    "invalid count",
    "invalid datatype",
    "invalid tag",
    "invalid communicator",
    "invalid rank",
    "invalid request",
    "invalid root",
    "invalid operation",
    "invalid argument",
    "message truncated",
    "error code in status",
    "out of memory",
    "other error",
};

void check_all_completed(const Process& process) {
  const std::size_t open = process.transport.in_use();
  if (open == 0) return;
  throw flybar::SimulationError(
      process.channel.place(),
      "MPI_Finalize with " + std::to_string(open) + " operations that are not completed",
      "programs that complete all their requests", "wait for them with MPI_Waitall");
}

void copy_text(const char* from, char* text, int* length, std::size_t room) {
  std::strncpy(text, from, room - 1);
  text[room - 1] = '\0';
  *length = static_cast<int>(std::strlen(text));
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the standard

int MPI_Init(int*, char***) {
  Process& process = Process::current("MPI_Init");
  if (process.initialized)
    throw flybar::SimulationError(process.channel.place(), "MPI_Init is called again",
                                  "one call of MPI_Init", "call it once");
  process.initialized = true;
  process.doing.call = "MPI_Init";
  return MPI_SUCCESS;
}

int MPI_Finalize(void) {
  return call("MPI_Finalize", MPI_COMM_WORLD, [](Process& process) {
    check_all_completed(process);
    Collective last(process, communicator(process, MPI_COMM_WORLD), CollectiveKind::kFinalize);
    barrier(last);
    process.transport.wait(
        [&] { return process.transport.idle() && process.channel.all_stored(); },
        [] { return std::string("MPI_Finalize, for its last messages to be stored"); });
    process.finalized = true;
  });
}

int MPI_Initialized(int* flag) {
  *flag = Process::current("MPI_Initialized").initialized ? 1 : 0;
  return MPI_SUCCESS;
}

int MPI_Abort(MPI_Comm, int code) {
  const Process& process = Process::current("MPI_Abort");
  throw flybar::SimulationError(
      process.channel.place(), "the program called MPI_Abort with code " + std::to_string(code),
      "programs that end by themselves", "look in the program for the reason");
}

double MPI_Wtime(void) {
  Process& process = Process::current("MPI_Wtime");
  const flybar::process::Inside inside(process, "MPI_Wtime");
  process.check_patience("MPI_Wtime");
  process.channel.spend(process.params.clock, "MPI_Wtime");
  return MPIX_Time();
}

double MPIX_Time(void) {
  return static_cast<double>(Process::current("MPIX_Time").channel.time.now().ps()) * 1e-12;
}

double MPI_Wtick(void) {
  return 1e-12;
}

int MPI_Get_processor_name(char* name, int* length) {
  return query("MPI_Get_processor_name", MPI_COMM_WORLD, [&](Process& process) {
    const std::string text = "node" + std::to_string(process.channel.node());
    copy_text(text.c_str(), name, length, MPI_MAX_PROCESSOR_NAME);
  });
}

int MPIX_Compute(double seconds) {
  return query("MPIX_Compute", MPI_COMM_WORLD, [&](Process& process) {
    if (!(seconds >= 0 && seconds < 1e6))
      throw Refusal{MPI_ERR_ARG, std::to_string(seconds) + " s of computing", "0 .. 1e6 s",
                    "correct the time"};
    process.job().begin_computing();
    process.channel.spend(flybar::Time::ps(std::llround(seconds * 1e12)), "compute");
    process.job().end_computing(process.channel.time.now());
  });
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info, void* baseptr) {
  return query("MPI_Alloc_mem", MPI_COMM_WORLD, [&](Process& process) {
    void* const memory =
        size < 0 ? nullptr : process.memory.allocate(static_cast<std::size_t>(size));
    if (!memory)
      throw Refusal{MPI_ERR_NO_MEM, std::to_string(size) + " B", "the memory of the process",
                    "raise host.memory, or use less"};
    std::memcpy(baseptr, &memory, sizeof memory);
  });
}

int MPI_Free_mem(void* base) {
  return query("MPI_Free_mem", MPI_COMM_WORLD, [&](Process& process) {
    if (!process.memory.free(base))
      throw Refusal{MPI_ERR_ARG, "a pointer that MPI_Alloc_mem did not give, or one freed before",
                    "memory from MPI_Alloc_mem, once", "correct the pointer"};
  });
}

int MPI_Error_string(int code, char* text, int* length) {
  const bool known = code >= 0 && code < MPI_ERR_LASTCODE;
  copy_text(known ? kErrors[static_cast<std::size_t>(code)] : "unknown error", text, length,
            MPI_MAX_ERROR_STRING);
  return MPI_SUCCESS;
}

int MPI_Type_size(MPI_Datatype type, int* size) {
  return query("MPI_Type_size", MPI_COMM_WORLD,
               [&](Process&) { *size = static_cast<int>(size_of(type)); });
}

// NOLINTEND(readability-identifier-naming)
