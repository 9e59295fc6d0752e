#include "testbenches/flybar/plan/combinations.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/fault.h"

namespace flybar::program {
namespace {

/// More points than this are a slip of the pen.
constexpr std::size_t kMostPoints = 100'000;

/// Keys that step together: axes[begin] .. axes[end - 1].
struct Group {
  std::size_t begin;
  std::size_t end;
};

void check_keys(const std::vector<Vary>& axes) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis)
    if (std::any_of(axes.begin(), axis, [&](const Vary& other) { return other.key == axis->key; }))
      throw ConfigurationError({Fault{axis->where + ": " + axis->key, "is varied twice",
                                      "each key once", "give all its values in one list"}});
}

std::size_t end_of_group(const std::vector<Vary>& axes, std::size_t begin) {
  std::size_t end = begin + 1;
  while (!axes[begin].zip.empty() && end < axes.size() && axes[end].zip == axes[begin].zip) ++end;
  return end;
}

void check_lengths(const std::vector<Vary>& axes, Group group) {
  for (std::size_t i = group.begin + 1; i < group.end; ++i)
    if (axes[i].values.size() != axes[group.begin].values.size())
      throw ConfigurationError({Fault{
          axes[i].where + ": " + axes[i].key,
          fmt::format("has {} values, and {}, with which it steps, has {}", axes[i].values.size(),
                      axes[group.begin].key, axes[group.begin].values.size()),
          "as many values for each key that steps with others",
          "add values, or vary the keys independently"}});
}

std::vector<Group> groups_of(const std::vector<Vary>& axes) {
  std::vector<Group> groups;
  for (std::size_t begin = 0; begin < axes.size(); begin = groups.back().end) {
    groups.push_back({begin, end_of_group(axes, begin)});
    check_lengths(axes, groups.back());
  }
  return groups;
}

void check_number(const std::vector<Vary>& axes, const std::vector<Group>& groups) {
  double points = 1;
  for (const Group& group : groups) points *= static_cast<double>(axes[group.begin].values.size());
  if (points <= static_cast<double>(kMostPoints)) return;
  throw ConfigurationError({Fault{"the plan", fmt::format("has {:.6g} points", points),
                                  fmt::format("up to {} points", kMostPoints),
                                  "take fewer values, or make several sweeps"}});
}

}  // namespace

std::vector<std::vector<std::string>> combinations(const std::vector<Vary>& axes) {
  check_keys(axes);
  const std::vector<Group> groups = groups_of(axes);
  check_number(axes, groups);
  std::vector<std::vector<std::string>> points{{}};
  for (const Group& group : groups) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& point : points) {
      for (std::size_t step = 0; step < axes[group.begin].values.size(); ++step) {
        longer.push_back(point);
        for (std::size_t i = group.begin; i < group.end; ++i)
          longer.back().push_back(axes[i].values[step]);
      }
    }
    points = std::move(longer);
  }
  return points;
}

}  // namespace flybar::program
