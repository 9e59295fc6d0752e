/// Small programs for the chip, written down instruction by instruction. Every member appends and
/// says where: the address of the instruction that does what the member is for.
#pragma once

#include <cstdint>
#include <vector>

#include "models/lanai/core/core.h"

namespace flybar::lanai {

class Program {
 public:
  using Address = std::uint32_t;

  Address word(std::uint32_t instruction) {
    code_.push_back(instruction);
    return end() - 4;
  }
  void nops(int count) {
    for (; count > 0; --count) word(1);
  }
  void set(unsigned reg, std::uint32_t value) {
    word(0x00010000 | reg << 23 | value >> 16);                   // mov to the high half
    word(0x50000000 | reg << 23 | reg << 18 | (value & 0xFFFF));  // or to the low one
  }
  Address load(unsigned reg, std::uint32_t address) { return word(0xF0000000 | at(reg, address)); }
  Address store(unsigned reg, std::uint32_t address) { return word(0xF0010000 | at(reg, address)); }
  /// reg + value
  Address add(unsigned to, unsigned reg, std::uint32_t value) {
    return word(to << 23 | reg << 18 | value);
  }
  Address jump(unsigned reg) { return word(0xC1000500 | reg << 11); }  // with one delay slot
  void stay() {
    word(0xE0000000 | end());
    nops(1);
  }

  /// Special registers.
  Address read(std::uint32_t offset, unsigned reg = kResult) {
    return word(0x80000000 | reg << 23 | special(offset));
  }
  Address write(std::uint32_t offset, std::uint32_t value) {
    set(kValue, value);
    return word(0x90000000 | kValue << 23 | special(offset));
  }
  /// One read in each of so many clocks; where the first of them is.
  Address read_often(std::uint32_t offset, int times) {
    const Address first = end();
    for (; times > 0; --times) read(offset);
    return first;
  }

  Address end() const { return static_cast<Address>(code_.size() * 4); }
  /// As it lies in memory.
  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> all;
    for (const std::uint32_t word : code_)
      for (int shift = 24; shift >= 0; shift -= 8)
        all.push_back(static_cast<std::uint8_t>(word >> shift));
    return all;
  }

 private:
  static constexpr unsigned kValue = 30, kResult = 31;

  static std::uint32_t at(unsigned reg, std::uint32_t address) {
    return reg << 23 | address >> 16 << 18 | (address & 0xFFFC);
  }
  static std::uint32_t special(std::uint32_t offset) {
    return 2u << 16 | ((kSpecialBase + offset) & 0xFFFF);
  }

  std::vector<std::uint32_t> code_;
};

}  // namespace flybar::lanai
