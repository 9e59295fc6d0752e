/// How soon a program could start a send, wherever it is.
///
/// Until then its chip is silent, and the other nodes may run on. The code tells: a send starts
/// with a store to SML or SMLT, whose addresses are constants in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/lanai/core/pipeline.h"

namespace flybar::lanai {

class SendDistance {
 public:
  /// Knows nothing: a send may start at once, anywhere.
  SendDistance() = default;
  /// Follows all ways through code that lies at address 0. Knows nothing either if that is not
  /// possible: where the code jumps to computed addresses, or keeps the address of SML or SMLT in
  /// memory.
  explicit SendDistance(std::span<const std::uint8_t> code);

  /// So many clocks at least pass before the instruction that may write SML or SMLT: one for each
  /// that comes before it, and one more where it waits for what the one before it loads.
  std::int64_t clocks(const Place& from) const {
    const std::size_t word = from.pc / 4, next = from.next / 4;
    if (word >= clocks_.size() || next >= clocks_.size() || clocks_[word] == 0) return 0;
    return next == word + 1 ? clocks_[word] : 1 + std::int64_t{clocks_[next]};
  }

  /// The same, wherever a branch before leads from there.
  std::int64_t clocks(std::uint32_t pc) const {
    return pc / 4 < clocks_.size() ? clocks_[pc / 4] : 0;
  }

 private:
  std::vector<std::uint32_t> clocks_;  ///< from each word of the code
};

}  // namespace flybar::lanai
