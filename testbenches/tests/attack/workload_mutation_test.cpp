#include <gtest/gtest.h>

#include "testbenches/tests/attack/workload_fuzz.h"

namespace flybar::experiments {
namespace {

constexpr std::uint32_t kMutants = 20000;

constexpr const char* kEverything =
    "flybar-workload 1\ntitle t\ntouches faults 65536\nfile 0 20000 data\nfile 1 0 log\n"
    "process 0 main\nprocess 1 child\nbegin\n0 10 read 0 0 4096 x4\n0 5 map 0 0 4096 8192 read\n"
    "0 0 touch 0 4096 4096\n0 1 start 1\n1 20 write 1 0 512\n1 0 sync 1\n0 7 unmap 0\n"
    "1 3 truncate 1 100\n1 1 exit\n0 0 wait 1\n0 0 unlink 1\n0 2 exit\nend 12\n";

const std::vector<std::string> kPieces = {"\n",
                                          " ",
                                          "-",
                                          "9223372036854775807",
                                          "1099511627776",
                                          "x1000000",
                                          "x",
                                          "end 12\n",
                                          "99",
                                          "begin\n",
                                          "file 2",
                                          "process 2 p\n",
                                          std::string(1, '\0'),
                                          "\xff",
                                          "0 0 exit\n"};

std::string mutated(std::string text, Dice& dice) {
  for (std::size_t changes = 1 + dice.below(4); changes > 0; --changes) {
    const std::size_t at = dice.below(text.size() + 1);
    switch (dice.below(4)) {
      case 0:
        if (dice.below(4) == 0) text.resize(at);
        break;
      case 1:
        text.insert(at, kPieces[dice.below(kPieces.size())]);
        break;
      case 2:
        text.erase(at, dice.below(20));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>('0' + dice.below(10));
    }
  }
  return text;
}

TEST(WorkloadReader, RefusesOrReadsWhateverItIsGiven) {
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    Dice dice(seed);
    SCOPED_TRACE(seed);
    read_any_workload(mutated(kEverything, dice));
  }
}

}  // namespace
}  // namespace flybar::experiments
