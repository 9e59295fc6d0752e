/// libFuzzer target: any bytes as an object file. Loads or throws ImageError, nothing else.
#include <cstddef>
#include <cstdint>

#include "models/lanai/image/linker.h"

using namespace flybar;
using namespace flybar::lanai;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    std::vector<ElfObject> objects;
    objects.push_back(parse_elf("fuzz.o", std::vector<std::uint8_t>(data, data + size)));
    const Image image = link(objects, Bytes(256 * 1024));
    for (std::uint32_t pc = 0; pc < image.text_end; pc += 64) image.describe(pc);
  } catch (const ImageError&) {
  }
  return 0;
}
