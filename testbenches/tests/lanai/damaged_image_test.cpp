/// Does the loader survive any damage? It either loads or says what is wrong; under the address
/// sanitizer also without touching what is not its own.
#include <gtest/gtest.h>

#include <random>

#include "models/lanai/image/linker.h"
#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

using File = std::vector<std::uint8_t>;

/// Loads `file` beside the sound start-up code, and uses all that comes out.
void load(File file) {
  try {
    std::vector<ElfObject> objects;
    objects.push_back(read_elf(object_path("start")));
    objects.push_back(parse_elf("damaged.o", std::move(file)));
    const Image image = link(objects, kSram);
    for (std::uint32_t pc = 0; pc < image.text_end; pc += 64) image.describe(pc);
  } catch (const ImageError& error) {
    const Fault& fault = error.fault();
    EXPECT_FALSE(fault.where.empty() || fault.found.empty() || fault.allowed.empty() ||
                 fault.advice.empty());
  }
}

TEST(DamagedImage, EveryTruncationIsSurvived) {
  const File whole = object_bytes("tables");

  for (std::size_t size = 0; size < whole.size(); ++size)
    load(File(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
}

TEST(DamagedImage, EveryFlippedByteIsSurvived) {
  for (const char* object : {"main", "inlined"}) {
    const File whole = object_bytes(object);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      File file = whole;
      file[at] ^= 0xFF;
      load(std::move(file));
    }
  }
}

TEST(DamagedImage, ManyFlippedBitsAreSurvived) {
  constexpr unsigned kSeed = 20, kRounds = 4000, kMostFlips = 12;
  std::mt19937 random(kSeed);
  const File files[] = {object_bytes("inlined"), object_bytes("inlined_dwarf4"),
                        object_bytes("tables")};

  for (unsigned round = 0; round < kRounds; ++round) {
    File file = files[round % 3];
    for (auto flips = 1 + random() % kMostFlips; flips > 0; --flips)
      file[random() % file.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    load(std::move(file));
  }
}

TEST(DamagedImage, ExtremeWordsAreSurvived) {
  constexpr unsigned kSeed = 21, kRounds = 4000;
  constexpr std::uint8_t kExtremes[] = {0x00, 0x7F, 0x80, 0xFF};
  std::mt19937 random(kSeed);
  const File whole = object_bytes("main");

  for (unsigned round = 0; round < kRounds; ++round) {
    File file = whole;
    const std::size_t at = random() % (file.size() / 4) * 4;
    const std::uint8_t extreme = kExtremes[random() % 4];
    for (std::size_t i = at; i < at + 4; ++i) file[i] = extreme;
    load(std::move(file));
  }
}

}  // namespace
}  // namespace flybar::lanai
