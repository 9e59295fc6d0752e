/// How much a randomised test does.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

namespace flybar::lockstep {

/// FLYBAR_LONG=1: hundreds of times the usual.
inline bool long_form() {
  const char* text = std::getenv("FLYBAR_LONG");
  return text != nullptr && std::string(text) == "1";
}

/// FLYBAR_TEST_SEED: only this one.
inline std::optional<std::uint64_t> asked_seed() {
  const char* text = std::getenv("FLYBAR_TEST_SEED");
  if (text == nullptr) return std::nullopt;
  return std::strtoull(text, nullptr, 10);
}

}  // namespace flybar::lockstep
