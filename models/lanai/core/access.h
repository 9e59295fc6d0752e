/// Loads and stores of every width and address mode.
#pragma once

#include <array>

#include "models/lanai/core/sram.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {

constexpr bool is_memory(Op op) {
  return op >= Op::kLoadWord;
}

/// What a memory instruction does.
struct Access {
  Op width;  ///< as a plain load or store
  bool store;
  bool update;  ///< writes its base
  bool post;    ///< uses the base as the address
};

consteval Access describe(Op op) {
  const auto code = static_cast<unsigned>(op);
  const bool store = op >= Op::kStoreWord;
  const unsigned first = static_cast<unsigned>(store ? Op::kStoreWord : Op::kLoadWord);
  const unsigned widths = store ? 3 : 6;
  const unsigned kind = (code - first) / widths;  // plain, pre, post
  return {static_cast<Op>(first + (code - first) % widths), store, kind > 0, kind == 2};
}

consteval auto describe_all() {
  constexpr auto kBegin = static_cast<std::size_t>(Op::kLoadWord);
  constexpr auto kEnd = static_cast<std::size_t>(Op::kStoreBytePost) + 1;
  std::array<Access, kEnd - kBegin> all{};
  for (std::size_t op = kBegin; op < kEnd; ++op) all[op - kBegin] = describe(static_cast<Op>(op));
  return all;
}

inline const Access& access_of(Op op) {
  static constexpr auto kAll = describe_all();
  return kAll[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::kLoadWord)];
}

/// Loads as `op`, a plain load, says; the address is inside the memory.
inline std::uint32_t load(const Sram& sram, Op op, std::uint32_t address) {
  if (op == Op::kLoadWord) [[likely]]
    return sram.word(address);
  switch (op) {
    case Op::kLoadHalf:
      return sram.half(address);
    case Op::kLoadHalfSigned:
      return static_cast<std::uint32_t>(static_cast<std::int16_t>(sram.half(address)));
    case Op::kLoadByte:
      return sram.byte(address);
    case Op::kLoadByteSigned:
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(sram.byte(address)));
    default:
      return sram.word(address);
  }
}

/// True if it may have written over code.
inline bool store(Sram& sram, Op op, std::uint32_t address, std::uint32_t value) {
  if (op == Op::kStoreWord) return sram.set_word(address, value);
  if (op == Op::kStoreHalf) return sram.set_half(address, value);
  return sram.set_byte(address, value);
}

}  // namespace flybar::lanai
