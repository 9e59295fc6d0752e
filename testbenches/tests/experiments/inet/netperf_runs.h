/// Runs of netperf and its kin, for their tests.
#pragma once

#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "models/systems/systems.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/tests/child.h"

namespace flybar::experiments {

using Settings = std::vector<std::pair<std::string, std::string>>;

struct Place {
  std::string platform = "alcor-miata";
  Settings parameters = {};
  Stepping stepping = Stepping::kFast;
  Observer* observer = nullptr;
};

template <class T>
class Asked {
 public:
  /// Throws what a user hears of a wrong value.
  Asked(const Settings& settings, const Place& place) : place_(place) {
    Parameters options;
    experiment_.describe(options);
    for (const auto& [key, value] : settings) options.set(key, value);
    options.derive();
    std::vector<cluster::Setting> overrides = experiment_.parts();
    for (const auto& [key, value] : place.parameters) overrides.push_back({"test", key, value});
    system_ = systems::load(cluster::find_platform(place.platform), overrides);
  }
  std::vector<Fault> faults() const {
    std::vector<Fault> faults;
    experiment_.check(system_->params, faults);
    return faults;
  }
  Results run() {
    return experiment_.run({.system = system_->params,
                            .observer = place_.observer ? *place_.observer : nobody(),
                            .stepping = place_.stepping});
  }

 private:
  const Place place_;
  std::unique_ptr<cluster::System> system_;
  T experiment_;
};

/// Results by name; those of tables by "table/row/column". "note: ..." is 1 for each note.
using Numbers = std::map<std::string, double>;

inline std::string written(const Results& results) {
  std::ostringstream text;
  text.precision(17);
  for (const Result& result : results.numbers) text << result.name << '\t' << result.value << '\n';
  for (const Table& table : results.tables)
    for (const Table::Row& row : table.rows)
      for (std::size_t i = 0; i < row.values.size(); ++i)
        text << table.name << '/' << row.name << '/' << table.columns[i] << '\t' << row.values[i]
             << '\n';
  for (const std::string& note : results.notes) text << "note: " << note << "\t1\n";
  text << "simulated\t" << results.simulated.ps() << '\n';
  return text.str();
}

inline Numbers read(const std::string& written) {
  Numbers numbers;
  std::istringstream text(written);
  for (std::string name, value; std::getline(text, name, '\t') && std::getline(text, value);)
    numbers[name] = std::stod(value);
  return numbers;
}

/// The rows of a table of costs add up to its row "all" in this column.
inline void expect_sum(const Numbers& numbers, const std::string& table,
                       const std::string& column) {
  double sum = 0;
  for (const auto& [name, value] : numbers)
    if (name.starts_with(table + "/") && name.ends_with("/" + column) &&
        name.find("/all/") == name.npos)
      sum += value;
  const double all = numbers.at(table + "/all/" + column);
  EXPECT_GT(all, 0) << column;
  EXPECT_NEAR(sum, all, 1e-6 * all) << column;
}

/// In a process of its own, since a process has one simulation.
template <class T>
Numbers run(const Settings& settings, const Place& place = {}) {
  const std::string text =
      lockstep::in_child([&] { return written(Asked<T>(settings, place).run()); });
  EXPECT_FALSE(text.starts_with("error")) << text;
  return read(text);
}

}  // namespace flybar::experiments
