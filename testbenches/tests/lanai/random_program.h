/// Programs of arbitrary instructions that stay inside their memory, for comparing two processors.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "models/layouts/generated/ipt_regs.hpp"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::lanai {

/// What a program may touch beside its memory.
enum class Touches : std::uint8_t {
  kMemory,
  kSpecialRegisters,  ///< special registers that start nothing, and all to be read
  kEngines,  ///< also sends of a few words, some of them in the clock in which another one ends
  kPayloadTable,  ///< also the incoming payload table, from the first packet on
  kCode,          ///< memory and the instructions that it comes to next
};

/// Code from address 0, which mostly runs forward; now and then it comes back and never ends. r20
/// and r21 point into data, r22 and r23 are small offsets, r24 holds jump targets: nothing
/// arbitrary is written to them. If it touches registers, r25 is their base, and r26 the last word
/// of a send, or an instruction to be overwritten.
class RandomProgram {
 public:
  static constexpr std::uint32_t kData = 0x10000, kDataBytes = 0x4000,
                                 kMiddle = kData + kDataBytes / 2;

  RandomProgram(std::uint32_t seed, std::size_t instructions, Touches touches = Touches::kMemory)
      : random_(seed), touches_(touches) {
    prologue();
    const std::uint32_t body = address();
    while (code_.size() < instructions) {
      if (touches_ != Touches::kMemory && one_in(6)) touch();
      instruction();
    }
    for (int i = 0; i < 16; ++i) emit(kNop);
    end_ = address();
    emit(0xE0000000 | (stays() ? end_ : body));  // bt
    emit(kNop);
  }

  const std::vector<std::uint32_t>& code() const { return code_; }
  /// The address of the last branch. A program that touches memory alone branches to itself there
  /// and stays; any other branches back to the code behind its first constants.
  std::uint32_t end() const { return end_; }
  bool stays() const { return touches_ == Touches::kMemory; }
  /// Addresses of instructions whose low half may be anything, if the program touches code.
  const std::vector<std::uint32_t>& open_halves() const { return open_halves_; }
  std::uint32_t any() { return static_cast<std::uint32_t>(random_()); }

 private:
  static constexpr std::uint32_t kNop = 1, kPcRegister = 2;
  static constexpr std::uint32_t kBase = 20, kMoving = 21, kSmall = 22, kNegative = 23,
                                 kTarget = 24, kSpecial = 25, kLast = 26, kSeen = 27;

  std::uint32_t address() const { return static_cast<std::uint32_t>(code_.size() * 4); }
  void emit(std::uint32_t word) { code_.push_back(word); }
  std::uint32_t below(std::uint32_t n) { return any() % n; }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  std::uint32_t source() { return one_in(40) ? kPcRegister : one_in(6) ? below(2) : 3 + below(29); }
  std::uint32_t destination() {
    const std::uint32_t kept = touches_ == Touches::kMemory ? 5 : 7;
    const std::uint32_t reg = 3 + below(29 - kept);
    return one_in(12) ? below(2) : reg < kBase ? reg : reg + kept;
  }
  static std::uint32_t fields(std::uint32_t rd, std::uint32_t rs1) { return rd << 23 | rs1 << 18; }

  void constant(std::uint32_t reg, std::uint32_t value) {  // 21 bits
    emit(0xF0020000 | reg << 23 | value >> 16 << 18 | (value & 0xFFFF));
  }

  void prologue() {
    for (std::uint32_t reg = 3; reg < 32; ++reg) {
      emit(0x00010000 | reg << 23 | (any() & 0xFFFF));         // mov high half
      emit(0x50000000 | fields(reg, reg) | (any() & 0xFFFF));  // or low half
    }
    constant(kBase, kMiddle);
    constant(kMoving, kMiddle);
    constant(kSmall, touches_ == Touches::kMemory ? below(256) : 4 * below(16));
    emit(0x20000000 | fields(kNegative, 0) | 2);  // sub %r0, 2
    constant(kTarget, address() + 64);
    if (touches_ == Touches::kMemory) return;
    emit(0x00010000 | kSpecial << 23 | regs::kRegisterBase >> 16);
    emit(0x50000000 | fields(kSpecial, kSpecial) | (regs::kRegisterBase & 0xFFFF));
    constant(kLast, kMiddle + 4 + 4 * below(8));
    if (touches_ == Touches::kPayloadTable) wait_for_packet();
  }

  void load_register(std::uint32_t rd, std::uint32_t offset) {
    emit(0x80000000 | fields(rd, kSpecial) | 2u << 16 | offset);
  }
  void store_register(std::uint32_t rd, std::uint32_t offset) {
    emit(0x90000000 | fields(rd, kSpecial) | 2u << 16 | offset);
  }

