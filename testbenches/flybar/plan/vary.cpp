#include "testbenches/flybar/plan/vary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "models/common/quantity.h"

namespace flybar::program {
namespace {

/// More values than this are a slip of the pen.
constexpr std::size_t kMostValues = 10'000;

/// Numbers with a fraction are counted in millionths.
constexpr double kMillionth = 1e-6;

/// The scale of a quantity that a range may run through, counted in its smallest unit.
struct Scale {
  std::function<std::optional<std::int64_t>(std::string_view)> parse;
  std::function<std::string(std::int64_t)> print;
};

std::optional<std::int64_t> millionths(std::optional<double> number) {
  if (!number || std::abs(*number) > 9e12) return std::nullopt;
  const double count = *number / kMillionth;
  if (std::abs(count - std::nearbyint(count)) > 1e-3) return std::nullopt;
  return std::llround(count);
}

/// Numbers with this unit, or without one.
Scale numbers_in(const char* unit) {
  return {[unit](std::string_view s) { return millionths(quantity::parse_number(s, unit)); },
          [unit](std::int64_t n) {
            return quantity::print_number(static_cast<double>(n) / 1e6, unit);
          }};
}

std::optional<std::int64_t> parse_clock(std::string_view text) {
  if (const auto khz = quantity::parse_number(text, "kHz")) return millionths(*khz / 1e3);
  if (const auto ghz = quantity::parse_number(text, "GHz")) return millionths(*ghz * 1e3);
  return millionths(quantity::parse_number(text, "MHz"));
}

const std::vector<Scale>& scales() {
  using namespace quantity;
  static const std::vector<Scale> kScales = {
      {[](std::string_view s) { return parse_count(s); },
       [](std::int64_t n) { return quantity::print(n); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_bytes(s);
         return v ? std::optional(v->count) : std::nullopt;
       },
       [](std::int64_t n) { return quantity::print(Bytes(n)); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_time(s);
         return v ? std::optional(v->ps()) : std::nullopt;
       },
       [](std::int64_t n) { return quantity::print(Time::ps(n)); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_cycles(s);
         return v ? std::optional(v->count) : std::nullopt;
       },
       [](std::int64_t n) { return quantity::print(Cycles(n)); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_rate(s);
         return v ? std::optional(v->bytes_per_second()) : std::nullopt;
       },
       [](std::int64_t n) { return quantity::print(Rate::bytes_per_second(n)); }},
      {parse_clock, numbers_in("MHz").print},
      numbers_in("m"),
      numbers_in("%"),
      numbers_in("")};
  return kScales;
}

[[noreturn]] void refuse_values(const std::string& where, const std::string& found) {
  throw ConfigurationError(
      {Fault{where, found, "key=a,b,c, key=lo..hi:step, key=lo..hi:xFACTOR or key=lo..hi:logCOUNT",
             "write for example mcp.send_threshold=\"64 B..8 KB:x2\""}});
}

/// The parts of "lo..hi:step".
struct Range {
  std::string low;
  std::string high;
  std::string step;
};

std::optional<Range> split_range(const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) return std::nullopt;
  const std::size_t colon = text.find(':', dots);
  if (colon == std::string::npos) return Range{text.substr(0, dots), text.substr(dots + 2), ""};
  return Range{text.substr(0, dots), text.substr(dots + 2, colon - dots - 2),
               text.substr(colon + 1)};
}

/// How to get from one value to the next.
struct Step {
  std::int64_t factor = 1;
  std::int64_t plus = 0;
  std::int64_t after(std::int64_t n) const { return n * factor + plus; }
  /// Whether after(n) is at most `high`, however large these are.
  bool stays_within(std::int64_t high, std::int64_t n) const { return n <= (high - plus) / factor; }
};

bool multiplies(const Range& range) {
  return range.step.starts_with("x");
}

bool is_logarithmic(const Range& range) {
  return range.step.starts_with("log");
}

bool has_ends(const Range& range, const Scale& scale) {
  return scale.parse(range.low) && scale.parse(range.high);
}

/// The first scale that reads both ends and the step; else the first that reads both ends; else
/// null.
const Scale* scale_of(const Range& range) {
  const Scale* found = nullptr;
  for (const Scale& scale : scales()) {
    if (!has_ends(range, scale)) continue;
    if (multiplies(range) || is_logarithmic(range) || scale.parse(range.step)) return &scale;
    if (!found) found = &scale;
  }
  return found;
}

/// What is wrong with the step, or nothing.
const char* fault_of_step(const Range& range, const Scale& scale) {
  if (range.step.empty()) return "has no step";
  if (multiplies(range)) {
    const auto factor = quantity::parse_count(std::string_view(range.step).substr(1));
    if (!factor || *factor < 2 || *factor > 1000) return "has a factor that is not x2 .. x1000";
    return *scale.parse(range.low) <= 0 ? "multiplies from 0, which leads nowhere" : nullptr;
  }
  if (is_logarithmic(range)) {
    const auto count = quantity::parse_count(std::string_view(range.step).substr(3));
    if (!count || *count < 2 || *count > 1000) return "has a count that is not log2 .. log1000";
    return *scale.parse(range.low) <= 0 ? "begins at 0, which has no logarithm" : nullptr;
  }
  const auto plus = scale.parse(range.step);
  if (!plus) return "has a step that is no quantity of the kind of its ends";
  return *plus <= 0 ? "has a step that does not lead upwards" : nullptr;
}

/// What is wrong with the range, or nothing.
const char* fault_of(const Range& range, const Scale* scale) {
  if (!scale) return "is no range of quantities with units of one kind";
  if (*scale->parse(range.low) > *scale->parse(range.high)) return "begins above its end";
  return fault_of_step(range, *scale);
}

Step step_of(const Range& range, const Scale& scale) {
  if (!multiplies(range)) return {1, *scale.parse(range.step)};
  return {*quantity::parse_count(std::string_view(range.step).substr(1)), 0};
}

/// N values from end to end in equal ratios, in whole units of the scale; values that round to the
/// same count once.
std::vector<std::string> logarithmic(const Range& range, const Scale& scale) {
  const auto count = *quantity::parse_count(std::string_view(range.step).substr(3));
  const double low = static_cast<double>(*scale.parse(range.low));
  const double high = static_cast<double>(*scale.parse(range.high));
  std::vector<std::string> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    const std::string value = scale.print(std::llround(low * std::pow(high / low, share)));
    if (values.empty() || values.back() != value) values.push_back(value);
  }
  return values;
}

