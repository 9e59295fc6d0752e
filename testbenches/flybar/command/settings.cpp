#include "testbenches/flybar/command/settings.h"

namespace flybar::program {
namespace {

std::string key_of(const std::string& setting) {
  return setting.substr(0, setting.find('='));
}

}  // namespace

void override_settings(RunRequest& run, const std::vector<std::string>& later) {
  for (const std::string& setting : later) {
    const std::string key = key_of(setting);
    std::erase_if(run.settings, [&](const std::string& other) { return key_of(other) == key; });
    run.origins.erase(key);
  }
  run.settings.insert(run.settings.end(), later.begin(), later.end());
}

}  // namespace flybar::program
