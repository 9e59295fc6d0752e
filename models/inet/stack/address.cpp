#include "models/inet/stack/address.h"

namespace flybar::inet {
namespace {

constexpr std::uint32_t kFirst = 0x0a00'0001;

}  // namespace

std::uint32_t address_of(std::uint32_t node) {
  return node == kLoopNode ? kLoopAddress : kFirst + node;
}

std::optional<std::uint32_t> node_of(std::uint32_t address) {
  const std::uint32_t node = address - kFirst;
  if (node >= kNodes) return std::nullopt;
  return node;
}

}  // namespace flybar::inet
