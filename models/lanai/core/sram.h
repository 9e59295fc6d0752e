/// The NIC's memory: big-endian bytes, and what the processor has decoded of them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "models/common/units.h"
#include "models/lanai/core/decoded.h"

namespace flybar::lanai {

class Sram {
 public:
  /// Words are decoded for the processor whose steps these are.
  Sram(Bytes size, const StepTable& steps)
      : steps_(steps),
        bytes_(static_cast<std::size_t>(size.count)),
        code_(std::bit_ceil(bytes_.size()) / 4 + 1, steps.not_decoded()),
        outside_code_(~static_cast<std::uint32_t>(std::bit_ceil(bytes_.size()) - 4)) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

  /// All accesses below require an address inside the memory; low bits that would make an access
  /// unaligned are ignored, as the instruction set says.
  std::uint32_t word(std::uint32_t address) const {
    std::uint32_t raw;
    std::memcpy(&raw, &bytes_[address & ~3u], 4);
    return __builtin_bswap32(raw);
  }
  std::uint32_t half(std::uint32_t address) const {
    std::uint16_t raw;
    std::memcpy(&raw, &bytes_[address & ~1u], 2);
    return __builtin_bswap16(raw);
  }
  std::uint32_t byte(std::uint32_t address) const { return bytes_[address]; }

  void set_word(std::uint32_t address, std::uint32_t value) {
    const std::uint32_t raw = __builtin_bswap32(value);
    std::memcpy(&bytes_[address & ~3u], &raw, 4);
    if (address < code_end_) forget(address, 4);
  }
  void set_half(std::uint32_t address, std::uint32_t value) {
    const auto raw = __builtin_bswap16(static_cast<std::uint16_t>(value));
    std::memcpy(&bytes_[address & ~1u], &raw, 2);
    if (address < code_end_) forget(address, 2);
  }
  void set_byte(std::uint32_t address, std::uint32_t value) {
    bytes_[address] = static_cast<std::uint8_t>(value);
    if (address < code_end_) forget(address, 1);
  }

  std::span<const std::uint8_t> bytes(std::uint32_t address, std::size_t count) const {
    return {&bytes_[address], count};
  }
  [[gnu::always_inline]] void set_bytes(std::uint32_t address, std::span<const std::uint8_t> data) {
    if (data.empty()) return;
    std::memcpy(&bytes_[address], data.data(), data.size());
    if (address < code_end_) forget(address, data.size());
  }

  /// Of all words from address 0 on; Op::kIllegal where nothing has been decoded yet. What lies
  /// outside the memory, up to a power of two and one more, is never decoded.
  const Decoded* code() const { return code_.data(); }
  /// A bit that an address of code() cannot have, or that no word's address has.
  std::uint32_t outside_code() const { return outside_code_; }
  const Decoded& decode_at(std::uint32_t address) {
    if (address + 4 > code_end_) code_end_ = address + 4;
    const Instruction in = decode(word(address), address);
    return code_[address >> 2] = {in, steps_.of(in)};
  }

 private:
  /// Drops decoded instructions over which something was written.
  void forget(std::uint32_t address, std::size_t count) {
    for (std::uint32_t word = address >> 2; word <= (address + count - 1) >> 2; ++word)
      code_[word] = steps_.not_decoded();
  }

  const StepTable& steps_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Decoded> code_;
  std::uint32_t outside_code_;
  std::uint32_t code_end_ = 0;  ///< nothing at or above it has been decoded
};

}  // namespace flybar::lanai
