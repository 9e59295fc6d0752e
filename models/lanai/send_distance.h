/// How soon a program could start a send, wherever it is.
///
/// Until then its chip is silent, and the other nodes may run on. The code tells: a send starts
/// with a store to SML or SMLT, whose addresses are constants in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/lanai/pipeline.h"

namespace flybar::lanai {

class SendDistance {
 public:
  /// Knows nothing: a send may start at once, anywhere.
  SendDistance() = default;
  /// Follows all ways through code that lies at address 0. Knows nothing either if that is not
  /// possible: where the code jumps to computed addresses, or keeps the address of SML or SMLT in
  /// memory.
  explicit SendDistance(std::span<const std::uint8_t> code);

  /// So many instructions, each of which takes at least a clock, come before the next one that may
  /// write SML or SMLT.
  std::int64_t instructions(const Place& from) const {
    const std::size_t word = from.pc / 4, next = from.next / 4;
    if (word >= steps_.size() || next >= steps_.size() || steps_[word] == 0) return 0;
    return next == word + 1 ? steps_[word] : 1 + std::int64_t{steps_[next]};
  }

  /// The same, wherever a branch before leads from there.
  std::int64_t instructions(std::uint32_t pc) const {
    return pc / 4 < steps_.size() ? steps_[pc / 4] : 0;
  }

 private:
  std::vector<std::uint32_t> steps_;  ///< from each word of the code
};

}  // namespace flybar::lanai
