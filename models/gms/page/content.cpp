#include "models/gms/page/content.h"

#include <algorithm>
#include <cstring>

namespace flybar::gms {
namespace {

constexpr std::size_t kWord = 8;
constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;

std::uint64_t first_word(PageId id, Version version) {
  return mix(hash(id) ^ mix(version));
}

/// The part of word `i` of the page that lies in `bytes`, which begin at `offset` of the page.
void put_part(std::span<std::uint8_t> bytes, std::size_t offset, std::size_t i,
              std::uint64_t word) {
  const std::size_t from = std::max(i * kWord, offset);
  const std::size_t to = std::min((i + 1) * kWord, offset + bytes.size());
  for (std::size_t at = from; at < to; ++at) {
    bytes[at - offset] = static_cast<std::uint8_t>(word >> (8 * (at % kWord)));
  }
}

}  // namespace

void fill(std::span<std::uint8_t> bytes, PageId id, Version version, std::size_t offset) {
  if (bytes.empty()) return;
  if (version == 0) return static_cast<void>(std::fill(bytes.begin(), bytes.end(), 0));
  const std::uint64_t base = first_word(id, version);
  const std::size_t end = offset + bytes.size();
  const std::size_t first = (offset + kWord - 1) / kWord;
  const std::size_t last = std::max(first, end / kWord);
  std::uint8_t* to = bytes.data() + (first * kWord - offset);
  for (std::size_t i = first; i < last; ++i, to += kWord) {
    const std::uint64_t word = base + i * kStep;
    std::memcpy(to, &word, kWord);
  }
  put_part(bytes, offset, offset / kWord, base + offset / kWord * kStep);
  put_part(bytes, offset, (end - 1) / kWord, base + (end - 1) / kWord * kStep);
}

}  // namespace flybar::gms
