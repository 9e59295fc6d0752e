/// The programs, their images, and what they compute on this machine.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "models/lanai/image/image.h"

extern "C" {
extern volatile std::uint32_t selected;
extern volatile std::uint32_t result_count;
extern std::uint32_t results[];
int run_selected(void);
}

namespace flybar::lanai {

constexpr Bytes kSram{256 * 1024};
using Results = std::vector<std::uint32_t>;

#define PROGRAM(name) #name,
inline const char* const kPrograms[] = {
#include "testbenches/tests/lanai/programs/programs.inc"
};
#undef PROGRAM
constexpr auto kProgramCount = static_cast<std::uint32_t>(std::size(kPrograms));

/// All programs, compiled at one level of optimisation.
inline Image program_image(const std::string& level) {
  std::ifstream list(std::string(PROGRAMS "/") + level + ".objects");
  std::vector<std::filesystem::path> objects;
  for (std::string line; std::getline(list, line);) objects.emplace_back(line);
  return load_image(objects, kSram);
}

inline Results computed_here(std::uint32_t program) {
  selected = program;
  run_selected();
  return Results(results, results + result_count);
}

/// What the image has left in its results; `word` reads the chip's memory.
template <class Word>
Results results_of(const Image& image, Word word) {
  Results all;
  const std::uint32_t count = word(image.find("result_count")->address);
  for (std::uint32_t i = 0; i < count; ++i)
    all.push_back(word(image.find("results")->address + 4 * i));
  return all;
}

}  // namespace flybar::lanai
