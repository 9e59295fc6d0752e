#include "models/common/parameters.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>

#include "models/common/quantity.h"

namespace flybar {
namespace {

/// How one kind of quantity is read, printed and named.
template <class T>
struct Kind {
  const char* name;  ///< "a time with its unit"
  std::string unit;
  std::function<std::optional<T>(std::string_view)> parse;
  std::function<std::string(T)> print;
  std::vector<std::string_view> units = {};  ///< that it can be written in
  bool falls = false;  ///< a larger text is a smaller value: a frequency and its period
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// More of any unit than a value can hold.
constexpr double kMostUnits = 9e12;
constexpr std::size_t kLongestName = 100;

std::string in_quotes(std::string_view text) {
  std::string all = "\"";
  all.append(text).append("\"");
  return all;
}

Fault no_value(const std::string& key, std::string_view text, const std::string& reason,
               const std::string& allowed, const std::string& example) {
  return {key, in_quotes(text) + " " + reason, allowed, "write for example " + in_quotes(example)};
}

/// The number that a text begins with, infinite if it is too large to hold, and its unit.
struct Written {
  double number;
  bool tiny = false;  ///< too small to hold, but not 0
  std::string_view unit;
};

std::optional<Written> written(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return std::nullopt;
  text.remove_prefix(first);
  Written all{};
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), all.number);
  if (error == std::errc::invalid_argument || std::isnan(all.number)) return std::nullopt;
  all.tiny = error == std::errc::result_out_of_range &&
             std::abs(std::strtod(std::string(text).c_str(), nullptr)) < 1;
  if (all.tiny)
    all.number = 0;
  else if (error == std::errc::result_out_of_range)
    all.number = text.front() == '-' ? -kInfinity : kInfinity;
  all.unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  const std::size_t unit = all.unit.find_first_not_of(" \t");
  all.unit = unit == all.unit.npos ? std::string_view() : all.unit.substr(unit);
  all.unit = all.unit.substr(0, all.unit.find_last_not_of(" \t") + 1);
  return all;
}

std::string joined_units(const std::vector<std::string_view>& units) {
  std::string all;
  for (const std::string_view unit : units) all.append(all.empty() ? "" : ", ").append(unit);
  return all;
}

/// Why a text that does not parse is no value: a number out of all range, a part of the smallest
/// unit, a unit that there is not, or no quantity at all.
template <class T>
std::string why_not(std::string_view text, const Kind<T>& kind, Limits<T> limits) {
  const std::string no_kind = std::string("is not ") + kind.name;
  const auto parts = written(text);
  if (!parts) return no_kind;
  const bool known = kind.units.empty() ? parts->unit.empty()
                                        : std::find(kind.units.begin(), kind.units.end(),
                                                    parts->unit) != kind.units.end();
  if (!known && !parts->unit.empty() && !kind.units.empty())
    return no_kind + ": units are " + joined_units(kind.units);
  if (!known) return no_kind;
  const T& least = kind.falls ? limits.max : limits.min;
  const T& most = kind.falls ? limits.min : limits.max;
  if (parts->tiny) return "is too small to be told from 0";
  if (parts->number <= 0) return "is below " + kind.print(least);
  if (parts->number > kMostUnits) return "is above " + kind.print(most);
  return no_kind;
}

template <class T>
Parameter row(std::string key, T& field, Limits<T> limits, About about, const Kind<T>& kind,
              std::string allowed) {
  Parameter row{.key = std::move(key),
                .about = about,
                .unit = kind.unit,
                .allowed = std::move(allowed),
                .default_value = kind.print(field),
                .grid = "",
                .value = [&field, kind] { return kind.print(field); },
                .set = {},
                .nearest = {}};
  if (field < limits.min || field > limits.max)
    throw std::logic_error(row.key + ": default " + row.default_value + " is not in " +
                           row.allowed);
  row.set = [&field, limits, kind, key = row.key, allowed = row.allowed,
             example = row.default_value](std::string_view text) {
    const std::optional<T> value = kind.parse(text);
    if (!value)
      throw ParameterError(no_value(key, text, why_not(text, kind, limits), allowed, example));
    const auto refuse = [&](const char* side, T limit) {
      throw ParameterError(no_value(key, text, side + kind.print(limit), allowed, example));
    };
    if (*value < limits.min) refuse(kind.falls ? "is above " : "is below ", limits.min);
    if (*value > limits.max) refuse(kind.falls ? "is below " : "is above ", limits.max);
    field = *value;
  };
  return row;
}

template <class T>
Parameter row(std::string key, T& field, Limits<T> limits, About about, const Kind<T>& kind) {
  return row(std::move(key), field, limits, about, kind,
             kind.print(limits.min) + " .. " + kind.print(limits.max));
}

Fault off_grid(const std::string& key, Bytes size, const Grid& grid, const std::string& allowed) {
  return no_value(key, quantity::print(size), "is none of the " + grid.text(),
                  allowed + ", " + grid.text(), quantity::print(grid.nearest(size)));
}

/// Faster clocks have shorter periods, so the limits are shown the other way round.
Parameter clock_row(std::string key, Time& period, Limits<Time> limits, About about) {
  const Kind<Time> kind{"a frequency with its unit", "MHz",
                        quantity::parse_clock,       quantity::print_clock,
                        {"kHz", "MHz", "GHz"},       true};
  return row(std::move(key), period, limits, about, kind,
             kind.print(limits.max) + " .. " + kind.print(limits.min));
}

std::vector<std::string_view> at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string print_list(const std::vector<Bytes>& sizes) {
  std::string text;
  for (const Bytes size : sizes)
    text.append(text.empty() ? "" : ", ").append(quantity::print(size));
  return text;
}

std::optional<std::vector<Bytes>> parse_list(std::string_view text) {
  std::vector<Bytes> sizes;
  for (const std::string_view part : at_commas(text)) {
    const auto size = quantity::parse_bytes(part);
    if (!size) return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

constexpr std::int64_t kSetBits = 32;

std::string print_set(std::uint32_t set) {
  std::string text;
  for (std::int64_t i = 0; i < kSetBits; ++i)
    if (set >> i & 1) text.append(text.empty() ? "" : " ").append(std::to_string(i));
  return text.empty() ? "none" : text;
}

std::optional<std::uint32_t> parse_set(std::string_view text) {
  if (text == "none") return 0;
  std::uint32_t set = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" ,"), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const auto number = quantity::parse_count(part);
    if (!number || *number < 0 || *number >= kSetBits) return std::nullopt;
    set |= std::uint32_t{1} << *number;
  }
  return set;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

/// The longest known key at the end of this one, which has too much before it.
std::string at_end_of(std::string_view key, const std::vector<std::string>& known) {
  std::string best;
  for (const std::string& name : known)
    if (name.size() > best.size() && key.ends_with("." + name)) best = name;
  return best;
}

/// For a key that is like no other one.
std::string where_to_look(std::string_view key, const std::vector<std::string>& known) {
  const std::string block(key.substr(0, key.find('.') + 1));
  const bool any = !block.empty() && std::any_of(known.begin(), known.end(), [&](const auto& name) {
    return name.starts_with(block);
  });
  return any ? "choose one of those that \"flybar params " + block + "\" shows"
             : "look for its name there, or leave it out";
}

}  // namespace

Bytes Grid::nearest(Bytes size) const {
  if (kind == Kind::kMultiples) return Bytes((size.count + of.count / 2) / of.count * of.count);
  if (size.count < 1) return Bytes(1);
  const auto low =
      static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(size.count)));
  // In ratios: a size above the geometric mean of its neighbours belongs to the upper one.
  const double ratio = static_cast<double>(size.count) / static_cast<double>(low);
  return Bytes(ratio * ratio > 2 ? 2 * low : low);
}