/// The values of a range without faults.
std::vector<std::string> run_through(const Range& range, const Scale& scale,
                                     const std::string& where) {
  if (is_logarithmic(range)) return logarithmic(range, scale);
  const std::int64_t high = *scale.parse(range.high);
  const Step step = step_of(range, scale);
  std::int64_t n = *scale.parse(range.low);
  std::vector<std::string> values{scale.print(n)};
  while (step.stays_within(high, n)) {
    if (values.size() == kMostValues) refuse_values(where, "makes more than 10000 values");
    n = step.after(n);
    values.push_back(scale.print(n));
  }
  return values;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

Vary parse_axis(const std::string& key, const std::string& text, const std::string& where) {
  const std::string place = where + ": " + key;
  if (const auto range = split_range(text)) {
    const Scale* scale = scale_of(*range);
    if (const char* fault = fault_of(*range, scale))
      refuse_values(place, fmt::format("\"{}\" {}", text, fault));
    return {key, run_through(*range, *scale, place), where, "", is_logarithmic(*range)};
  }
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string value = trimmed(text.substr(begin, end - begin));
    if (value.empty()) refuse_values(place, "\"" + text + "\" has an empty value");
    values.push_back(value);
    begin = end + 1;
  }
  refuse_repetition(values, place);
  return {key, values, where};
}

void round_computed(Vary& axis,
                    const std::function<std::string(const std::string& value)>& nearest) {
  if (!axis.computed) return;
  for (std::size_t i = 1; i + 1 < axis.values.size(); ++i) axis.values[i] = nearest(axis.values[i]);
  axis.values.erase(std::unique(axis.values.begin(), axis.values.end()), axis.values.end());
}

void refuse_repetition(const std::vector<std::string>& values, const std::string& where) {
  for (auto value = values.begin(); value != values.end(); ++value)
    if (std::find(values.begin(), value, *value) != value)
      throw ConfigurationError({Fault{where, fmt::format("\"{}\" stands there twice", *value),
                                      "each value once", "leave one out"}});
}

namespace {

Vary parse_key_and_values(const std::string& text, const std::string& where) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse_values(where, "\"" + text + "\" is no key=values");
  const std::string key = trimmed(text.substr(0, equals));
  return parse_axis(key, text.substr(equals + 1), where);
}

}  // namespace

std::vector<Vary> parse_vary(const std::string& text, const std::string& where) {
  std::vector<Vary> axes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    axes.push_back(parse_key_and_values(text.substr(begin, end - begin), where));
    begin = end + 1;
  }
  if (axes.size() > 1)
    for (Vary& axis : axes) axis.zip = text;
  return axes;
}

}  // namespace flybar::program
