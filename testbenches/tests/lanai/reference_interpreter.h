/// A second Lanai processor, written from the tables of the instruction set and sharing nothing
/// with the model: no decoder, no arithmetic. Slow, without time; it says what results are right.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace flybar::lanai {

class ReferenceInterpreter {
 public:
  explicit ReferenceInterpreter(std::size_t bytes) : memory(bytes) { r[1] = 0xFFFFFFFF; }

  /// Executes one instruction. False, with nothing changed but `pc` still at it, if it is illegal
  /// or reaches outside the memory.
  bool step() {
    if (pc % 4 != 0 || pc + std::uint64_t{4} > memory.size()) return false;
    w_ = ahead_.value_or(load(pc, 4));
    std::optional<std::uint32_t> ahead;
    if (next % 4 == 0 && next + std::uint64_t{4} <= memory.size()) ahead = load(next, 4);
    const bool waits = loading_ > 2 && reads() >> loading_ & 1;
    const auto [was_pc, was_next, was_after] = std::tuple(pc, next, after);
    r[2] = pc;
    pc = next;
    next = after;
    after = next + 4;
    loading_ = 0;
    if (execute()) {
      clocks += waits ? 2 : 1;
      ahead_ = ahead;
      return true;
    }
    std::tie(pc, next, after) = std::tuple(was_pc, was_next, was_after);
    return false;
  }