std::string Grid::text() const {
  return kind == Kind::kMultiples ? "multiples of " + quantity::print(of) : "powers of two";
}

char letter(Confidence confidence) {
  return "DMIGC"[static_cast<std::size_t>(confidence)];
}

void Parameters::add(std::string key, Time& field, Limits<Time> limits, About about) {
  const Kind<Time> kind{"a time with its unit",
                        "ns",
                        quantity::parse_time,
                        [](Time v) { return quantity::print(v); },
                        {"ps", "ns", "us", "ms", "s"}};
  add_row(row(std::move(key), field, limits, about, kind));
}

void Parameters::add(std::string key, Bytes& field, Limits<Bytes> limits, About about) {
  const Kind<Bytes> kind{"a size with its unit",
                         "B",
                         quantity::parse_bytes,
                         [](Bytes v) { return quantity::print(v); },
                         {"B", "KB", "MB"}};
  add_row(row(std::move(key), field, limits, about, kind));
}

void Parameters::add(std::string key, Bytes& field, Limits<Bytes> limits, Grid grid, About about) {
  const Bytes first = field;
  add(std::move(key), field, limits, about);
  Parameter& made = rows_.back();
  for (const Bytes size : {first, limits.min, limits.max})
    if (!grid.has(size)) throw std::logic_error(made.key + ": " + quantity::print(size));
  made.grid = grid.text();
  made.set = [within = std::move(made.set), &field, grid, key = made.key,
              allowed = made.allowed](std::string_view text) {
    const Bytes before = field;
    within(text);
    if (grid.has(field)) return;
    throw ParameterError(off_grid(key, std::exchange(field, before), grid, allowed));
  };
  made.nearest = [grid](std::string_view text) {
    const auto size = quantity::parse_bytes(text);
    return size ? quantity::print(grid.nearest(*size)) : std::string(text);
  };
}

