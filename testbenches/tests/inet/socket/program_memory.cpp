#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::inet {

void ProgramMemory::write(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  at(address).write(inet_.cpu().memory(), bytes);
}

std::vector<std::uint8_t> ProgramMemory::read(std::uint64_t address, std::size_t length) {
  std::vector<std::uint8_t> bytes(length);
  at(address).read(inet_.cpu().memory(), bytes);
  return bytes;
}

std::vector<std::uint8_t> ProgramMemory::fill(std::uint64_t address, std::size_t length,
                                              std::uint64_t seed) {
  auto bytes = pattern(length, seed);
  write(address, bytes);
  return bytes;
}

host::Physical ProgramMemory::frame(std::uint64_t address) {
  const auto page = inet_.page();
  const auto* entry = space_.pages().find((kBegin + address) / page);
  return entry == nullptr ? 0 : entry->frame;
}

bool ProgramMemory::writable(std::uint64_t address) {
  const auto page = inet_.page();
  const auto* entry = space_.pages().find((kBegin + address) / page);
  return entry != nullptr && entry->writable;
}

std::vector<std::uint8_t> pattern(std::size_t length, std::uint64_t seed) {
  std::vector<std::uint8_t> bytes(length);
  std::uint64_t state = seed * 0x9e37'79b9'7f4a'7c15 + 1;
  for (std::uint8_t& byte : bytes) {
    state = state * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    byte = static_cast<std::uint8_t>(state >> 56);
  }
  return bytes;
}

}  // namespace flybar::inet
