/// MPI for programs of modelled hosts: a subset of MPI-1 with the standard names. C11 and C++.
///
/// A program runs as one process on each node (flybar::mpi::run_program). Progress is made only
/// inside of calls. Global and static variables of the program are one memory for all processes, so
/// what differs between processes belongs into automatic variables or into MPI_Alloc_mem().
///
/// Computing in C takes no modelled time: a program says what it costs with MPIX_Compute().
///
/// Messages beyond the eager limit may be written by the network card. Their buffers must be memory
/// of the modelled process then, which MPI_Alloc_mem() gives.
///
/// exit() ends its process as a return from main() does, after MPI_Finalize or before MPI_Init.
///
/// Errors end the run, in four parts (flybar::SimulationError, which passes through frames of C:
/// they are compiled with -fexceptions, as targets that link flybar_mpi are), unless the
/// communicator returns them (MPI_ERRORS_RETURN).
#ifndef FLYBAR_MPI_H
#define FLYBAR_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// NOLINTBEGIN(readability-identifier-naming): names of the standard

typedef int MPI_Comm;
typedef int MPI_Request;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Info;
typedef int MPI_Errhandler;
typedef ptrdiff_t MPI_Aint;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int64_t flybar_bytes;  ///< use MPI_Get_count()
} MPI_Status;

enum {
  MPI_SUCCESS = 0,
  MPI_ERR_BUFFER,
  MPI_ERR_COUNT,
  MPI_ERR_TYPE,
  MPI_ERR_TAG,
  MPI_ERR_COMM,
  MPI_ERR_RANK,
  MPI_ERR_REQUEST,
  MPI_ERR_ROOT,
  MPI_ERR_OP,
  MPI_ERR_ARG,
  MPI_ERR_TRUNCATE,
  MPI_ERR_IN_STATUS,
  MPI_ERR_NO_MEM,
  MPI_ERR_OTHER,
  MPI_ERR_LASTCODE
};

enum {
  MPI_PROC_NULL = -1,
  MPI_ANY_SOURCE = -2,
  MPI_ANY_TAG = -1,
  MPI_UNDEFINED = -32766,
  MPI_TAG_UB_VALUE = 0x3fffffff,
  MPI_MAX_ERROR_STRING = 64
};

#define MPI_COMM_NULL ((MPI_Comm)-1)
#define MPI_COMM_WORLD ((MPI_Comm)0)
#define MPI_COMM_SELF ((MPI_Comm)1)
#define MPI_REQUEST_NULL ((MPI_Request)-1)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_IN_PLACE ((void*)-1)

enum {
  MPI_BYTE = 1,
  MPI_CHAR,
  MPI_SIGNED_CHAR,
  MPI_UNSIGNED_CHAR,
  MPI_SHORT,
  MPI_UNSIGNED_SHORT,
  MPI_INT,
  MPI_UNSIGNED,
  MPI_LONG,
  MPI_UNSIGNED_LONG,
  MPI_LONG_LONG,
  MPI_UNSIGNED_LONG_LONG,
  MPI_FLOAT,
  MPI_DOUBLE,
  MPI_DOUBLE_COMPLEX  ///< two doubles
};

enum {
  MPI_SUM = 1,
  MPI_PROD,
  MPI_MAX,
  MPI_MIN,
  MPI_LAND,
  MPI_LOR,
  MPI_LXOR,
  MPI_BAND,
  MPI_BOR,
  MPI_BXOR
};

int MPI_Init(int* argc, char*** argv);
int MPI_Finalize(void);
int MPI_Initialized(int* flag);
int MPI_Abort(MPI_Comm comm, int code);
/// Seconds of modelled time. The call takes mpi.clock, as reading the clock does.
double MPI_Wtime(void);
/// MPI_Wtime that takes no time itself: a measurement must not change what it measures.
double MPIX_Time(void);
double MPI_Wtick(void);
int MPI_Get_processor_name(char* name, int* length);
enum { MPI_MAX_PROCESSOR_NAME = 32 };
/// CPU time of the program itself, in seconds of a processor of host.reference_clock.
int MPIX_Compute(double seconds);

/// Memory of the modelled process, 16-byte aligned, zeroed when it is first given.
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr);
int MPI_Free_mem(void* base);

int MPI_Comm_rank(MPI_Comm comm, int* rank);
int MPI_Comm_size(MPI_Comm comm, int* size);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm);
int MPI_Comm_free(MPI_Comm* comm);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Error_string(int code, char* text, int* length);
int MPI_Type_size(MPI_Datatype type, int* size);

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status);
int MPI_Isend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request* request);
int MPI_Irecv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request* request);
int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status* status);
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status);
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count);

int MPI_Wait(MPI_Request* request, MPI_Status* status);
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status);
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses);
int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses);
int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status);
int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status);

// MPI_IN_PLACE instead of a buffer: the send buffer of MPI_Allreduce and MPI_Allgather at all
// processes, that of MPI_Reduce and MPI_Gather at the root, the receive buffer of MPI_Scatter at
// the root. Counts and datatypes agree at all processes; MPI_BYTE agrees with any datatype.

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
               int root, MPI_Comm comm);
int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoallv(const void* sendbuf, const int* sendcounts, const int* sdispls,
                  MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm);

// NOLINTEND(readability-identifier-naming)

#ifdef __cplusplus
}
#endif

#endif
