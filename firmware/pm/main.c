/* The PM firmware: channels with messages and remote memory writes, acknowledged and in order. */
#include "firmware/pm/loop.h"

void pm_serve_immediate(void) {
  while (lanai_running()) lap(1);
}

void pm_serve_whole(void) {
  while (lanai_running()) lap(0);
}

/* Returns, and thereby halts, if the configuration is not allowed; status.state says why. */
int main(void) {
  const uint32_t state = pm_start();
  shared_write(pm_nic.status.state, state);
  if (state != PM_STATE_RUNNING) return 0;
  if (pm_nic.config.sending == PM_SENDING_IMMEDIATE)
    pm_serve_immediate();
  else
    pm_serve_whole();
  return 0;
}
