#include "models/common/quantity.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <span>
#include <system_error>

namespace flybar::quantity {
namespace {

/// A unit and how many of the smallest units it holds.
struct Unit {
  std::string_view name;
  double scale;
};

/// The last two are what keyboards write: the micro sign, and the Greek letter.
constexpr Unit kTimes[] = {{"s", 1e12}, {"ms", 1e9},      {"us", 1e6},     {"ns", 1e3},
                           {"ps", 1},   {"\u00b5s", 1e6}, {"\u03bcs", 1e6}};
constexpr Unit kSizes[] = {{"MB", 1024.0 * 1024}, {"KB", 1024}, {"B", 1}};
constexpr Unit kRates[] = {{"MB/s", 1e6}, {"Gb/s", 1e9 / 8}};
constexpr Unit kFrequencies[] = {{"GHz", 1e9}, {"MHz", 1e6}, {"kHz", 1e3}};
constexpr Unit kCycles[] = {{"cycles", 1}, {"cycle", 1}};

/// Beyond this a double no longer counts in ones, and sums of times could overflow.
constexpr double kLargest = 9e15;
constexpr double kClockStepPs = 10;

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

struct Split {
  double number;
  std::string_view unit;
};

std::optional<Split> split(std::string_view text) {
  text = trim(text);
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  return Split{number, trim(text.substr(static_cast<std::size_t>(rest - text.data())))};
}

std::optional<double> in_smallest_units(std::string_view text, std::span<const Unit> units) {
  const auto parts = split(text);
  if (!parts) return std::nullopt;
  for (const Unit& unit : units)
    if (unit.name == parts->unit) return parts->number * unit.scale;
  return std::nullopt;
}

/// Nothing if the value is no whole number of smallest units. The tolerance is that of a decimal
/// fraction such as 6.25 that binary arithmetic may miss by a last bit.
std::optional<std::int64_t> whole(std::optional<double> value) {
  if (!value || std::abs(*value) > kLargest) return std::nullopt;
  const double rounded = std::nearbyint(*value);
  if (std::abs(*value - rounded) > 1e-6 + std::abs(*value) * 1e-15) return std::nullopt;
  return static_cast<std::int64_t>(rounded);
}

std::string shortest(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
  return end.ec == std::errc() ? std::string(buffer, end.ptr) : std::to_string(value);
}

std::string with_unit(double value, std::string_view unit) {
  std::string text = shortest(value);
  if (!unit.empty()) text.append(" ").append(unit);
  return text;
}

}  // namespace

std::optional<Time> parse_time(std::string_view text) {
  const auto count = whole(in_smallest_units(text, kTimes));
  return count ? std::optional(Time::ps(*count)) : std::nullopt;
}

std::string print(Time value) {
  const double ps = static_cast<double>(value.ps());
  if (ps == 0) return "0 ns";
  for (const Unit& unit : kTimes)
    if (std::abs(ps) >= unit.scale) return with_unit(ps / unit.scale, unit.name);
  return with_unit(ps, "ps");
}

std::optional<Bytes> parse_bytes(std::string_view text) {
  const auto count = whole(in_smallest_units(text, kSizes));
  return count ? std::optional(Bytes(*count)) : std::nullopt;
}

std::string print(Bytes value) {
  for (const Unit& unit : kSizes) {
    const auto scale = static_cast<std::int64_t>(unit.scale);
    if (value.count != 0 && value.count % scale == 0)
      return std::to_string(value.count / scale).append(" ").append(unit.name);
  }
  return "0 B";
}

std::optional<Rate> parse_rate(std::string_view text) {
  const auto count = whole(in_smallest_units(text, kRates));
  return count ? std::optional(Rate::bytes_per_second(*count)) : std::nullopt;
}

std::string print(Rate value) {
  return with_unit(static_cast<double>(value.bytes_per_second()) / 1e6, "MB/s");
}

std::optional<Cycles> parse_cycles(std::string_view text) {
  const auto count = whole(in_smallest_units(text, kCycles));
  return count ? std::optional(Cycles(*count)) : std::nullopt;
}

std::string print(Cycles value) {
  return std::to_string(value.count) + (value.count == 1 ? " cycle" : " cycles");
}

std::optional<Time> parse_clock(std::string_view text) {
  const auto hertz = in_smallest_units(text, kFrequencies);
  if (!hertz || *hertz <= 0) return std::nullopt;
  const double steps = std::nearbyint(1e12 / *hertz / kClockStepPs);
  if (steps < 1 || steps > kLargest / kClockStepPs) return std::nullopt;
  return Time::ps(static_cast<std::int64_t>(steps * kClockStepPs));
}

std::string print_clock(Time period) {
  const double mhz = 1e6 / static_cast<double>(period.ps());
  // As few decimals as give the period back: 30 ns is 33.33 MHz, as the data books write it.
  for (int decimals = 0; decimals <= 12; ++decimals) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*f MHz", decimals, mhz);
    if (parse_clock(buffer) == period) return buffer;
  }
  return with_unit(mhz, "MHz");
}

std::optional<std::int64_t> parse_count(std::string_view text) {
  text = trim(text);
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

std::string print(std::int64_t value) {
  return std::to_string(value);
}

std::optional<double> parse_number(std::string_view text, std::string_view unit) {
  const auto parts = split(text);
  if (!parts || parts->unit != unit) return std::nullopt;
  return parts->number;
}

std::string print_number(double value, std::string_view unit) {
  return with_unit(value, unit);
}

}  // namespace flybar::quantity
