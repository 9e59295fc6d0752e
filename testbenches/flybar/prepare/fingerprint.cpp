#include "testbenches/flybar/prepare/fingerprint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "models/common/input_file.h"
#include "testbenches/experiments/measure/beside.h"

namespace flybar::program {
namespace {

/// The points of a sweep share a few files, which are read once.
const std::string& known_fingerprint(const std::string& path) {
  static std::map<std::string, std::string> known;
  std::string& print = known[path];
  if (print.empty()) print = fingerprint_of_file(path);
  return print;
}

/// The path of the image that a build puts beside the program, or nothing.
const std::vector<std::string>& standard_image(const std::string& name) {
  static std::map<std::string, std::vector<std::string>> known;
  const auto [place, added] = known.try_emplace(name);
  if (!added) return place->second;
  const auto path = experiments::beside_program("firmware") / name;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) place->second = {path.string()};
  return place->second;
}

/// Empty if none that lies beside the program is the same.
std::string name_of_image(const std::string& print) {
  std::set<std::filesystem::path> images;
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::directory_iterator(experiments::beside_program("firmware"), ignored))
    if (entry.path().extension() == ".elf") images.insert(entry.path());
  for (const std::filesystem::path& image : images)
    if (known_fingerprint(image.string()) == print) return image.filename().string();
  return "";
}

}  // namespace

std::string fingerprint(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string fingerprint_of_file(const std::string& path) {
  const auto bytes = read_input(path);
  if (!bytes)
    throw ConfigurationError({Fault{path, "cannot be read", "a readable file", "check the path"}});
  return fingerprint(*bytes);
}

std::string fingerprint_of_firmware(const Prepared& prepared) {
  std::vector<std::string> images = prepared.firmware;
  if (images.empty())
    images = standard_image(prepared.experiment->firmware(prepared.system->params));
  std::string text;
  for (const std::string& image : images)
    text.append(text.empty() ? "" : "+").append(known_fingerprint(image));
  return text;
}

std::string short_firmware(const std::string& fingerprints) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t at = 0; at < fingerprints.size();) {
    const std::size_t end = std::min(fingerprints.find('+', at), fingerprints.size());
    const std::string image = fingerprints.substr(at, end - at), name = name_of_image(image);
    text.append(text.empty() ? "" : " + ").append(name).append(name.empty() ? "" : " ");
    text.append(image, 0, kShown);
    at = end + 1;
  }
  return text;
}

std::string fingerprint(const std::string& program, const Prepared& prepared,
                        const RunRequest& request) {
  std::string text = program + "\n" + prepared.name + "\n" + request.nic + "\n";
  text += fingerprint_of_firmware(prepared) + "\n";
  for (const std::string& object : request.load) text += known_fingerprint(object) + "\n";
  for (const std::string& file : prepared.experiment->inputs())
    text += known_fingerprint(file) + "\n";
  for (const auto& [key, value] : prepared.parameters())
    text.append(key).append("=").append(value).append("\n");
  return fingerprint(text);
}

}  // namespace flybar::program
