#include "testbenches/flybar/plan/sweep_points.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/flybar/plan/combinations.h"
#include "testbenches/flybar/prepare/chance.h"
#include "testbenches/flybar/prepare/fingerprint.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "testbenches/flybar/terminal/exit_code.h"

namespace flybar::program {
namespace {

/// That are told of one plan.
constexpr std::size_t kMostFaults = 20;

using Values = std::map<std::string, std::string>;

Point point_of(const SweepPlan& plan, const std::vector<std::string>& values) {
  Point point{values, plan.base};
  for (std::size_t i = 0; i < values.size(); ++i) {
    point.run.settings.push_back(plan.axes[i].key + "=" + values[i]);
    point.run.origins[plan.axes[i].key] = plan.axes[i].where;
  }
  point.run.quiet = true;
  point.run.stages = false;
  return point;
}

/// What is set or varies, by its key.
Values chosen_values(const Point& point) {
  Values values;
  for (const std::string& setting : point.run.settings) {
    const std::size_t equals = setting.find('=');
    if (equals != setting.npos) values[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  return values;
}

std::string value_of(const Values& values, const std::string& key, const Expression& constraint) {
  const auto found = values.find(key);
  if (found != values.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [name, ignored] : values) known.push_back(name);
  throw ConfigurationError({unknown_key(constraint.where(), key, known)});
}

std::optional<Prepared> first_possible(const SweepPlan& plan) {
  for (const std::vector<std::string>& values : combinations(plan.axes)) {
    try {
      return prepare(point_of(plan, values).run);
    } catch (const UsageError&) {
      throw;
    } catch (const ConfigurationError&) {
      continue;  // the checker will say why
    }
  }
  return std::nullopt;
}

/// Throws FirmwareError if no kind of card can read it.
void read_by_some_card(const std::vector<std::filesystem::path>& images) {
  std::optional<FirmwareError> refused;
  for (const CardKind& kind : systems::parts().cards) {
    if (!kind.read_code) continue;
    try {
      kind.read_code(images, nullptr);
      return;
    } catch (const FirmwareError& error) {
      if (!refused) refused = error;
    }
  }
  if (refused) throw FirmwareError(*refused);
}

/// Checks the points of one plan, one after the other.
class Checker {
 public:
  /// Throws FirmwareError for firmware that no point can load.
  Checker(const SweepPlan& plan, std::filesystem::path directory)
      : plan_(plan),
        directory_(std::move(directory)),
        program_(fingerprint_of_file(experiments::own_path().string())) {
    check_firmware();
  }

  void take(const std::vector<std::string>& values) {
    Point point = point_of(plan_, values);
    const Values chosen = chosen_values(point);
    if (all_known(chosen) && !holds(chosen)) return void(++found_.left_out);
    try {
      const Prepared ready = prepare(point.run);
      if (!all_known(chosen) && !holds_for(ready)) return void(++found_.left_out);
      point.name = fingerprint(program_, ready, point.run);
      point.firmware = fingerprint_of_firmware(ready);
      point.run.json = (directory_ / (point.name + ".json")).string();
      if (found_.about.empty()) learn(ready);
    } catch (const UsageError&) {
      throw;
    } catch (const BrokenConstraint& broken) {
      throw ConfigurationError(broken.faults());
    } catch (const ConfigurationError& error) {
      if (!holds_nearly(chosen)) return void(++found_.left_out);
      point.impossible = error.what();
      faults_.insert(faults_.end(), error.faults().begin(), error.faults().end());
    }
    found_.points.push_back(std::move(point));
  }

  SweepPoints take_all() {
    check_constraints();
    const bool possible = std::any_of(found_.points.begin(), found_.points.end(),
                                      [](const Point& point) { return point.impossible.empty(); });
    if (possible && !is_slip()) {
      faults_.clear();
      check_repetition();
    }
    if (!faults_.empty()) throw ConfigurationError(different_faults());
    return std::move(found_);
  }

 private:
  /// Whether it fits into the memory of a card is the point's own.
  void check_firmware() const {
    const std::vector<std::string>& images = plan_.base.firmware;
    const auto exists = [](const std::string& image) { return std::filesystem::exists(image); };
    if (!images.empty() && std::all_of(images.begin(), images.end(), exists))
      read_by_some_card({images.begin(), images.end()});
  }

  /// Of the constraint itself, so that it is not taken for a point that is not possible.
  class BrokenConstraint : public ConfigurationError {
    using ConfigurationError::ConfigurationError;
  };

  /// The constraints are about nothing but what is set or varies.
  bool all_known(const Values& values) const {
    return std::all_of(
        plan_.constraints.begin(), plan_.constraints.end(), [&](const Expression& constraint) {
          return std::all_of(constraint.keys().begin(), constraint.keys().end(),
                             [&](const std::string& key) { return values.contains(key); });
        });
  }

  /// Throws ConfigurationError with the faults of all constraints, unless another one is not met.
  bool holds(const Values& values) const {
    std::vector<Fault> faults;
    for (const Expression& constraint : plan_.constraints) {
      try {
        if (!constraint.holds(
                [&](const std::string& key) { return value_of(values, key, constraint); }))
          return false;
      } catch (const ConfigurationError& error) {
        faults.insert(faults.end(), error.faults().begin(), error.faults().end());
      }
    }
    if (!faults.empty()) throw ConfigurationError(std::move(faults));
    return true;
  }

  /// With what the point takes over from its platform, too.
  bool holds_for(const Prepared& ready) {
    Values all;
    for (auto& [key, value] : ready.parameters()) all[key] = value;
    if (others_.empty()) others_ = all;
    try {
      return holds(all);
    } catch (const ConfigurationError& error) {
      throw BrokenConstraint(error.faults());
    }
  }

  /// Of a point that is not possible: what it would take over is what another one did.
  bool holds_nearly(Values values) {
    if (plan_.constraints.empty()) return true;
    if (others_.empty() && !all_known(values)) {
      const auto ready = first_possible(plan_);
      if (!ready) return true;  // the faults of the points are told
      for (auto& [key, value] : ready->parameters()) others_[key] = value;
    }
    values.insert(others_.begin(), others_.end());
    return holds(values);
  }

  void learn(const Prepared& ready) {
    found_.headline = ready.experiment->headline();
    std::map<std::string, const Parameter*> rows;
    for (const Parameter& option : ready.options->all()) rows[option.key] = &option;
    for (const cluster::SystemTable::Row& row : ready.system->table.rows())
      rows[row.key] = row.parameter;
    for (const Vary& axis : plan_.axes) {
      const auto row = rows.find(axis.key);
      found_.about.push_back(row == rows.end()
                                 ? AxisAbout{}
                                 : AxisAbout{row->second->unit, row->second->about.summary,
                                             std::string(1, letter(row->second->about.confidence)),
                                             row->second->about.source, row->second->allowed});
    }
  }

  void check_constraints() const {
    if (!found_.points.empty() || found_.left_out == 0) return;
    std::string texts;
    for (const Expression& constraint : plan_.constraints)
      texts.append(texts.empty() ? "" : ", ").append("\"" + constraint.text() + "\"");
    throw ConfigurationError(
        {Fault{plan_.constraints.front().where(),
               fmt::format("{} leave none of {} points", texts, found_.left_out),
               "constraints that some point meets", "correct one, or vary other values"}});
  }

  /// Some value of what varies is none at all, whatever the others are.
  bool is_slip() const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
      return std::any_of(plan_.axes.begin(), plan_.axes.end(), [&](const Vary& axis) {
        return fault.where == axis.where + ": " + axis.key;
      });
    });
  }

