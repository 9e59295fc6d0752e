/// The objects that the tests of the linker and loader use.
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "models/lanai/image/image.h"

namespace flybar::lanai {

constexpr Bytes kSram{256 * 1024};

inline std::filesystem::path object_path(const std::string& name) {
  return std::filesystem::path(OBJECTS) / (name + ".o");
}

inline Image link_cases(std::initializer_list<const char*> names, Bytes sram = kSram) {
  std::vector<std::filesystem::path> paths;
  for (const char* name : names) paths.push_back(object_path(name));
  return load_image(paths, sram);
}

inline std::vector<std::uint8_t> object_bytes(const std::string& name) {
  std::ifstream in(object_path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the loader says of these objects.
template <class Load>
Fault fault_of(Load load) {
  try {
    load();
  } catch (const ImageError& error) {
    return error.fault();
  }
  return {"", "nothing wrong", "", ""};
}

inline std::uint32_t word_at(const Image& image, std::uint32_t address) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word = word << 8 | image.bytes.at(address + i);
  return word;
}

}  // namespace flybar::lanai
