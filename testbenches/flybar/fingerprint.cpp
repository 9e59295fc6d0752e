#include "testbenches/flybar/fingerprint.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "testbenches/experiments/beside.h"

namespace flybar::program {

std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // the offset and the prime of FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

std::string fingerprint_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad())
    throw ConfigurationError({Fault{path, "cannot be read", "a readable file", "check the path"}});
  return fingerprint(bytes);
}

std::string fingerprint_of_firmware(const Prepared& prepared) {
  std::vector<std::string> images = prepared.firmware;
  const auto standard = experiments::beside_program("firmware") /
                        prepared.experiment->firmware(prepared.system->params);
  std::error_code ignored;
  if (images.empty() && std::filesystem::is_regular_file(standard, ignored))
    images.push_back(standard.string());
  std::string text;
  for (const std::string& image : images)
    text.append(text.empty() ? "" : "+").append(fingerprint_of_file(image));
  return text;
}

std::string fingerprint(const std::string& program, const Prepared& prepared,
                        const RunRequest& request) {
  std::string text = program + "\n" + prepared.name + "\n" + request.nic + "\n";
  for (const std::string& image : prepared.firmware) text += fingerprint_of_file(image) + "\n";
  for (const std::string& object : request.load) text += fingerprint_of_file(object) + "\n";
  for (const std::string& file : prepared.experiment->inputs())
    text += fingerprint_of_file(file) + "\n";
  for (const auto& [key, value] : prepared.parameters())
    text.append(key).append("=").append(value).append("\n");
  return fingerprint(text);
}

}  // namespace flybar::program
