/// A table of named parameters: references to the fields of plain parameter structs, with what is
/// known about each. Blocks stay plain structs; only who reads or prints them needs the table.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/common/fault.h"
#include "models/common/rate.h"
#include "models/common/units.h"

namespace flybar {

/// How well a value is known.
enum class Confidence : std::uint8_t {
  kDocumented,  ///< D: stands in a public source
  kMeasured,    ///< M: measured
  kInferred,    ///< I: follows from documented facts; may be fitted
  kGuess,       ///< G: may be fitted
  kChoice,      ///< C: a setting, which its user decides and no source
};

/// The letter that stands for it: D, M, I, G or C.
char letter(Confidence confidence);

struct About {
  const char* summary;  ///< one line, without the unit
  const char* source;   ///< of the default value
  Confidence confidence = Confidence::kChoice;
  bool fitted = false;  ///< its value was chosen so that calibration numbers are met
};

/// The values allowed, both ends included: what is physically plausible, or what the model can do.
template <class T>
struct Limits {
  T min;
  T max;
};

/// Which sizes within the limits are allowed, the limits among them.
struct Grid {
  enum class Kind : std::uint8_t { kMultiples, kPowersOfTwo };
  Kind kind;
  Bytes of = Bytes(1);  ///< of this size, if multiples

  bool has(Bytes size) const { return nearest(size) == size; }
  /// Not within any limits.
  Bytes nearest(Bytes size) const;
  std::string text() const;  ///< "multiples of 4 B"
};
inline constexpr Grid kWords{Grid::Kind::kMultiples, Bytes(4)};
inline constexpr Grid kPowersOfTwo{Grid::Kind::kPowersOfTwo};

/// A text that is no value of its parameter, or a key that names none.
class ParameterError : public ConfigurationError {
 public:
  explicit ParameterError(Fault fault) : ConfigurationError({std::move(fault)}) {}
};

/// One row. Values are text with their unit, which reads back as the same value.
struct Parameter {
  std::string key;
  About about;
  std::string unit;           ///< "ns", "B", "MB/s", "cycles", "MHz", "" for counts and choices
  std::string allowed;        ///< "0 ns .. 10 us" or "eager, static"
  std::string default_value;  ///< the field's value when it was added
  std::string grid;           ///< which of these: "multiples of 4 B"; empty if all
  std::function<std::string()> value;
  std::function<void(std::string_view)> set;  ///< throws ParameterError; then nothing changed
  /// The value of the grid that is nearest to one within the limits; null if there is no grid.
  std::function<std::string(std::string_view)> nearest;
};

class Parameters {
 public:
  void add(std::string key, Time& field, Limits<Time> limits, About about);
  void add(std::string key, Bytes& field, Limits<Bytes> limits, About about);
  void add(std::string key, Bytes& field, Limits<Bytes> limits, Grid grid, About about);
  /// A size, or a plain number: so many `units`.
  void add(std::string key, Bytes& field, Bytes unit, Limits<Bytes> limits, About about);
  void add(std::string key, Cycles& field, Limits<Cycles> limits, About about);
  void add(std::string key, Rate& field, Limits<Rate> limits, About about);
  /// A plain count, the one kind that is written without a unit.
  void add(std::string key, std::int64_t& field, Limits<std::int64_t> limits, About about);
  /// A number with this unit ("m", "%"), or a ratio if `unit` is empty.
  void add(std::string key, double& field, const char* unit, Limits<double> limits, About about);
  /// "on" or "off".
  void add(std::string key, bool& field, About about);
  /// Any text, such as the name of a file. `allowed` tells people what it may be.
  void add(std::string key, std::string& field, const char* allowed, About about);
  /// A text for each of the keys that `is_one` knows, of which `key` is the first: that row is
  /// always there, those of others once they are set.
  void add_family(std::string key, std::map<std::string, std::string>& texts,
                  std::function<bool(std::string_view)> is_one, const char* allowed, About about);
  /// Sizes separated by commas, at least one, each within the limits and of the grid.
  void add(std::string key, std::vector<Bytes>& field, Limits<Bytes> limits, Grid grid,
           About about);
  /// Some of the numbers 0 to 31, separated by spaces or commas, or "none": a bit of `field` each.
  void add_set(std::string key, std::uint32_t& field, About about);
  /// The period of a clock, written as its frequency. `limits` are periods.
  void add_clock(std::string key, Time& period, Limits<Time> limits, About about);

  /// One of these names.
  template <class Enum>
  void add_choice(std::string key, Enum& field,
                  std::vector<std::pair<std::string, std::type_identity_t<Enum>>> choices,
                  About about);

  /// Until `key` is set, its value follows from others: derive() lets `follow` set its field.
  void add_derived(std::string key, std::function<void()> follow);
  /// Lets what has not been set follow from what has, in the order of add_derived().
  void derive() const;

  /// A relation between several parameters: `check` appends what is wrong with their values.
  using Check = std::function<void(std::vector<Fault>&)>;
  void add_check(Check check) { checks_.push_back(std::move(check)); }
  /// What is wrong with the values together, everything at once; empty if they fit.
  std::vector<Fault> faults() const;

  /// In the order of declaration.
  const std::vector<Parameter>& all() const { return rows_; }
  /// Null if there is no such key. Of a family: its first row, until the key is set.
  const Parameter* find(std::string_view key) const;
  /// Throws ParameterError for an unknown key (naming the nearest) or a text that is no value.
  void set(std::string_view key, std::string_view text);

 private:
  struct Names {
    std::function<std::size_t()> get;
    std::function<void(std::size_t)> set;
    std::vector<std::string> names;
  };
  void add_names(std::string key, Names names, About about);
  void add_row(Parameter row);

  struct Derived {
    std::string key;
    std::function<void()> follow;
  };
  struct Family {
    std::string first;
    std::map<std::string, std::string>& texts;
    std::function<bool(std::string_view)> is_one;
  };
  /// Null if the key is of none.
  const Family* family_of(std::string_view key) const;
  void add_member(const Family& family, std::string key);
  std::vector<Parameter> rows_;
  std::vector<Family> families_;
  std::vector<Derived> derived_;  ///< those that have not been set
  std::vector<Check> checks_;
};

/// The fault of a key that does not exist, with the nearest of those that do.
Fault unknown_key(std::string_view where, std::string_view key,
                  const std::vector<std::string>& known);
/// The known name with the fewest edits to `name`; empty if none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& known);

template <class Enum>
void Parameters::add_choice(std::string key, Enum& field,
                            std::vector<std::pair<std::string, std::type_identity_t<Enum>>> choices,
                            About about) {
  Names names;
  for (const auto& choice : choices) names.names.push_back(choice.first);
  names.get = [&field, choices] {
    std::size_t i = 0;
    while (i < choices.size() && choices[i].second != field) ++i;
    return i;
  };
  names.set = [&field, choices](std::size_t i) { field = choices[i].second; };
  add_names(std::move(key), std::move(names), about);
}

}  // namespace flybar
