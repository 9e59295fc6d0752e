/* For LD_PRELOAD: a server that computes for $THINK_US before each answer, in the modelled time of
 * its host. It knows an answer by its write(). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "flybar.h"

ssize_t write(int descriptor, const void* bytes, size_t length) {
  static ssize_t (*next)(int, const void*, size_t);
  static unsigned long ns;
  if (next == 0) {
    const char* const us = getenv("THINK_US");
    ns = us != 0 ? 1000 * strtoul(us, 0, 10) : 0;
    *(void**)&next = dlsym(RTLD_NEXT, "write");
  }
  if (ns > 0) flybar_compute(ns);
  return next(descriptor, bytes, length);
}
