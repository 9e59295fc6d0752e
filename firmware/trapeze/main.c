/* The Trapeze firmware: one endpoint, messages with attached pages, four ways to move them. */
#include "firmware/trapeze/mcp.h"

static void run(uint32_t mode) {
  switch (mode) {
    case TPZ_MODE_STATIC:
      mcp_static_pulses();
      break;
    case TPZ_MODE_EAGER:
      mcp_eager();
      break;
    case TPZ_MODE_FUNCTIONAL:
      mcp_functional();
      break;
    default:
      mcp_store_and_forward();
      break;
  }
}

/* Returns, and thereby halts, if the configuration is not allowed; status.state says why. */
int main(void) {
  const uint32_t state = mcp_start();
  shared_write(tpz_endpoint.status.state, state);
  if (state == TPZ_STATE_RUNNING) run(tpz_endpoint.config.mode);
  return 0;
}