  void touch() {
    static constexpr std::uint32_t kRead[] = {
        regs::Isr::kOffset,    regs::Isr::kOffset,    regs::Rtc::kOffset,     regs::It::kOffset,
        regs::Ear::kOffset,    regs::Lar::kOffset,    regs::Rmp::kOffset,     regs::Rml::kOffset,
        regs::Smp::kOffset,    regs::DmaCtr::kOffset, regs::Sml::kOffset,     regs::Sa::kOffset,
        regs::Led::kOffset,    regs::Cks::kOffset,    regs::Timeout::kOffset, regs::Eimr::kOffset,
        regs::Myrinet::kOffset};
    static constexpr std::uint32_t kWritten[] = {
        regs::Isr::kOffset,     regs::Isr::kOffset,    regs::Isr::kOffset, regs::Eimr::kOffset,
        regs::It::kOffset,      regs::Rtc::kOffset,    regs::Led::kOffset, regs::Cks::kOffset,
        regs::Timeout::kOffset, regs::Myrinet::kOffset};
    if (touches_ == Touches::kPayloadTable && one_in(2)) return payload_table();
    if (touches_ == Touches::kCode) return overwrite();
    if (one_in(4))  // a byte, into what others use as well
      return emit(0xF0036000 | source() << 23 | kBase << 18 | 2u << 10 | step(0x3FF));
    if (one_in(2)) return load_register(destination(), kRead[below(std::size(kRead))]);
    if (touches_ != Touches::kEngines || one_in(2))
      return store_register(source(), kWritten[below(std::size(kWritten))]);
    return one_in(2) ? transfer() : send();
  }

  /// Reads a register again and again while `test`, an instruction on r27, meets the condition.
  void wait_while(std::uint32_t offset, std::uint32_t test, std::uint32_t condition) {
    const std::uint32_t begin = address();
    load_register(kSeen, offset);
    emit(kNop);
    emit(test);
    emit(0xE0000000 | condition << 25 | begin);
    emit(kNop);
  }

  /// Before that there is no token, and TAKE would be a fault.
  void wait_for_packet() {
    constexpr std::uint32_t kPlus = 5, kShift = 31 - 1;  // the bit becomes the sign
    static_assert(regs::Isr::kRecvMask == 1u << 1);
    wait_while(regs::Isr::kOffset, 0x70020000 | fields(kSeen, kSeen) | kShift, kPlus);
  }

  /// Of the first entries, which are those of tokens.
  void payload_table() {
    static constexpr std::uint32_t kRead[] = {ipt_regs::Hit::kOffset, ipt_regs::Address::kOffset,
                                              ipt_regs::Length::kOffset,
                                              ipt_regs::TokenAt::kOffset};
    if (one_in(2)) return load_register(destination(), kRead[below(std::size(kRead))]);
    if (one_in(2)) return store_register(source(), ipt_regs::Take::kOffset);
    constant(kSeen, below(4));
    store_register(kSeen, ipt_regs::Restore::kOffset);
  }

  /// Writes another constant into one of the next instructions.
  void overwrite() {
    constexpr std::uint32_t kNext = 4;
    const std::uint32_t store = address() + 4;
    constant(kLast, store + 4 * (1 + below(kNext)) + 2);
    emit(0xF0030000 | source() << 23 | kLast << 18 | 1u << 13 | 2u << 10);  // a half word
    for (std::uint32_t n = 0; n < kNext; ++n) {
      open_halves_.push_back(address());
      immediate(7);
    }
  }

  /// Waits until the host DMA stands still, and starts it, often with no bytes.
  void transfer() {
    constexpr std::uint32_t kNotEqual = 3;
    wait_while(regs::DmaCtr::kOffset, 0x20020000 | fields(0, kSeen), kNotEqual);  // sub.f 0
    store_register(kBase, regs::Lar::kOffset);
    store_register(one_in(3) ? 0 : kBase, regs::DmaDir::kOffset);
    store_register(one_in(3) ? 0 : kSmall, regs::DmaCtr::kOffset);
  }

  /// Waits until a send may start. The second of two begins in the clock of the last word of the
  /// first, or is a fault.
  void send() {
    constexpr std::uint32_t kPlus = 5, kShift = 31 - 13;  // the bit becomes the sign
    static_assert(regs::Isr::kSendRdyMask == 1u << 13);
    wait_while(regs::Isr::kOffset, 0x70020000 | fields(kSeen, kSeen) | kShift, kPlus);
    store_register(kBase, regs::Smp::kOffset);
    if (one_in(3)) store_register(kBase, regs::Smlt::kOffset);
    store_register(kLast, regs::Smlt::kOffset);
  }

