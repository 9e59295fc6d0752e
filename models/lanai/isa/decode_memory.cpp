#include "models/lanai/isa/decode_detail.h"

namespace flybar::lanai::detail {
namespace {

/// A load or store, before the fastest way to do it is chosen.
struct Access {
  bool store;
  Width width;
  AddressMode mode;
  std::uint8_t rd, rs1;
  std::uint8_t index = 0;
  Alu operation = Alu::kAdd;
  std::uint32_t offset = 0;

  bool updates() const { return mode == AddressMode::kPre || mode == AddressMode::kPost; }
  std::uint32_t reads() const {
    return waits_for(rs1) | waits_for(index) | (store ? waits_for(rd) : 0);
  }
};

/// Without effect on the address or on a register there is nothing to update.
void simplify(Access& a) {
  if (a.mode == AddressMode::kPre && a.rs1 < kPc) a.mode = AddressMode::kOffset;
  if (a.mode == AddressMode::kPost && a.rs1 < kPc) a.mode = AddressMode::kBase;
  if (a.mode != AddressMode::kBase) return;
  a.index = 0;
  a.operation = Alu::kAdd;
  a.offset = 0;
}

Op access_op(const Access& a) {
  constexpr unsigned kLoads = 6, kStores = 3;  // in a group of one address mode
  const unsigned group = a.mode == AddressMode::kPre ? 1 : a.mode == AddressMode::kPost ? 2 : 0;
  const auto width = static_cast<unsigned>(a.width);
  if (a.store) return offset(Op::kStoreWord, group * kStores + (width + 1) / 2);
  if (a.rd == kPc) return offset(Op::kLoadPc, group * kLoads);
  return offset(Op::kLoadWord, group * kLoads + width);
}

/// Only a word goes into the program counter, and no access updates it as a base.
Instruction memory(Access a, std::uint32_t address) {
  simplify(a);
  if (!a.store && a.rd == kPc && a.width != Width::kWord) return {};
  if (a.rs1 == kPc && a.updates()) return {};
  if (a.rs1 == kPc && a.operation == Alu::kAdd) {
    a.rs1 = 0;
    a.offset += address;
  }
  Instruction i{.op = access_op(a),
                .rd = a.store       ? a.rd
                      : a.rd == kPc ? kDiscard
                                    : destination(a.rd),
                .rs1 = a.rs1,
                .rs2 = a.index,
                .immediate = a.offset,
                .reads = a.reads()};
  if (a.operation == Alu::kAdd && a.index != kPc && !(a.store && a.rd == kPc)) return i;
  i.inner = i.op;
  i.op = Op::kPrepareAddress;
  i.operation = a.operation;
  i.index = a.index;
  i.rs2 = kScratch;
  return i;
}

AddressMode address_mode(bool p, bool q) {
  return AddressMode(p << 1 | int{q});
}

Width part(bool byte, bool zero_extended) {
  if (byte) return zero_extended ? Width::kByte : Width::kByteSigned;
  return zero_extended ? Width::kHalf : Width::kHalfSigned;
}

}  // namespace

Instruction memory_immediate(Fields f, std::uint32_t address) {
  return memory({.store = f.bit(28),
                 .width = Width::kWord,
                 .mode = address_mode(f.bit(17), f.bit(16)),
                 .rd = f.rd(),
                 .rs1 = f.rs1(),
                 .offset = sign_extend(f.imm16(), 16)},
                address);
}

/// YLE: 01x word, 00x half, 10x byte. A shifted index always goes with a word. E is for loads only.
Instruction memory_register(Fields f, std::uint32_t address) {
  const auto operation = register_operation(f);
  const bool byte = f.bit(2), word = f.bit(1);
  const bool store = f.bit(28);
  if (!operation || (byte && word) || (store && f.bit(0))) return {};
  const bool whole = word || f.bbb() == 0b111;
  return memory({.store = store,
                 .width = whole ? Width::kWord : part(byte, f.bit(0)),
                 .mode = address_mode(f.bit(17), f.bit(16)),
                 .rd = f.rd(),
                 .rs1 = f.rs1(),
                 .index = f.rs2(),
                 .operation = *operation},
                address);
}

Instruction memory_part(Fields f, std::uint32_t address) {
  if (f.bit(13) && f.bit(12)) return {};  // stores extend nothing
  return memory({.store = f.bit(13),
                 .width = part(f.bit(14), f.bit(12)),
                 .mode = address_mode(f.bit(11), f.bit(10)),
                 .rd = f.rd(),
                 .rs1 = f.rs1(),
                 .offset = sign_extend(f.bits(9, 0), 10)},
                address);
}

/// The low two bits of the address are ignored.
Instruction memory_absolute(Fields f, std::uint32_t address) {
  return memory({.store = f.bit(16),
                 .width = Width::kWord,
                 .mode = AddressMode::kOffset,
                 .rd = f.rd(),
                 .rs1 = 0,
                 .offset = f.imm21() & ~3u},
                address);
}

}  // namespace flybar::lanai::detail
