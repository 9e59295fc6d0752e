/// Parameters that parts declare as their relief, made twice as fast.
#pragma once

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace flybar::program {

/// Of "pci.clock, pci.width together with lanai.sram_width" the first.
inline std::string first_of(const std::string& relief) {
  return relief.substr(0, relief.find(", "));
}

/// What one parameter alone relieves, of all parts, and what the run names. Pairs of parameters are
/// left out: they are no single relief.
inline std::set<std::string> single_reliefs(const nlohmann::json& record) {
  std::set<std::string> keys;
  const auto add = [&keys](const std::string& relief) {
    for (std::size_t begin = 0; begin < relief.size();) {
      const std::size_t end = std::min(relief.find(", ", begin), relief.size());
      const std::string phrase = relief.substr(begin, end - begin);
      if (phrase.find(' ') == std::string::npos) keys.insert(phrase);
      begin = end + 2;
    }
  };
  for (const nlohmann::json& relief : record["reliefs"]) add(relief);
  add(record["limited_by"]["faster_with"]);
  return keys;
}

/// Half of a time, twice of what is none: "30 ns", "33.33 MHz", "16", "32 bit".
inline std::string twice_as_fast(const std::string& value) {
  const std::size_t space = value.find(' ');
  const std::string unit = space == std::string::npos ? "" : value.substr(space + 1);
  const std::set<std::string> times{"ps", "ns", "us", "ms", "s"};
  const double factor = times.contains(unit) ? 0.5 : 2;
  return fmt::format("{:.6g}{}", factor * std::stod(value), unit.empty() ? "" : " " + unit);
}

/// The settings that make a parameter so on all nodes: "client.host.clock" is host.clock, too.
inline std::map<std::string, std::string> twice_as_fast(const nlohmann::json& record,
                                                        const std::string& key) {
  std::map<std::string, std::string> settings;
  for (const auto& [name, value] : record["parameters"].items())
    if (name == key || name.ends_with("." + key))
      settings[name] = twice_as_fast(value.get<std::string>());
  return settings;
}

}  // namespace flybar::program
