#include "testbenches/experiments/inet/buffers/content.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace flybar::experiments {
namespace {

constexpr std::size_t kPeriod = 1'000'003;  ///< a prime: no size of page or buffer divides it
constexpr std::uint64_t kStep = 7919;       ///< from buffer to buffer

}  // namespace

Content::Content() : bytes_(kPeriod + kMost) {
  std::mt19937 random(1997);
  for (std::size_t i = 0; i < kPeriod; ++i) bytes_[i] = static_cast<std::uint8_t>(random());
  std::copy_n(bytes_.begin(), kMost, bytes_.begin() + kPeriod);
}

std::span<const std::uint8_t> Content::at(std::uint64_t serial, std::size_t offset,
                                          std::size_t length) const {
  return std::span(bytes_).subspan((serial * kStep + offset) % kPeriod, length);
}

std::optional<std::size_t> Content::difference(std::uint64_t serial, std::size_t offset,
                                               std::span<const std::uint8_t> bytes) const {
  for (std::size_t done = 0; done < bytes.size();) {
    const std::size_t here = std::min(bytes.size() - done, kMost);
    const auto expected = at(serial, offset + done, here);
    if (std::memcmp(expected.data(), bytes.data() + done, here) != 0) {
      const auto place = std::mismatch(expected.begin(), expected.end(),
                                       bytes.begin() + static_cast<std::ptrdiff_t>(done));
      return done + static_cast<std::size_t>(place.first - expected.begin());
    }
    done += here;
  }
  return std::nullopt;
}

}  // namespace flybar::experiments
