/* The program of each node, in C, on the API of PM. */
#ifndef RING_H
#define RING_H

#include "models/pm/pm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RING_BYTES = 64 * 1024 };

/* Passes a block around all nodes, `rounds` times: each writes it into the memory of the next one,
 * without a copy. Returns 1 if it came back to node 0 as it left, and at once at the others. */
int ring(struct pm_channel* ch, int rounds);

#ifdef __cplusplus
}
#endif

#endif
