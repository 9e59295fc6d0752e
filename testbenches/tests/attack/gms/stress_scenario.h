/// What the nodes of a stress test do, as text that is kept when it has found a defect.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/units.h"

namespace flybar::gms {

/// A file of the node that uses it, or the one that all nodes read.
enum class StressFile : std::uint8_t { kScratch, kStickyScratch, kOwn, kSticky, kShared };
constexpr std::size_t kStressFiles = 5;
/// Pages of each.
constexpr std::uint32_t kStressPages[kStressFiles] = {120, 60, 60, 60, 100};

/// A program reads or writes the same bytes of each of several pages, one page after the other.
struct StressAction {
  StressFile file = StressFile::kOwn;
  bool write = false;
  std::uint32_t first = 0;
  std::uint32_t pages = 1;
  Bytes offset{};
  Bytes length{1};
  bool close = false;  ///< afterwards
  Time sleep{};        ///< afterwards
};

struct StressNode {
  std::int64_t dies_after = -1;  ///< pages that it has used; -1: it lives on
  std::size_t ahead = 0;         ///< pages that its streams read ahead
  std::vector<StressAction> actions;
};

struct StressScenario {
  /// Hosts run out of frames, so that pages must be moved to other nodes, go back to their homes or
  /// take the places of pages of the nodes' own files: it is an error if none does.
  bool crowded = false;
  /// The cable between the first five nodes of eight and the others dies.
  bool parted = false;
  /// What differs from the platform of round numbers.
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<StressNode> nodes;

  /// All of it, for people and for read_stress().
  std::string text() const;
};

/// What StressScenario::text() has written; empty lines and lines that begin with # are left out.
/// @throws ConfigurationError with the line, what stands there and what is allowed
StressScenario read_stress(const std::string& file, std::string_view text);

/// What is drawn.
struct StressPlan {
  std::uint64_t seed = 1;
  std::size_t nodes = 16;
  std::int64_t operations = 3000;  ///< of all nodes together
  std::size_t deaths = 3;
  /// How many packets the links lose and damage.
  enum class Losses : std::uint8_t { kNone, kSome, kMany } losses = Losses::kSome;
  bool crowded = false;
  bool parted = false;
  /// Further settings, which come last.
  std::vector<std::pair<std::string, std::string>> settings = {};
};

StressScenario draw(const StressPlan& plan);

}  // namespace flybar::gms
