/* Sorts numbers that lie on all processes: samples say who shall have which, and one exchange takes
 * all of them there. sample_sort [numbers of a process] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/mpi/mpi.h"

/* Of sorting a number among n, for each doubling of n: some 20 clocks at 200 MHz. */
static const double seconds_per_comparison = 100e-9;

enum { SAMPLES = 16, MOST_PROCESSES = 256 };

static int compare(const void* a, const void* b) {
  const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
  return (x > y) - (x < y);
}

static void sort(uint32_t* numbers, int n) {
  int doublings = 0;
  while ((1 << doublings) < n) ++doublings;
  qsort(numbers, (size_t)n, sizeof *numbers, compare);
  MPIX_Compute(n * doublings * seconds_per_comparison);
}

static void fill(uint32_t* numbers, int n, int rank) {
  uint32_t x = 2463534242u + (uint32_t)rank * 977u;
  for (int i = 0; i < n; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    numbers[i] = x;
  }
}

/* The first number of each process but the first. */
static void choose_splitters(const uint32_t* numbers, int n, int rank, int size,
                             uint32_t* splitters) {
  uint32_t own[SAMPLES];
  uint32_t* all;
  MPI_Alloc_mem(SAMPLES * size * (MPI_Aint)sizeof *all, MPI_INFO_NULL, &all);
  for (int i = 0; i < SAMPLES; ++i) own[i] = numbers[(int64_t)n * i / SAMPLES];
  MPI_Gather(own, SAMPLES, MPI_UNSIGNED, all, SAMPLES, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    sort(all, SAMPLES * size);
    for (int i = 1; i < size; ++i) splitters[i - 1] = all[SAMPLES * i];
  }
  MPI_Bcast(splitters, size - 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
  MPI_Free_mem(all);
}

/* Each number is at most the first one of the next process. */
static int in_order(const uint32_t* numbers, int n, int rank, int size) {
  uint32_t before = 0;
  const int left = rank == 0 ? MPI_PROC_NULL : rank - 1;
  const int right = rank + 1 == size ? MPI_PROC_NULL : rank + 1;
  MPI_Recv(&before, 1, MPI_UNSIGNED, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int own = 1, all = 0;
  for (int i = 0; i < n; ++i) {
    if (numbers[i] < before) own = 0;
    before = numbers[i];
  }
  MPI_Send(&before, 1, MPI_UNSIGNED, right, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = argc > 1 ? atoi(argv[1]) : 20000;
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > MOST_PROCESSES) MPI_Abort(MPI_COMM_WORLD, 1);
  uint32_t* numbers;
  MPI_Alloc_mem(n * (MPI_Aint)sizeof *numbers, MPI_INFO_NULL, &numbers);
  fill(numbers, n, rank);

  const double begin = MPI_Wtime();
  sort(numbers, n);
  uint32_t splitters[MOST_PROCESSES];
  choose_splitters(numbers, n, rank, size, splitters);
  int out[MOST_PROCESSES] = {0}, in[MOST_PROCESSES];
  int out_at[MOST_PROCESSES], in_at[MOST_PROCESSES];
  for (int i = 0, to = 0; i < n; ++i) {
    while (to < size - 1 && numbers[i] >= splitters[to]) ++to;
    ++out[to];
  }
  MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  int sent = 0, received = 0;
  for (int i = 0; i < size; ++i) {
    out_at[i] = sent;
    in_at[i] = received;
    sent += out[i];
    received += in[i];
  }
  uint32_t* sorted;
  MPI_Alloc_mem(received * (MPI_Aint)sizeof *sorted, MPI_INFO_NULL, &sorted);
  MPI_Alltoallv(numbers, out, out_at, MPI_UNSIGNED, sorted, in, in_at, MPI_UNSIGNED,
                MPI_COMM_WORLD);
  sort(sorted, received);
  const double took = MPI_Wtime() - begin;

  int all = 0;
  MPI_Allreduce(&received, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const int right = in_order(sorted, received, rank, size) && all == n * size;
  if (rank == 0)
    printf("sample_sort: %d processes, %d numbers in %.2f ms, %s\n", size, all, took * 1e3,
           right ? "right" : "WRONG");
  MPI_Finalize();
  return right ? 0 : 1;
}
