#include "models/common/input_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

namespace flybar {
namespace {

constexpr const char* kStandardInput = "-";

std::optional<std::string> read_from(std::istream& in, std::size_t most) {
  std::string text;
  std::array<char, 65536> part;
  while (in && text.size() < most) {
    const std::size_t wanted = std::min(part.size(), most - text.size());
    in.read(part.data(), static_cast<std::streamsize>(wanted));
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) return std::nullopt;
  return text;
}

std::optional<std::string> read_file(const std::string& name, std::size_t most) {
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) return std::nullopt;
  std::ifstream in(name, std::ios::binary);
  if (!in.is_open()) return std::nullopt;
  return read_from(in, most);
}

}  // namespace

bool is_stream_input(const std::string& name) {
  if (name == kStandardInput) return true;
  std::error_code ignored;
  const auto type = std::filesystem::status(name, ignored).type();
  return type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::socket ||
         type == std::filesystem::file_type::character;
}

std::optional<std::string> read_input(const std::string& name, std::size_t most) {
  if (!is_stream_input(name)) return read_file(name, most);
  static std::map<std::string, std::optional<std::string>> kept;
  const auto known = kept.find(name);
  if (known != kept.end()) return known->second;
  return kept[name] = name == kStandardInput ? read_from(std::cin, most) : read_file(name, most);
}

}  // namespace flybar
