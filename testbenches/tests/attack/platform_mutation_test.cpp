#include <gtest/gtest.h>

#include "models/cluster/files/builtin.h"
#include "testbenches/tests/attack/platform_fuzz.h"

namespace flybar::cluster {
namespace {

constexpr int kMutants = 4000;

/// What breaks readers: ends cut off, numbers that overflow, brackets, quotes, bytes of no text.
const std::vector<std::string> kPieces = {"\"",
                                          "[",
                                          "]",
                                          "{",
                                          "}",
                                          "=",
                                          "\n",
                                          ".",
                                          "#",
                                          "'''",
                                          "\"\"\"",
                                          "\\u0000",
                                          "\\UFFFFFFFF",
                                          "1e999",
                                          "-9223372036854775809",
                                          "nan",
                                          "0x",
                                          "1979-05-27",
                                          std::string(1, '\0'),
                                          "\xff",
                                          "client.",
                                          "server.",
                                          "[fit]\nkeys = [",
                                          "ns",
                                          " B",
                                          "99999999999999999999 GHz"};

std::string mutated(std::string text, Dice& dice) {
  for (std::size_t changes = 1 + dice.below(4); changes > 0; --changes) {
    const std::size_t at = dice.below(text.size() + 1);
    switch (dice.below(4)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.insert(at, kPieces[dice.below(kPieces.size())]);
        break;
      case 2:
        text.erase(at, dice.below(20));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(dice.below(256));
    }
  }
  return text;
}

TEST(PlatformReader, RefusesOrLoadsWhateverItIsGiven) {
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    Dice dice(seed);
    const auto& file = kBuiltinPlatforms[dice.below(kBuiltinPlatforms.size())];
    SCOPED_TRACE(seed);
    read_anything(mutated(std::string(file.text), dice));
  }
}

TEST(PlatformReader, RefusesDeepNestingOfEveryKind) {
  for (const char* piece :
       {"[", "{a=", "a.", "[a.", "[[", "a=[", "[\n", "a.a.a.a.a.a.a.a.a.a.a.a.a=[\n{"}) {
    std::string text;
    while (text.size() < 60000) text += piece;
    EXPECT_NO_FATAL_FAILURE(read_anything(text)) << piece;
  }
}

TEST(PlatformReader, RefusesAnEmptyFile) {
  EXPECT_FALSE(parse_platform("", "x.toml").faults.empty());
}

}  // namespace
}  // namespace flybar::cluster
