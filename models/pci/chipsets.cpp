#include "models/pci/chipsets.h"

#include <string>

namespace flybar::pci {

namespace {

struct Chipset {
  const char* name;
  BridgeParams (*params)();
};
constexpr Chipset kChipsets[] = {{"cia", cia}, {"pyxis", pyxis}, {"i440lx", i440lx}};

}  // namespace

std::vector<std::string> chipset_names() {
  std::vector<std::string> names;
  for (const Chipset& chipset : kChipsets) names.emplace_back(chipset.name);
  return names;
}

BridgeParams chipset(std::string_view name) {
  for (const Chipset& chipset : kChipsets) {
    if (name == chipset.name) return chipset.params();
  }
  throw ConfigurationError({unknown_key("chip set", name, chipset_names())});
}

}  // namespace flybar::pci
