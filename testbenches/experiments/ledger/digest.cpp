#include "testbenches/experiments/ledger/digest.h"

#include <cstring>

namespace flybar::gms {

std::uint64_t digest(std::span<const std::uint8_t> page) {
  constexpr std::size_t kWord = 8;
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  std::uint64_t sum = 0, factor = kStep;
  const auto add = [&](std::span<const std::uint8_t> bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    sum += (word ^ (word >> 29)) * (factor | 1);
    factor += 2 * kStep;
  };
  for (; page.size() >= kWord; page = page.subspan(kWord)) add(page.first<kWord>());
  if (!page.empty()) add(page);
  return sum;
}

}  // namespace flybar::gms
