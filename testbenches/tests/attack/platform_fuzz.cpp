/// libFuzzer's way in. Built by clang only:
///   cmake -B build/fuzz -DCMAKE_CXX_COMPILER=clang++-14
///   -DFLYBAR_SANITIZE=address,undefined,fuzzer-no-link cmake --build build/fuzz --target
///   platform_fuzz build/fuzz/tests/platform_fuzz -max_total_time=60 models/cluster/platforms
#include <cstddef>
#include <cstdint>

#include "testbenches/tests/attack/platform_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  flybar::cluster::read_anything({reinterpret_cast<const char*>(data), size});
  return 0;
}

/// SystemC's library asks for it; nothing here simulates.
extern "C" int sc_main(int, char**) {
  return 0;
}
