/* Heat in a ring of cells: each process has a part of the ring, and exchanges the cells at its ends
 * with its neighbours in every step. heat [cells of a process] [steps] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/mpi/mpi.h"

/* Of computing a cell on a Pentium Pro at 200 MHz: some 12 clocks. */
static const double seconds_per_cell = 60e-9;

enum { TO_RIGHT, TO_LEFT };

/* cells[0] and cells[n + 1] are those of the neighbours. */
static void exchange_ends(double* cells, int n, int left, int right) {
  MPI_Request requests[4];
  MPI_Irecv(&cells[0], 1, MPI_DOUBLE, left, TO_RIGHT, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&cells[n + 1], 1, MPI_DOUBLE, right, TO_LEFT, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&cells[n], 1, MPI_DOUBLE, right, TO_RIGHT, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&cells[1], 1, MPI_DOUBLE, left, TO_LEFT, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void step(const double* cells, double* next, int n) {
  for (int i = 1; i <= n; ++i)
    next[i] = cells[i] + 0.25 * (cells[i - 1] - 2 * cells[i] + cells[i + 1]);
  MPIX_Compute(n * seconds_per_cell);
}

static double sum_of_all(const double* cells, int n) {
  double own = 0, all = 0;
  for (int i = 1; i <= n; ++i) own += cells[i];
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = argc > 1 ? atoi(argv[1]) : 1000;
  const int steps = argc > 2 ? atoi(argv[2]) : 100;
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *cells, *next;
  MPI_Alloc_mem((n + 2) * (MPI_Aint)sizeof(double), MPI_INFO_NULL, &cells);
  MPI_Alloc_mem((n + 2) * (MPI_Aint)sizeof(double), MPI_INFO_NULL, &next);
  for (int i = 1; i <= n; ++i) cells[i] = rank == 0 && i <= n / 2 ? 100 : 0;

  const double before = sum_of_all(cells, n);
  const double begin = MPI_Wtime();
  for (int i = 0; i < steps; ++i) {
    exchange_ends(cells, n, (rank + size - 1) % size, (rank + 1) % size);
    step(cells, next, n);
    double* const swapped = cells;
    cells = next;
    next = swapped;
  }
  const double took = MPI_Wtime() - begin;
  /* No heat is lost. */
  const double after = sum_of_all(cells, n);
  const int right = fabs(after - before) <= 1e-9 * before;
  if (rank == 0)
    printf("heat: %d processes, %d steps, %.1f us each, %s\n", size, steps, took / steps * 1e6,
           right ? "right" : "WRONG");
  MPI_Finalize();
  return right ? 0 : 1;
}
