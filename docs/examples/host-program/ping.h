/* The program of each node, in C, on the API of Trapeze. */
#ifndef PING_H
#define PING_H

#include "models/trapeze/trapeze.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PINGS = 10 };

/* Sends a word to node 1 and waits for it to come back. 1 if each came back as it went. */
int ping(struct tpz_nic* nic);
/* Sends back what comes. */
void pong(struct tpz_nic* nic);

#ifdef __cplusplus
}
#endif

#endif
