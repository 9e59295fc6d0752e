/* What a peer says in a control packet: how much it has stored, and what is to be sent again. */
#ifndef FLYBAR_FIRMWARE_PM_CONTROL_ARRIVED_H
#define FLYBAR_FIRMWARE_PM_CONTROL_ARRIVED_H

#include "firmware/pm/pm.h"

/* One has arrived. */
void control_arrived(uint32_t source, uint32_t number);

#endif
