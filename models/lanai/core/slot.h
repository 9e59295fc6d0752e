/// What the engines leave the processor of the SRAM's accesses, in the form in which it asks.
///
/// It does not want to know how many accesses a clock has, but in which clock it gets the next one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace flybar::lanai {

/// One clock. Distances are clocks; where there is no such clock, one behind the last.
struct Slot {
  std::uint8_t next;  ///< to the next clock, after this one, that leaves an access
  std::uint8_t wait;  ///< of a data access, if the instruction was fetched in this clock
};

/// The slots of clocks that leave so many accesses each, behind one for the clock before them.
constexpr void fill_slots(Slot* slots, std::span<const std::uint8_t> left) {
  std::uint8_t next = 1;
  for (std::size_t n = left.size(); n > 0; --n) {
    slots[n] = {next, left[n - 1] >= 2 ? std::uint8_t{0} : next};
    next = static_cast<std::uint8_t>(left[n - 1] > 0 ? 1 : next + 1);
  }
  slots[0] = {next, 0};
}

namespace detail {
template <std::size_t kClocks>
consteval std::array<Slot, kClocks + 1> equal_slots(std::uint8_t left) {
  std::array<std::uint8_t, kClocks> all{};
  all.fill(left);
  std::array<Slot, kClocks + 1> slots{};
  fill_slots(slots.data(), all);
  return slots;
}
}  // namespace detail

/// A clock that leaves so many accesses.
inline const Slot* one_clock(int left) {
  static constexpr std::array kSlots = {detail::equal_slots<1>(0), detail::equal_slots<1>(1),
                                        detail::equal_slots<1>(2)};
  return &kSlots[static_cast<std::size_t>(left < 2 ? left : 2)][1];
}

/// So many clocks that all leave so many accesses.
template <std::size_t kClocks, std::uint8_t kLeft>
const Slot* equal_slots() {
  static constexpr auto kSlots = detail::equal_slots<kClocks>(kLeft);
  return &kSlots[1];
}

}  // namespace flybar::lanai
