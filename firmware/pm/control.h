/* ACK and NACK: one short packet says both, for all that has come since the last one. */
#ifndef FLYBAR_FIRMWARE_PM_CONTROL_H
#define FLYBAR_FIRMWARE_PM_CONTROL_H

#include "firmware/pm/pm.h"

/* The node gets a control packet, before data if `urgent`. */
LANAI_INLINE void control_list(struct pm_peer* peer, uint32_t urgent) {
  if (urgent) pm.control.urgent = 1;
  if ((peer->flags & PM_PEER_FLAGS_LISTED_MASK) != 0) return;
  peer->flags |= PM_PEER_FLAGS_LISTED_MASK;
  peer->next = 0;
  if (pm.control.first == 0)
    pm.control.first = peer;
  else
    pm.control.last->next = sram_address(peer);
  pm.control.last = peer;
}

/* A packet has been stored, or had been before it came again. */
LANAI_INLINE void control_owe(struct pm_peer* peer) {
  pm.control.owed += 1;
  control_list(peer, pm.control.owed >= pm.ack_after);
}

/* The packet that is expected next was not taken. */
LANAI_INLINE void control_refuse(struct pm_peer* peer) {
  peer->flags |= PM_PEER_FLAGS_NACK_MASK | PM_PEER_FLAGS_DISCARDING_MASK;
  control_list(peer, 1);
}

/* Sends the first one. Precondition: the link takes a new packet. */
void control_send(void);
/* One has arrived. */
void control_arrived(uint32_t source, uint32_t number);

#endif
