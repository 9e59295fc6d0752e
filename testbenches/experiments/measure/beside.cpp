#include "testbenches/experiments/measure/beside.h"

namespace flybar::experiments {

std::filesystem::path own_path() {
  return std::filesystem::read_symlink("/proc/self/exe");
}

std::filesystem::path beside_program(const std::filesystem::path& name) {
  const std::filesystem::path nearest = own_path().parent_path();
  for (auto folder = nearest; folder.has_relative_path(); folder = folder.parent_path())
    for (const auto& place : {folder / name, folder / "share/flybar" / name})
      if (std::filesystem::exists(place)) return place;
  return nearest / name;
}

}  // namespace flybar::experiments
