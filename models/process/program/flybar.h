/* For a program that tells the modelled host how long it computes. On any other machine its calls
 * fail, and do nothing. */
#ifndef FLYBAR_PROGRAM_H
#define FLYBAR_PROGRAM_H

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/** A system call that no kernel knows. Its first argument says what is asked for. */
#define FLYBAR_HYPERCALL 5000
#define FLYBAR_COMPUTE 1 /* the second argument: for so many ns */
#define FLYBAR_COUNTER 2 /* the second argument: where the thread counts its blocks (8 bytes) */
#define FLYBAR_PAUSE 3   /* what has been counted so far takes its time now */

/** The thread computes for so many ns of its host, if the run has `computing=declared`; else this
 * takes no time. -1 if the machine is no modelled host. */
static inline int flybar_compute(unsigned long ns) {
  const int before = errno;
  const long done = syscall(FLYBAR_HYPERCALL, FLYBAR_COMPUTE, ns);
  errno = before;
  return done == 0 ? 0 : -1;
}

#endif
