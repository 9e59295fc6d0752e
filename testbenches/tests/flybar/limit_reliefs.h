/// A run whose limit is known or asked for, and what parameters relieve of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {

using Settings = std::map<std::string, std::string>;

/// Gains within 2 % count as equal.
inline constexpr double kEqual = 2;

/// Half of a time, twice of what is none: "30 ns", "33.33 MHz", "16", "32 bit".
inline std::string twice_as_fast(const std::string& value) {
  const std::size_t space = value.find(' ');
  const std::string unit = space == std::string::npos ? "" : value.substr(space + 1);
  const std::set<std::string> times{"ps", "ns", "us", "ms", "s"};
  const double factor = times.contains(unit) ? 0.5 : 2;
  return fmt::format("{:.6g}{}", factor * std::stod(value), unit.empty() ? "" : " " + unit);
}

class LimitedRun {
 public:
  /// `command` is the experiment with its platform or system; `result` tells how fast it is.
  LimitedRun(std::string command, Settings settings, std::string result)
      : command_(std::move(command)), settings_(std::move(settings)), result_(std::move(result)) {
    record_ = run({});
  }

  /// The system is refused.
  bool refused() const { return !record_; }
  std::string limit() const { return (*record_)["limit"]; }
  /// It says that no parameter brings much.
  bool says_that_none_helps() const {
    return limit().find("no single parameter") != std::string::npos;
  }
  /// The parameter that it names first: of "pci.clock, pci.width together with lanai.sram_width",
  /// pci.clock.
  std::string named() const {
    const std::string relief = (*record_)["limited_by"]["faster_with"];
    return relief.substr(0, relief.find(", "));
  }
  /// By how many percent each parameter makes it faster that any part declares as its relief.
  std::map<std::string, double> gains() const {
    std::map<std::string, double> gains;
    for (const std::string& key : reliefs())
      if (const auto after = run(on_all_nodes(key)))
        gains[key] = 100 * (speed(*after) / speed(*record_) - 1);
    return gains;
  }

 private:
  /// Nothing if the system is refused.
  std::optional<nlohmann::json> run(const Settings& more) const {
    Settings settings = settings_;
    for (const auto& [key, value] : more) settings[key] = value;
    std::string command = "run " + command_ + " --quiet --json -";
    for (const auto& [key, value] : settings) command += " --set '" + key + "=" + value + "'";
    const Ended ended = Workspace().run(command);
    if (ended.code != 0) return std::nullopt;
    return nlohmann::json::parse(ended.out);
  }
  double speed(const nlohmann::json& record) const {
    const nlohmann::json& results = record["results"];
    const nlohmann::json& result = result_.empty() ? results.front() : results[result_];
    const double value = result["value"];
    return result["unit"] == "us" ? 1 / value : value;
  }
  /// Pairs of parameters ("a together with b") are left out: they are no single relief.
  std::set<std::string> reliefs() const {
    std::set<std::string> keys{named()};
    for (const std::string relief : (*record_)["reliefs"])
      if (relief.find(' ') == std::string::npos) keys.insert(relief);
    return keys;
  }
  /// The settings that make a parameter twice as fast: "client.host.clock" is host.clock, too.
  Settings on_all_nodes(const std::string& key) const {
    Settings settings;
    for (const auto& [name, value] : (*record_)["parameters"].items())
      if (name == key || name.ends_with("." + key))
        settings[name] = twice_as_fast(value.get<std::string>());
    return settings;
  }

  const std::string command_;
  const Settings settings_;
  const std::string result_;  ///< the first one if empty
  std::optional<nlohmann::json> record_;
};

}  // namespace flybar::program
