/// Many programs on many nodes that lose messages and die, every page they see held against the
/// ledger.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flybar::gms {

struct StressPlan {
  std::uint64_t seed = 1;
  std::size_t nodes = 16;
  std::int64_t operations = 3000;  ///< of all nodes together
  std::size_t deaths = 3;
  /// How many packets the links lose and damage.
  enum class Losses : std::uint8_t { kNone, kSome, kMany } losses = Losses::kSome;
  /// Hosts run out of frames, so that pages must be moved to other nodes, go back to their homes or
  /// take the places of pages of the nodes' own files: it is an error if none does.
  bool crowded = false;
  /// The cable between the first five nodes of eight and the others dies.
  bool parted = false;
  /// Further settings, which come last.
  std::vector<std::pair<std::string, std::string>> settings = {};
};

/// Runs it in this process. A line for people with what happened; it begins with "error: " if that
/// may not happen.
std::string stress(const StressPlan& plan);

}  // namespace flybar::gms