void Parameters::add(std::string key, Bytes& field, Bytes unit, Limits<Bytes> limits, About about) {
  const auto parse = [unit](std::string_view text) -> std::optional<Bytes> {
    const auto count = quantity::parse_count(text);
    if (!count) return quantity::parse_bytes(text);
    if (*count < 0 || *count > std::numeric_limits<std::int64_t>::max() / unit.count) {
      return std::nullopt;
    }
    return Bytes(*count * unit.count);
  };
  const Kind<Bytes> kind{"a size with its unit, nor a plain number",
                         "B",
                         parse,
                         [](Bytes v) { return quantity::print(v); },
                         {"B", "KB", "MB"}};
  const std::string allowed = quantity::print(limits.min) + " .. " + quantity::print(limits.max) +
                              ", or a plain number of " + quantity::print(unit);
  add_row(row(std::move(key), field, limits, about, kind, allowed));
}

void Parameters::add(std::string key, Cycles& field, Limits<Cycles> limits, About about) {
  const Kind<Cycles> kind{"a number of cycles",
                          "cycles",
                          quantity::parse_cycles,
                          [](Cycles v) { return quantity::print(v); },
                          {"cycle", "cycles"}};
  add_row(row(std::move(key), field, limits, about, kind));
}

void Parameters::add(std::string key, Rate& field, Limits<Rate> limits, About about) {
  const Kind<Rate> kind{"a rate with its unit",
                        "MB/s",
                        quantity::parse_rate,
                        [](Rate v) { return quantity::print(v); },
                        {"MB/s", "Gb/s"}};
  add_row(row(std::move(key), field, limits, about, kind));
}

void Parameters::add(std::string key, std::int64_t& field, Limits<std::int64_t> limits,
                     About about) {
  const Kind<std::int64_t> kind{"a whole number without a unit", "", quantity::parse_count,
                                [](std::int64_t v) { return quantity::print(v); }};
  add_row(row(std::move(key), field, limits, about, kind));
}

void Parameters::add(std::string key, double& field, const char* unit, Limits<double> limits,
                     About about) {
  const std::string text = unit;
  const Kind<double> kind{text.empty() ? "a number without a unit" : "a number with its unit", text,
                          [text](std::string_view s) { return quantity::parse_number(s, text); },
                          [text](double v) { return quantity::print_number(v, text); }};
  add_row(row(std::move(key), field, limits, about, kind));
}

void Parameters::add(std::string key, bool& field, About about) {
  Names names{[&field] { return static_cast<std::size_t>(field); },
              [&field](std::size_t i) { field = i != 0; },
              {"off", "on"}};
  add_names(std::move(key), std::move(names), about);
}

void Parameters::add(std::string key, std::string& field, const char* allowed, About about) {
  add_row({.key = std::move(key),
           .about = about,
           .unit = "",
           .allowed = allowed,
           .default_value = field,
           .grid = "",
           .value = [&field] { return field; },
           .set = [&field](std::string_view text) { field = text; },
           .nearest = {}});
}

void Parameters::add_family(std::string key, std::map<std::string, std::string>& texts,
                            std::function<bool(std::string_view)> is_one, const char* allowed,
                            About about) {
  add(key, texts[key], allowed, about);
  families_.push_back({std::move(key), texts, std::move(is_one)});
}

const Parameters::Family* Parameters::family_of(std::string_view key) const {
  const auto found = std::find_if(families_.begin(), families_.end(),
                                  [key](const Family& one) { return one.is_one(key); });
  return found == families_.end() ? nullptr : &*found;
}

void Parameters::add_member(const Family& family, std::string key) {
  const Parameter first = *find(family.first);
  std::string& text = family.texts[key];
  add(std::move(key), text, "", first.about);
  rows_.back().allowed = first.allowed;
}