  std::uint32_t load(std::uint32_t address, unsigned bytes) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | memory[address + i];
    return value;
  }

  std::vector<std::uint8_t> memory;
  std::array<std::uint32_t, 32> r{};
  bool z = false, n = false, v = false, c = false;
  std::uint32_t pc = 0, next = 4, after = 8;  ///< of the next three instructions
  std::uint64_t clocks = 0;

 private:
  std::uint32_t field(unsigned high, unsigned low) const {
    return static_cast<std::uint32_t>(std::uint64_t{w_} << (63 - high) >> (63 - high + low));
  }
  bool bit(unsigned i) const { return w_ >> i & 1; }
  static std::uint32_t extend(std::uint32_t value, unsigned width) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(value << (32 - width)) >>
                                      (32 - width));
  }

  /// The registers that the instruction names as sources, bit n for register n.
  std::uint64_t reads() const {
    const std::uint64_t d = 1ull << field(27, 23), s1 = 1ull << field(22, 18),
                        s2 = 1ull << field(15, 11);
    const std::uint64_t stored = bit(28) ? d : 0;
    switch (field(31, 28)) {
      case 8:
      case 9:
        return s1 | stored;
      case 10:
      case 11:
        return s1 | stored | (field(17, 16) != 0 ? s2 : 0);
      case 12:
        return s1 | s2;
      case 14:
        return bit(1) && bit(24) ? s1 : 0;
      case 15:
        return !bit(17) ? (bit(16) ? d : 0) : !bit(16) ? 0 : s1 | (bit(13) ? d : 0);
      default:
        return s1;
    }
  }

  bool execute() {
    switch (field(31, 28)) {
      case 8:
      case 9:
        return memory_access(bit(28), 4, false, field(17, 16), extend(field(15, 0), 16));
      case 10:
      case 11:
        return indexed_access();
      case 12:
        return register_register();
      case 13:
        return special();
      case 14:
        return branch();
      case 15:
        return long_formats();
      default:
        return immediate();
    }
  }

  bool condition(unsigned code) const {
    const bool tests[] = {true, c && !z, !c, !z, !v, !n, n == v, n == v && !z};
    return code % 2 ? !tests[code / 2] : tests[code / 2];
  }

  void write(unsigned reg, std::uint32_t value) {
    if (reg > 2) r[reg] = value;
    if (reg == 2) jump(value);
  }
  void jump(std::uint32_t target) {
    next = target;
    after = target + 4;
  }

  /// New flags are kept aside until the result is written.
  struct Outcome {
    std::uint32_t value;
    bool carry = false, overflow = false;
  };
  static Outcome sum(std::uint32_t a, std::uint32_t b, unsigned carry) {
    const std::uint64_t wide = std::uint64_t{a} + b + carry;
    const std::int64_t exact =
        std::int64_t{static_cast<std::int32_t>(a)} + static_cast<std::int32_t>(b) + carry;
    const auto value = static_cast<std::uint32_t>(wide);
    return {value, wide > 0xFFFFFFFF, exact != static_cast<std::int32_t>(value)};
  }
  static Outcome shifted(std::uint32_t a, std::int64_t count, bool arithmetic) {
    Outcome o{a};
    for (; count > 0 && (o.value || o.carry); --count) {
      o.carry = o.value >> 31;
      o.value <<= 1;
    }
    const std::uint32_t fill = arithmetic ? o.value & 0x80000000 : 0;
    for (int i = 0; count < 0 && i < 32; ++count, ++i) o.value = o.value >> 1 | fill;
    return o;
  }
  Outcome compute(unsigned operation, std::uint32_t a, std::uint32_t b, bool arithmetic) const {
    switch (operation) {
      case 0:
        return sum(a, b, 0);
      case 1:
        return sum(a, b, c);
      case 2:
        return sum(a, ~b, 1);
      case 3:
        return sum(a, ~b, c);
      case 4:
        return {a & b};
      case 5:
        return {a | b};
      case 6:
        return {a ^ b};
      default:
        return shifted(a, static_cast<std::int32_t>(b), arithmetic);
    }
  }
  void finish(const Outcome& o) {
    if (bit(17)) {
      z = o.value == 0;
      n = o.value >> 31;
      c = o.carry;
      v = o.overflow;
    }
    write(field(27, 23), o.value);
  }

  bool immediate() {
    const unsigned operation = field(30, 28);
    const bool high = bit(16);
    std::uint32_t b = high ? field(15, 0) << 16 : field(15, 0);
    if (operation == 4) b |= high ? 0x0000FFFF : 0xFFFF0000;
    if (operation == 7) b = extend(field(15, 0), 16);
    finish(compute(operation, r[field(22, 18)], b, high));
    return true;
  }

  /// Shift or select; everything else ignores the field.
  bool known_shift() const { return field(10, 8) != 7 || field(7, 3) == 16 || field(7, 3) == 24; }

  bool register_register() {
    const unsigned code = field(2, 0) * 2 + bit(16);
    const std::uint32_t a = r[field(22, 18)], b = r[field(15, 11)];
    if (field(10, 8) == 7 && field(7, 3) == 0) {
      if (bit(17) || field(27, 23) == 2 || field(22, 18) == 2 || field(15, 11) == 2) return false;
      write(field(27, 23), condition(code) ? a : b);
      return true;
    }
    if (!known_shift()) return false;
    if (condition(code)) finish(compute(field(10, 8), a, b, bit(6)));
    return true;
  }

  bool special() {
    const std::uint32_t a = r[field(22, 18)];
    if (field(16, 3) != 0) return false;
    switch (field(2, 0)) {
      case 1:
        finish({static_cast<std::uint32_t>(std::popcount(a))});
        return true;
      case 2:
        finish({static_cast<std::uint32_t>(std::countl_zero(a))});
        return true;
      case 3:
        finish({static_cast<std::uint32_t>(std::countr_zero(a))});
        return true;
      default:
        return false;
    }
  }

  bool branch() {
    const unsigned code = field(27, 25) * 2 + bit(0);
    if (!bit(1)) {
      if (condition(code)) jump(field(24, 2) * 4);
      return true;
    }
    if (bit(23) || field(17, 16) != 0) return false;
    if (bit(24)) {
      if (condition(code)) jump(r[field(22, 18)] + extend(field(15, 2), 14) * 4);
      return true;
    }
    if (field(15, 2) != 0 || field(22, 18) == 2) return false;
    write(field(22, 18), condition(code));
    return true;
  }

  bool long_formats() {
    const std::uint32_t wide = field(22, 18) << 16 | field(15, 0);
    if (!bit(17)) return access(bit(16), 4, false, wide / 4 * 4, std::nullopt, 0);
    if (!bit(16)) {
      write(field(27, 23), wide);
      return true;
    }
    if (bit(15) || (bit(13) && bit(12))) return false;
    return memory_access(bit(13), bit(14) ? 1 : 2, !bit(12), field(11, 10),
                         extend(field(9, 0), 10));
  }

  bool indexed_access() {
    const bool shift = field(10, 8) == 7;
    if (!known_shift() || field(2, 1) == 3 || (bit(28) && bit(0))) return false;
    const unsigned bytes = shift || bit(1) ? 4 : bit(2) ? 1 : 2;
    const std::uint32_t base = r[field(22, 18)];
    const std::uint32_t moved = compute(field(10, 8), base, r[field(15, 11)], bit(6)).value;
    return memory_access(bit(28), bytes, !bit(0), field(17, 16), moved - base);
  }

  bool memory_access(bool store, unsigned bytes, bool sign, unsigned mode, std::uint32_t offset) {
    const unsigned reg = field(22, 18);
    const std::uint32_t base = r[reg], moved = base + offset;
    const bool updates = mode & 1;
    if (updates && reg == 2) return false;
    const std::uint32_t address = mode >= 2 ? moved : base;
    return access(store, bytes, sign, address, updates ? std::optional(reg) : std::nullopt, moved);
  }

  /// Store data is read before the base is updated, and a load is written after it.
  bool access(bool store, unsigned bytes, bool sign, std::uint32_t address,
              std::optional<unsigned> updated, std::uint32_t moved) {
    const unsigned reg = field(27, 23);
    address -= address % bytes;
    if (address + std::uint64_t{bytes} > memory.size()) return false;
    if (!store && reg == 2 && bytes != 4) return false;
    const std::uint32_t data = r[reg];
    if (updated && *updated > 1) r[*updated] = moved;
    if (store) {
      for (unsigned i = 0; i < bytes; ++i)
        memory[address + i] = static_cast<std::uint8_t>(data >> 8 * (bytes - 1 - i));
      return true;
    }
    const std::uint32_t value = load(address, bytes);
    loading_ = reg;
    if (reg == 2)
      after = value;  // two delay slots
    else
      write(reg, sign ? extend(value, bytes * 8) : value);
    return true;
  }

  std::uint32_t w_ = 0;
  std::optional<std::uint32_t> ahead_;  ///< the word at pc, as the instruction before it found it
  unsigned loading_ = 0;                ///< register that the instruction before loads
};

}  // namespace flybar::lanai
