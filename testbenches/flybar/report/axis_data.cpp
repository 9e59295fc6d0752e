#include "testbenches/flybar/report/axis_data.h"

#include "models/common/quantity.h"

namespace flybar::program {
namespace {

using Text = const std::string&;

struct UnitKind {
  const char* unit;
  std::optional<double> (*number)(Text text);
};

std::optional<double> megahertz(Text text) {
  if (const auto v = quantity::parse_number(text, "MHz")) return v;
  if (const auto v = quantity::parse_number(text, "GHz")) return *v * 1e3;
  if (const auto v = quantity::parse_number(text, "kHz")) return *v / 1e3;
  return std::nullopt;
}

std::optional<double> bytes(Text text) {
  const auto v = quantity::parse_bytes(text);
  return v ? std::optional(static_cast<double>(v->count)) : std::nullopt;
}

std::optional<double> microseconds(Text text) {
  const auto v = quantity::parse_time(text);
  return v ? std::optional(v->us()) : std::nullopt;
}

std::optional<double> cycles(Text text) {
  const auto v = quantity::parse_cycles(text);
  return v ? std::optional(static_cast<double>(v->count)) : std::nullopt;
}

std::optional<double> megabytes_per_second(Text text) {
  const auto v = quantity::parse_rate(text);
  return v ? std::optional(v->mb_per_s()) : std::nullopt;
}

constexpr UnitKind kUnitKinds[] = {
    {"", [](Text text) { return quantity::parse_number(text, ""); }},
    {"B", bytes},
    {"us", microseconds},
    {"MB/s", megabytes_per_second},
    {"MHz", megahertz},
    {"cycles", cycles},
    {"m", [](Text text) { return quantity::parse_number(text, "m"); }},
    {"%", [](Text text) { return quantity::parse_number(text, "%"); }},
};

std::optional<std::vector<double>> numbers_of(const UnitKind& kind,
                                              const std::vector<std::string>& texts) {
  std::vector<double> numbers;
  for (Text text : texts) {
    const auto number = kind.number(text);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

std::optional<Magnitudes> magnitudes(const std::vector<std::string>& texts) {
  for (const UnitKind& kind : kUnitKinds)
    if (auto numbers = numbers_of(kind, texts)) return Magnitudes{kind.unit, std::move(*numbers)};
  return std::nullopt;
}

}  // namespace flybar::program
