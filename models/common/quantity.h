/// Quantities as text: a number and its unit, "30 ns", "8 KB", "160 MB/s", "33.33 MHz".
///
/// Every parse function takes the whole text and answers nothing if it is not a quantity of its
/// kind: no unit, a unit of another kind, a fraction of the smallest unit, or too large a number.
/// Every print function gives text that parses back to the same value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/common/rate.h"
#include "models/common/units.h"

namespace flybar::quantity {

/// "ps", "ns", "us", "ms", "s".
std::optional<Time> parse_time(std::string_view text);
std::string print(Time value);

/// "B", "KB" of 1024 B, "MB" of 1024 KB.
std::optional<Bytes> parse_bytes(std::string_view text);
std::string print(Bytes value);

/// "MB/s" of 10^6 bytes a second, "Gb/s" of 10^9 bits a second. Printed in MB/s.
std::optional<Rate> parse_rate(std::string_view text);
std::string print(Rate value);

/// "cycles" or "cycle".
std::optional<Cycles> parse_cycles(std::string_view text);
std::string print(Cycles value);

/// A frequency in "kHz", "MHz" or "GHz" as the period of the clock, rounded to 10 ps: data books
/// cut 33.33 MHz (30 ns) and 66.67 MHz (15 ns) short.
std::optional<Time> parse_clock(std::string_view text);
std::string print_clock(Time period);

/// A whole number without a unit.
std::optional<std::int64_t> parse_count(std::string_view text);
std::string print(std::int64_t value);

/// A number with exactly this unit ("m", "%"), or without one if `unit` is empty.
std::optional<double> parse_number(std::string_view text, std::string_view unit);
std::string print_number(double value, std::string_view unit);

}  // namespace flybar::quantity
