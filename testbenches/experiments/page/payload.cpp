#include "testbenches/experiments/page/payload.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "models/common/delivery_error.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kLongest = 64 * 1024;
constexpr std::size_t kOffsets = 4096;

/// Random bytes; the contents of a message are a stretch of them that begins at its own offset.
const std::vector<std::uint8_t>& noise() {
  static const auto kBytes = [] {
    std::vector<std::uint8_t> all(kLongest + kOffsets);
    std::uint64_t x = 0x9E3779B97F4A7C15;
    for (std::uint8_t& byte : all) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      byte = static_cast<std::uint8_t>(x >> 32);
    }
    return all;
  }();
  return kBytes;
}

const std::uint8_t* contents(std::uint64_t serial) {
  return noise().data() + serial * 2654435761u % kOffsets;
}

}  // namespace

void fill(host::Memory& memory, host::Physical frame, Bytes length, std::uint64_t serial) {
  memory.write(frame, {contents(serial), static_cast<std::size_t>(length.count)});
}

void compare(const host::Memory& memory, host::Physical frame, Bytes length, std::uint64_t serial,
             const std::string& where) {
  const std::uint8_t* wanted = contents(serial);
  for (std::int64_t at = 0; at < length.count;) {
    const auto there = memory.view(frame + static_cast<host::Physical>(at));
    const auto count =
        std::min<std::size_t>(there.size(), static_cast<std::size_t>(length.count - at));
    if (std::memcmp(there.data(), wanted + at, count) != 0) {
      const auto differs = std::mismatch(
          there.begin(), there.begin() + static_cast<std::ptrdiff_t>(count), wanted + at);
      throw DeliveryError(where,
                          "byte " + std::to_string(at + (differs.first - there.begin())) +
                              " of the payload of message " + std::to_string(serial) +
                              " is not what was sent",
                          "payloads that arrive as they were sent",
                          "look at the firmware's DMA addresses and thresholds");
    }
    at += static_cast<std::int64_t>(count);
  }
}

}  // namespace flybar::experiments