void Parameters::add(std::string key, std::vector<Bytes>& field, Limits<Bytes> limits, Grid grid,
                     About about) {
  Parameter made{.key = std::move(key),
                 .about = about,
                 .unit = "B",
                 .allowed = "sizes of " + quantity::print(limits.min) + " .. " +
                            quantity::print(limits.max) + " separated by commas",
                 .default_value = print_list(field),
                 .grid = grid.text(),
                 .value = [&field] { return print_list(field); },
                 .set = {},
                 .nearest = {}};
  made.set = [&field, limits, grid, key = made.key, allowed = made.allowed,
              example = made.default_value](std::string_view text) {
    const auto sizes = parse_list(text);
    if (!sizes)
      throw ParameterError(no_value(key, text, "is not a list of sizes", allowed, example));
    for (const Bytes size : *sizes)
      if (size < limits.min || size > limits.max)
        throw ParameterError(no_value(key, text, "is out of range", allowed, example));
    for (const Bytes size : *sizes)
      if (!grid.has(size)) throw ParameterError(off_grid(key, size, grid, allowed));
    field = *sizes;
  };
  add_row(std::move(made));
}

void Parameters::add_set(std::string key, std::uint32_t& field, About about) {
  Parameter made{.key = std::move(key),
                 .about = about,
                 .unit = "",
                 .allowed = "numbers of 0 .. 31 separated by spaces, or none",
                 .default_value = print_set(field),
                 .grid = "",
                 .value = [&field] { return print_set(field); },
                 .set = {},
                 .nearest = {}};
  made.set = [&field, key = made.key, allowed = made.allowed](std::string_view text) {
    const auto set = parse_set(text);
    if (!set) throw ParameterError(no_value(key, text, "is no such set", allowed, "1 2"));
    field = *set;
  };
  add_row(std::move(made));
}

void Parameters::add_clock(std::string key, Time& period, Limits<Time> limits, About about) {
  add_row(clock_row(std::move(key), period, limits, about));
}

void Parameters::add_names(std::string key, Names names, About about) {
  Parameter made{.key = std::move(key),
                 .about = about,
                 .unit = "",
                 .allowed = joined(names.names),
                 .default_value = names.names.at(names.get()),
                 .grid = "",
                 .value = [names] { return names.names.at(names.get()); },
                 .set = {},
                 .nearest = {}};
  made.set = [names, key = made.key, allowed = made.allowed](std::string_view text) {
    const auto found = std::find(names.names.begin(), names.names.end(), text);
    if (found == names.names.end()) {
      const std::string near = nearest(text, names.names);
      throw ParameterError(no_value(key, text, "is not a choice", allowed,
                                    near.empty() ? names.names.front() : near));
    }
    names.set(static_cast<std::size_t>(found - names.names.begin()));
  };
  add_row(std::move(made));
}

void Parameters::add_row(Parameter row) {
  const Parameter* const known = find(row.key);
  if (known != nullptr && known->key == row.key)
    throw std::logic_error(row.key + ": declared twice");
  rows_.push_back(std::move(row));
}

void Parameters::add_derived(std::string key, std::function<void()> follow) {
  derived_.push_back({std::move(key), std::move(follow)});
}

void Parameters::derive() const {
  for (const Derived& each : derived_) each.follow();
}

std::vector<Fault> Parameters::faults() const {
  std::vector<Fault> all;
  for (const Check& check : checks_) check(all);
  return all;
}

const Parameter* Parameters::find(std::string_view key) const {
  const auto row_of = [this](std::string_view name) {
    return std::find_if(rows_.begin(), rows_.end(),
                        [name](const Parameter& p) { return p.key == name; });
  };
  auto found = row_of(key);
  if (found == rows_.end())
    if (const Family* const family = family_of(key)) found = row_of(family->first);
  return found == rows_.end() ? nullptr : &*found;
}

void Parameters::set(std::string_view key, std::string_view text) {
  if (const Parameter* parameter = find(key)) {
    if (parameter->key != key) {
      add_member(*family_of(key), std::string(key));
      parameter = find(key);
    }
    parameter->set(text);
    std::erase_if(derived_, [key](const Derived& each) { return each.key == key; });
    return;
  }
  std::vector<std::string> known;
  for (const Parameter& parameter : rows_) known.push_back(parameter.key);
  throw ParameterError(unknown_key(key, key, known));
}

Fault unknown_key(std::string_view where, std::string_view key,
                  const std::vector<std::string>& known) {
  std::string near = nearest(key, known);
  if (near.empty()) near = at_end_of(key, known);
  return {std::string(where), "there is no parameter " + in_quotes(key),
          "the keys that \"flybar params\" lists",
          near.empty() ? where_to_look(key, known) : "did you mean " + in_quotes(near) + "?"};
}

std::string nearest(std::string_view name, const std::vector<std::string>& known) {
  if (name.size() > kLongestName) return {};  // no slip of anybody's pen
  std::string best;
  std::size_t least = name.size() / 2 + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

}  // namespace flybar
