/* lwIP's view of the compiler and the platform. */
#pragma once

#include <stdint.h>

#include "node.h"

#ifdef __cplusplus
extern "C" {
#endif
/* Throws flybar::SimulationError, through the C frames below. */
__attribute__((noreturn)) void flybar_lwip_assert(const char* message, const char* file, int line);
uint32_t flybar_lwip_random(void);
#ifdef __cplusplus
}
#endif

#define LWIP_PLATFORM_ASSERT(message) flybar_lwip_assert(message, __FILE__, __LINE__)
#define LWIP_PLATFORM_DIAG(message)
#define LWIP_RAND() flybar_lwip_random()
