/* Linked to programs by flybar-cc: counts the blocks that each thread runs. The compiler calls this
 * at the begin of each block (-fsanitize-coverage=trace-pc). */
#include "models/process/program/flybar.h"

#include <stdint.h>

/** A thread that makes no call gives its host the time of so many blocks. */
enum { kBlocksBetweenPauses = 1 << 16 };

enum State { kNew, kCounted, kAlone };

static __thread uint64_t blocks;
static __thread enum State state;

/* Not syscall(): a block must not change errno. */
static long ask(long what, void* with) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)FLYBAR_HYPERCALL), "D"(what), "S"(with)
                   : "rcx", "r11", "memory");
  return result;
}

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {
  if (state == kNew) state = ask(FLYBAR_COUNTER, &blocks) == 0 ? kCounted : kAlone;
  if (++blocks % kBlocksBetweenPauses == 0 && state == kCounted) ask(FLYBAR_PAUSE, 0);
}
