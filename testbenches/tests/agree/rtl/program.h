/// Short programs for the processor, word by word.
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/tests/agree/rtl/board_pins.h"

namespace flybar::rtl {

/// Ends in a loop to itself. Uses r28 and r29.
class Program {
 public:
  static constexpr std::uint32_t kNop = 1;

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size() * 4); }
  /// Its address.
  std::uint32_t emit(std::uint32_t word) {
    code_.push_back(word);
    return here() - 4;
  }
  void constant(std::uint32_t reg, std::uint32_t value) {
    emit(0x00010000 | reg << 23 | value >> 16);                   // mov high half
    emit(0x50000000 | reg << 23 | reg << 18 | (value & 0xFFFF));  // or low half
  }
  /// The address of the store.
  std::uint32_t store_special(std::uint32_t offset, std::uint32_t value) {
    constant(28, value);
    constant(29, lanai::regs::kRegisterBase + offset);
    return emit(0x90000000 | 28u << 23 | 29u << 18 | 2u << 16);
  }
  std::uint32_t load_special(std::uint32_t reg, std::uint32_t offset) {
    constant(29, lanai::regs::kRegisterBase + offset);
    return emit(load(reg, 29));
  }
  static constexpr std::uint32_t load(std::uint32_t reg, std::uint32_t base,
                                      std::uint32_t offset = 0) {
    return 0x80000000 | reg << 23 | base << 18 | 2u << 16 | offset;
  }
  static constexpr std::uint32_t store(std::uint32_t reg, std::uint32_t base,
                                       std::uint32_t offset = 0) {
    return load(reg, base, offset) | 0x10000000;
  }
  static constexpr std::uint32_t add(std::uint32_t rd, std::uint32_t rs, std::uint32_t value) {
    return rd << 23 | rs << 18 | value;
  }

  /// Starts the board with this program; it stands before the clock in which the instruction at
  /// `address` may first run.
  void run_to(std::uint32_t address, BoardPins& board) const {
    put_into(board);
    board.start();
    while (board.monitored("pc") != address) board.clock();
  }

  void put_into(BoardPins& board) const {
    std::uint32_t at = 0;
    for (const std::uint32_t word : code_) board.word(at) = word, at += 4;
    board.word(at) = 0xE0000000 | at;
    board.word(at + 4) = kNop;
  }

 private:
  std::vector<std::uint32_t> code_;
};

}  // namespace flybar::rtl
