#include "testbenches/flybar/results/whole_file.h"

#include <fstream>
#include <iterator>

namespace flybar::program {

std::optional<std::string> whole_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open()) return std::nullopt;
  // A directory can be opened, but not looked into.
  if (in.peek(), in.bad()) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(in), {}};
  return in.bad() ? std::nullopt : std::optional(std::move(text));
}

}  // namespace flybar::program
