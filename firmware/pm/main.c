/* The PM firmware: channels with messages and remote memory writes, acknowledged and in order. */
#include "firmware/pm/loop.h"

void pm_serve(void) {
  while (lanai_running()) lap();
}

/* Returns, and thereby halts, if the configuration is not allowed; status.state says why. */
int main(void) {
  const uint32_t state = pm_start();
  shared_write(pm_nic.status.state, state);
  if (state == PM_STATE_RUNNING) pm_serve();
  return 0;
}
