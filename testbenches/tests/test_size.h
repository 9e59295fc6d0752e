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

struct Seeds {
  std::uint64_t first, last;
};
/// FLYBAR_TEST_SEED as well: "7" is that one, "7-1006" all from the first to the last.
inline std::optional<Seeds> asked_seeds() {
  const auto first = asked_seed();
  if (!first) return std::nullopt;
  const std::string text = std::getenv("FLYBAR_TEST_SEED");
  const std::size_t dash = text.find('-');
  if (dash == std::string::npos) return Seeds{*first, *first};
  return Seeds{*first, std::strtoull(text.c_str() + dash + 1, nullptr, 10)};
}

}  // namespace flybar::lockstep
