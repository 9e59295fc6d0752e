/* The vendor's firmware for MyriAPI: rings of descriptors, whole packets. */
#include "firmware/myriapi/myriapi.h"

/* Returns, and thereby halts, if the configuration is not allowed; status.state says why. */
int main(void) {
  const uint32_t state = myriapi_start();
  shared_write(myriapi_nic.status.state, state);
  if (state == MYRIAPI_STATE_RUNNING) myriapi_serve();
  return 0;
}