  void instruction() {
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
        return immediate();
      case 3:
      case 4:
      case 5:
      case 6:
        return registers();
      case 7:
        return bits();
      case 8:
        return emit(0xE0000002 | below(8) << 25 | destination() << 18 | below(2));
      case 9:
        return constant(destination(), any() & 0x1FFFFF);
      case 10:
        return word();
      case 11:
        return part();
      case 12:
        return indexed();
      case 13:
        return absolute();
      case 14:
        return branch();
      default:
        return one_in(3) ? jump() : immediate();
    }
  }

  /// Of the operations before this one: the last, a shift, is not defined for all constants.
  void immediate(std::uint32_t end = 8) {
    const std::uint32_t operation = below(end);
    std::uint32_t value = one_in(3) ? below(4) : any() & 0xFFFF;
    if (operation == 7 && !one_in(20)) value = (below(63) - 31) & 0xFFFF;
    emit(operation << 28 | fields(destination(), source()) | below(4) << 16 | value);
  }

  void registers() {
    const std::uint32_t operation = below(8), kind = below(3);
    const std::uint32_t shift = kind == 0 ? 0x80 : kind == 1 ? 0xC0 : 0;
    const bool select = operation == 7 && kind == 2;
    const std::uint32_t condition = one_in(2) ? 0 : below(8) | below(2) << 16;
    const std::uint32_t flags = select ? 0 : below(2) << 17;
    const std::uint32_t a = select ? 3 + below(29) : source(),
                        b = select ? 3 + below(29) : source();
    const std::uint32_t junk = operation == 7 ? shift : one_in(8) ? 0x80 : 0;
    emit(0xC0000000 | fields(destination(), a) | flags | b << 11 | operation << 8 | junk |
         condition);
  }

  void bits() {
    emit(0xD0000000 | fields(destination(), source()) | below(2) << 17 | (1 + below(3)));
  }

  /// A base, and offsets that stay in the data however often they are added up.
  std::uint32_t base_and_mode(unsigned low) {
    if (one_in(2)) return kBase << 18 | (one_in(4) ? 0u : 2u << low);
    return kMoving << 18 | (one_in(2) ? 1u << low : 3u << low);
  }
  std::uint32_t step(std::uint32_t mask) { return (below(17) - 8) & mask; }

  void word() {
    const std::uint32_t store = below(2) << 28, rd = store ? source() : destination();
    emit(0x80000000 | store | rd << 23 | base_and_mode(16) | step(0xFFFF));
  }

  void part() {
    const std::uint32_t store = below(2), rd = store ? source() : destination();
    const std::uint32_t extend = store ? 0 : below(2) << 12;
    emit(0xF0030000 | rd << 23 | base_and_mode(10) | below(2) << 14 | store << 13 | extend |
         step(0x3FF));
  }

  void indexed() {
    static constexpr std::uint32_t kWidths[] = {0, 1, 2, 4, 5};
    const std::uint32_t store = below(2), rd = store ? source() : destination();
    const std::uint32_t width = store ? below(3) * 2 : kWidths[below(5)];
    if (one_in(6) && !store)  // shifted right by two, from anywhere in the data
      return emit(0xA0000000 | fields(rd, kBase) | 2u << 16 | kNegative << 11 | 0x780 |
                  (below(8) % 6));
    const std::uint32_t operation = below(6) == 0 ? 5 + below(2) : below(4);
    emit(0xA0000000 | store << 28 | fields(rd, kBase) | 2u << 16 | kSmall << 11 | operation << 8 |
         width);
  }

  void absolute() {
    const std::uint32_t at = kData + below(kDataBytes);
    const std::uint32_t store = below(2) << 16, rd = store ? source() : destination();
    emit(0xF0000000 | store | rd << 23 | at >> 16 << 18 | (at & 0xFFFF));
  }

  std::uint32_t ahead() { return address() + 4 * (2 + below(6)); }

  void branch() { emit(0xE0000000 | below(8) << 25 | below(2) | ahead()); }

  void jump() {
    const std::uint32_t condition = below(8) | below(2) << 16;
    switch (below(6)) {
      case 0:  // relative to itself
        return emit(0xE1080002 | below(8) << 25 | below(2) | (below(6) * 4 + 8));
      case 1:  // through the register, by `or`
        constant(kTarget, ahead() + 4);
        return emit(0xC1000500 | kTarget << 11 | condition);
      case 2:  // register plus constant
        constant(kTarget, ahead());
        return emit(0x01000008 | kTarget << 18);
      case 3:  // by an operation that is not usual for jumps
        constant(kTarget, ahead() + 4);
        return emit(0x61020000 | kTarget << 18);  // xor.f 0
      case 4:                                     // from memory, with two delay slots
        constant(kTarget, ahead() + 12);
        emit(0x90000000 | fields(kTarget, kBase) | 2u << 16 | kDataBytes / 2);
        return emit(0x80000000 | fields(kPcRegister, kBase) | 2u << 16 | kDataBytes / 2);
      default:  // ahead of the program counter
        return emit(0x01080000 | (4 * (2 + below(6))));
    }
  }

  std::mt19937 random_;
  Touches touches_;
  std::vector<std::uint32_t> code_;
  std::vector<std::uint32_t> open_halves_;
  std::uint32_t end_ = 0;
};

}  // namespace flybar::lanai
