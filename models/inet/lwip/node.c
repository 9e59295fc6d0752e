#include "node.h"

#include "lwip/sys.h"

struct FlybarLwipNode flybar_lwip_node;

u32_t sys_now(void) {
  return flybar_lwip_node.now;
}

uint32_t flybar_lwip_random(void) {
  flybar_lwip_node.random = flybar_lwip_node.random * 1664525u + 1013904223u;
  /* The lower bits of such a generator repeat soon. */
  return flybar_lwip_node.random >> 8;
}
