#include "models/lanai/isa/disassemble.h"

#include <fmt/core.h>

#include <array>

#include "models/lanai/isa/fields.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {
namespace {

constexpr std::array kOperations = {"add", "addc", "sub", "subb", "and", "or", "xor", "sh"};
constexpr std::array kConditions = {"t",  "f",  "ugt", "ule", "ult", "uge", "ne", "eq",
                                    "vc", "vs", "pl",  "mi",  "ge",  "lt",  "gt", "le"};
constexpr unsigned kAnd = 4, kOr = 5, kShift = 7;

std::string reg(unsigned n) {
  switch (n) {
    case 2:
      return "%pc";
    case 4:
      return "%sp";
    case 5:
      return "%fp";
    case 8:
      return "%rv";
    case 10:
      return "%rr1";
    case 11:
      return "%rr2";
    case 15:
      return "%rca";
    default:
      return fmt::format("%r{}", n);
  }
}

std::string signed_hex(std::uint32_t value) {
  return fmt::format("{:#x}", static_cast<std::int32_t>(value));
}

std::string predicate(std::uint32_t condition) {
  return condition == 0 ? "" : fmt::format(".{}", kConditions[condition]);
}

std::string flag(Fields f) {
  return f.bit(17) ? ".f" : "";
}

std::string immediate(Fields f) {
  const unsigned operation = f.bits(30, 28);
  if (operation == kShift) return signed_hex(sign_extend(f.imm16(), 16));
  const std::uint32_t rest = operation != kAnd ? 0 : f.bit(16) ? 0xFFFF : 0xFFFF0000;
  return fmt::format("{:#x}", rest | (f.bit(16) ? f.imm16() << 16 : f.imm16()));
}

std::string register_immediate(Fields f) {
  constexpr std::uint32_t kFirstLog = 2, kLastLog = 6;
  if (f.word == 1) return "nop";
  if (f.word >= kFirstLog && f.word <= kLastLog) return fmt::format("log_{}", f.word - kFirstLog);
  const unsigned operation = f.bits(30, 28);
  const std::string operands = fmt::format("{}, {}", immediate(f), reg(f.rd()));
  const bool move = (operation == 0 && f.rs1() == 0) || (operation == kAnd && f.rs1() == 1);
  if (move && !f.bit(17)) return fmt::format("mov {}", operands);
  const std::string name = operation == kShift && f.bit(16) ? "sha" : kOperations[operation];
  return fmt::format("{}{} {}, {}", name, flag(f), reg(f.rs1()), operands);
}

std::string operation_name(Fields f) {
  if (f.bbb() != kShift) return kOperations[f.bbb()];
  return f.jjjjj() == kArithmeticShiftCode ? "sha" : "sh";
}

/// How a compiler writes jumps: `or` with r0 into the program counter.
bool is_register_branch(Fields f) {
  return f.rd() == kPc && f.bbb() == kOr && !f.bit(17) && (f.rs1() == 0 || f.rs2() == 0);
}

std::string register_branch(Fields f) {
  const bool first = f.rs2() == 0;
  return fmt::format("b{} {}", kConditions[f.predicate()], reg(first ? f.rs1() : f.rs2()));
}

std::string register_register(Fields f) {
  if (is_register_branch(f)) return register_branch(f);
  const std::string from = reg(f.rs1()), to = reg(f.rd());
  const std::string operands = fmt::format("{}, {}, {}", from, reg(f.rs2()), to);
  if (f.bbb() == kShift && f.jjjjj() == kSelectCode)
    return fmt::format("sel.{} {}", kConditions[f.predicate()], operands);
  const bool move = f.bbb() == 0 && f.rs2() == 0 && !f.bit(17) && f.predicate() == 0;
  if (move) return fmt::format("mov {}, {}", from, to);
  return fmt::format("{}{}{} {}", operation_name(f), flag(f), predicate(f.predicate()), operands);
}

std::string count_bits_text(Fields f) {
  constexpr std::array kNames = {"", "popc", "leadz", "trailz"};
  return fmt::format("{}{} {}, {}", kNames[f.bits(2, 0)], flag(f), reg(f.rs1()), reg(f.rd()));
}

std::string branch_or_set(Fields f) {
  const char* condition = kConditions[f.branch_condition()];
  if (!f.bit(1)) return fmt::format("b{} {:#x}", condition, f.word & 0x01FFFFFC);
  if (!f.bit(24)) return fmt::format("s{} {}", condition, reg(f.rs1()));
  const auto distance = static_cast<std::int32_t>(sign_extend(f.bits(15, 2), 14)) * 4;
  return fmt::format("b{}.r {}[{}]", condition, distance, reg(f.rs1()));
}

std::string base(Fields f, AddressMode mode) {
  const bool pre = mode == AddressMode::kPre, post = mode == AddressMode::kPost;
  return fmt::format("{}{}{}", pre ? "*" : "", reg(f.rs1()), post ? "*" : "");
}

/// `size` bytes are accessed: a step of just that is written with ++ or --.
std::string displaced(Fields f, AddressMode mode, std::uint32_t displacement, std::uint32_t size) {
  const bool up = displacement == size;
  const char* step = up ? "++" : "--";
  const std::string r = reg(f.rs1());
  if (mode == AddressMode::kBase) return fmt::format("0[{}]", r);
  if (up || displacement == -size) {
    if (mode == AddressMode::kPre) return fmt::format("[{}{}]", step, r);
    if (mode == AddressMode::kPost) return fmt::format("[{}{}]", r, step);
  }
  return fmt::format("{}[{}]", static_cast<std::int32_t>(displacement), base(f, mode));
}

std::string access(Fields f, bool store, const char* width, const std::string& address) {
  if (store) return fmt::format("st{} {}, {}", width, reg(f.rd()), address);
  return fmt::format("ld{} {}, {}", width, address, reg(f.rd()));
}

std::string memory_immediate(Fields f) {
  const auto mode = static_cast<AddressMode>(f.bits(17, 16));
  return access(f, f.bit(28), "", displaced(f, mode, sign_extend(f.imm16(), 16), 4));
}

std::string memory_register(Fields f) {
  const auto mode = static_cast<AddressMode>(f.bits(17, 16));
  const std::string other = reg(mode == AddressMode::kBase ? 0 : f.rs2());
  const std::string address = fmt::format("[{} {} {}]", base(f, mode), operation_name(f), other);
  const bool word = f.bit(1) || f.bbb() == kShift;
  return fmt::format("{}{}", f.bit(0) ? "u" : "",
                     access(f, f.bit(28),
                            word       ? ""
                            : f.bit(2) ? ".b"
                                       : ".h",
                            address));
}

std::string memory_part_text(Fields f) {
  const auto mode = static_cast<AddressMode>(f.bits(11, 10));
  const bool byte = f.bit(14);
  const std::string address = displaced(f, mode, sign_extend(f.bits(9, 0), 10), byte ? 1 : 2);
  return fmt::format("{}{}", f.bit(12) ? "u" : "",
                     access(f, f.bit(13), byte ? ".b" : ".h", address));
}

std::string opcode_15(Fields f) {
  if (!f.bit(17)) return access(f, f.bit(16), "", fmt::format("[{:#x}]", f.imm21()));
  if (!f.bit(16)) return fmt::format("mov {:#x}, {}", f.imm21(), reg(f.rd()));
  return memory_part_text(f);
}

}  // namespace

std::string disassemble(std::uint32_t word, std::uint32_t address) {
  if (decode(word, address).op == Op::kIllegal) return "<unknown>";
  const Fields f{word};
  switch (f.opcode()) {
    case 0b1000:
    case 0b1001:
      return memory_immediate(f);
    case 0b1010:
    case 0b1011:
      return memory_register(f);
    case 0b1100:
      return register_register(f);
    case 0b1101:
      return count_bits_text(f);
    case 0b1110:
      return branch_or_set(f);
    case 0b1111:
      return opcode_15(f);
    default:
      return register_immediate(f);
  }
}

}  // namespace flybar::lanai
