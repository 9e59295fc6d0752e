/// Memory that sockets may remap.
#include "models/inet/api/call.h"

using namespace flybar::inet;

// NOLINTBEGIN(readability-identifier-naming): names of the API

void* inet_alloc(size_t bytes) {
  void* memory = nullptr;
  call("inet_alloc", [&](Process& process) {
    memory = process.memory().allocate(bytes);
    return memory == nullptr ? -ENOMEM : 0;
  });
  return memory;
}

int inet_free(void* memory) {
  return call("inet_free", [memory](Process& process) {
    return memory == nullptr || process.memory().free(memory) ? 0 : -EINVAL;
  });
}

// NOLINTEND(readability-identifier-naming)
