/// The section of a Myrinet in a system file: its values with their places, and which go together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/contracts/network.h"

namespace flybar::myrinet {

/// A text, and where it stands.
struct PlacedText {
  std::string where;
  std::string text;
};

/// What a section says.
struct Written {
  std::string where;  ///< of the section
  std::string name;   ///< of the section: "network"
  std::optional<PlacedText> shape;
  std::optional<PlacedText> ports;  ///< of each switch of a shape
  std::optional<PlacedText> up, bisection, rows, columns;
  std::optional<PlacedText> trunk;   ///< length of cables between switches
  std::vector<PlacedText> switches;  ///< ports of each
  std::vector<PlacedText> cables;    ///< "sender 0 - switch 0 port 5, 25 m"
};

Written written(const NetworkSection& section);

/// The values that the network of this section would not use: "trunk" of one switch. Those without
/// a shape are for switches and cables laid one by one, or for what the parameters choose.
std::vector<Fault> unused_keys(const Written& network);

}  // namespace flybar::myrinet
