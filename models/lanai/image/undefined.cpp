#include "models/lanai/image/undefined.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace flybar::lanai {
namespace {

struct Helper {
  std::string_view name;
  std::string_view file;
};

constexpr std::string_view k32 = "arithmetic.c", k64 = "arithmetic64.c", kMemory = "memory.c";
constexpr Helper kHelpers[] = {
    {"__mulsi3", k32},   {"__udivsi3", k32},  {"__umodsi3", k32},   {"__divsi3", k32},
    {"__modsi3", k32},   {"__muldi3", k64},   {"__udivdi3", k64},   {"__umoddi3", k64},
    {"__divdi3", k64},   {"__moddi3", k64},   {"__ashldi3", k64},   {"__ashrdi3", k64},
    {"__lshrdi3", k64},  {"memcpy", kMemory}, {"memmove", kMemory}, {"memset", kMemory},
    {"memcmp", kMemory},
};

constexpr std::string_view kFloatingOperations[] = {
    "__add", "__sub", "__mul", "__div",   "__neg", "__eq",  "__ne",    "__lt",     "__le",
    "__gt",  "__ge",  "__cmp", "__unord", "__pow", "__fix", "__float", "__extend", "__trunc",
};
constexpr std::string_view kFloatingModes[] = {"sf", "df", "tf"};

/// As the compiler's run-time library names them, by operation and modes: __adddf3, __fixunssfsi,
/// __floatsidf.
bool is_floating_point(std::string_view name) {
  const auto* const operation =
      std::find_if(std::begin(kFloatingOperations), std::end(kFloatingOperations),
                   [&](std::string_view begin) { return name.starts_with(begin); });
  if (operation == std::end(kFloatingOperations)) return false;
  const std::string_view modes = name.substr(operation->size());
  return std::any_of(std::begin(kFloatingModes), std::end(kFloatingModes),
                     [&](std::string_view mode) { return modes.find(mode) != modes.npos; });
}

void add(std::string& list, std::string_view separator, const std::string& text) {
  list.append(list.empty() ? "" : separator).append(text);
}

}  // namespace

std::string file_with(const std::string& name) {
  for (const Helper& helper : kHelpers)
    if (helper.name == name) return std::string(helper.file);
  return "";
}

Fault undefined_fault(const Undefined& names) {
  std::string found, floating;
  std::set<std::string> files;
  bool others = false;
  for (const auto& [object, name] : names) {
    add(found, ", ", fmt::format("{} (in {})", name, object));
    const std::string file = file_with(name);
    if (is_floating_point(name))
      add(floating, ", ", name);
    else if (file.empty())
      others = true;
    else
      files.insert("firmware/common/" + file);
  }
  std::string allowed = "names that an object defines", needed, advice;
  for (const std::string& file : files) add(needed, " and ", file);
  if (!needed.empty()) add(advice, ", ", "add " + needed + " to the sources");
  if (!floating.empty()) {
    add(found, "; ", "floating point: " + floating);
    allowed += "; whole numbers, as the chip has no floating point and no library for it";
    add(advice, ", ", "compute without float and double");
  }
  if (others) add(advice, ", ", "add the object that defines them");
  return {names.begin()->first, "undefined: " + found, allowed, advice};
}

}  // namespace flybar::lanai
