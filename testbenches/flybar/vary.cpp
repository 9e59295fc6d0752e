#include "testbenches/flybar/vary.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "models/common/quantity.h"

namespace flybar::program {
namespace {

/// More points than this are a slip of the pen.
constexpr std::size_t kMostValues = 10000;

/// A kind of quantity that a range may run through, counted in its smallest unit.
struct Kind {
  std::function<std::optional<std::int64_t>(std::string_view)> parse;
  std::function<std::string(std::int64_t)> print;
};

const std::vector<Kind>& kinds() {
  using namespace quantity;
  static const std::vector<Kind> kKinds = {
      {[](std::string_view s) { return parse_count(s); }, [](std::int64_t n) { return print(n); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_bytes(s);
         return v ? std::optional(v->count) : std::nullopt;
       },
       [](std::int64_t n) { return print(Bytes(n)); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_time(s);
         return v ? std::optional(v->ps()) : std::nullopt;
       },
       [](std::int64_t n) { return print(Time::ps(n)); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_cycles(s);
         return v ? std::optional(v->count) : std::nullopt;
       },
       [](std::int64_t n) { return print(Cycles(n)); }},
      {[](std::string_view s) -> std::optional<std::int64_t> {
         const auto v = parse_rate(s);
         return v ? std::optional(v->bytes_per_second()) : std::nullopt;
       },
       [](std::int64_t n) { return print(Rate::bytes_per_second(n)); }}};
  return kKinds;
}

[[noreturn]] void refuse(const std::string& where, const std::string& found) {
  throw ConfigurationError({Fault{where, found, "key=a,b,c, key=lo..hi:step or key=lo..hi:xFACTOR",
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

std::optional<Step> parse_step(const std::string& text, const Kind& kind) {
  if (text.starts_with("x")) {
    const auto factor = quantity::parse_count(std::string_view(text).substr(1));
    if (!factor || *factor < 2 || *factor > 1000) return std::nullopt;
    return Step{*factor, 0};
  }
  const auto plus = kind.parse(text);
  if (!plus || *plus <= 0) return std::nullopt;
  return Step{1, *plus};
}

/// Nothing if the range is not of this kind.
std::optional<std::vector<std::string>> run_through(const Range& range, const Kind& kind,
                                                    const std::string& where) {
  const auto low = kind.parse(range.low);
  const auto high = kind.parse(range.high);
  const auto step = parse_step(range.step, kind);
  if (!low || !high || !step || *low > *high || (step->factor > 1 && *low <= 0))
    return std::nullopt;
  std::int64_t n = *low;
  std::vector<std::string> values{kind.print(n)};
  while (step->stays_within(*high, n)) {
    if (values.size() == kMostValues) refuse(where, "makes more than 10000 values");
    n = step->after(n);
    values.push_back(kind.print(n));
  }
  return values;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::vector<std::string> parse_values(const std::string& key, const std::string& text,
                                      const std::string& where) {
  const std::string place = where + ": " + key;
  if (const auto range = split_range(text)) {
    for (const Kind& kind : kinds())
      if (auto values = run_through(*range, kind, place)) return std::move(*values);
    refuse(place, "\"" + text + "\" is no range of quantities with units");
  }
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string value = trimmed(text.substr(begin, end - begin));
    if (value.empty()) refuse(place, "\"" + text + "\" has an empty value");
    if (std::find(values.begin(), values.end(), value) != values.end())
      refuse(place, fmt::format("\"{}\" has {} twice", text, value));
    values.push_back(value);
    begin = end + 1;
  }
  return values;
}

Vary parse_vary(const std::string& text, const std::string& where) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse(where, "\"" + text + "\" is no key=values");
  const std::string key = text.substr(0, equals);
  return {key, parse_values(key, text.substr(equals + 1), where)};
}

std::vector<std::vector<std::string>> combinations(const std::vector<Vary>& axes) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis)
    if (std::any_of(axes.begin(), axis, [&](const Vary& other) { return other.key == axis->key; }))
      throw ConfigurationError({Fault{axis->key, "is varied twice", "each key once",
                                      "give all its values in one list"}});
  std::vector<std::vector<std::string>> points{{}};
  for (const Vary& axis : axes) {
    if (points.size() * axis.values.size() > kMostValues)
      refuse(axis.key, "makes more than 10000 points");
    std::vector<std::vector<std::string>> longer;
    for (const auto& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

}  // namespace flybar::program
