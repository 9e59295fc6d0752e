/// libFuzzer target: any bytes as a recorded workload.
#include <cstddef>
#include <cstdint>

#include "testbenches/tests/attack/workload_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  flybar::experiments::read_any_workload({reinterpret_cast<const char*>(data), size});
  return 0;
}
