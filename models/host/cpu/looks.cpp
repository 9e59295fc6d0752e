#include "models/host/cpu/looks.h"

#include "models/host/memory/words.h"

namespace flybar::host {

bool Looks::compare(std::uint32_t address, std::span<const std::uint8_t> data, Time now) {
  for (std::uint32_t at = 0; at < data.size(); at += 4) {
    const std::uint32_t word = get_word(data.subspan(at));
    const auto [known, is_new] = seen_.try_emplace(address + at, word);
    if (!is_new && known->second == word) {
      ++same_;
      continue;
    }
    known->second = word;
    same_ = 0;
    since_ = now;
  }
  return same_ < kMost;
}

}  // namespace flybar::host