  /// Two texts for one value, such as 4 KB and 4096 B, make two points of one. Who zips may want
  /// that.
  void check_repetition() {
    std::map<std::string, const Point*> known;
    for (const Point& point : found_.points) {
      if (!point.impossible.empty()) continue;
      const Point& first = *known.emplace(point.name, &point).first->second;
      for (std::size_t i = 0; i < plan_.axes.size(); ++i)
        if (first.values[i] != point.values[i] && plan_.axes[i].zip.empty())
          faults_.push_back({plan_.axes[i].where + ": " + plan_.axes[i].key,
                             fmt::format("{} is the same as {}", point.values[i], first.values[i]),
                             "each value once", "leave one out"});
    }
  }

  /// The same slip shows up at many points, and another value of it at each.
  std::vector<Fault> different_faults() const {
    std::vector<Fault> different;
    std::set<std::string> known;
    for (const Fault& fault : faults_)
      if (known.insert(fault.text()).second && different.size() < kMostFaults)
        different.push_back(fault);
    return different;
  }

  const SweepPlan& plan_;
  std::filesystem::path directory_;
  std::string program_;
  SweepPoints found_;
  Values others_;  ///< every parameter of some possible point
  std::vector<Fault> faults_;
};

/// Some rate of it is set, or varies.
bool is_used(const NetworkKind::Chance& chance, const SweepPlan& plan, const Values& effective) {
  return std::ranges::any_of(chance.rates, [&](const std::string& key) {
    const auto value = effective.find(key);
    return (value != effective.end() && value->second != "0") ||
           std::ranges::any_of(plan.axes, [&](const Vary& axis) { return axis.key == key; });
  });
}

/// Seeds of the experiment, and of injected faults if there may be any.
std::vector<std::string> used_seeds(const SweepPlan& plan, const Values& effective,
                                    const std::vector<NetworkKind::Chance>& chances) {
  std::vector<std::string> seeds;
  for (const auto& [key, value] : effective) {
    if (!key.ends_with("seed")) continue;
    const auto chance = std::ranges::find(chances, key, &NetworkKind::Chance::seed);
    if (chance == chances.end() || is_used(*chance, plan, effective)) seeds.push_back(key);
  }
  return seeds;
}

/// Each of these seeds takes the values 1, 2, 3 ...
void add_seeds(SweepPlan& plan) {
  const std::string where = "replicates";
  const auto ready = first_possible(plan);
  if (!ready) return;
  Values effective;
  for (auto& [key, value] : ready->parameters()) effective[key] = value;
  const auto chances = chances_of(ready->system->params);
  const std::vector<std::string> keys = used_seeds(plan, effective, chances);
  if (keys.empty())
    throw ConfigurationError({Fault{
        where, "nothing is random at these points",
        "experiments with a seed, or with faults of the network",
        chances.empty() ? "leave them out"
                        : "leave them out, or set for example " + chances.front().rates[0]}});
  std::vector<std::string> seeds;
  for (int i = 1; i <= plan.replicates; ++i) seeds.push_back(quantity::print(std::int64_t{i}));
  for (const std::string& key : keys) plan.axes.push_back({key, seeds, where, where});
}

}  // namespace

SweepPoints make_points(SweepPlan& plan, const std::filesystem::path& directory) {
  for (Vary& axis : plan.axes)
    round_computed(axis, [&](const std::string& value) {
      return nearest_allowed(plan.base, axis.key, value);
    });
  if (plan.replicates > 0) add_seeds(plan);
  const auto all = combinations(plan.axes);
  Checker checker(plan, directory);
  for (const auto& values : all) checker.take(values);
  return checker.take_all();
}

}  // namespace flybar::program
