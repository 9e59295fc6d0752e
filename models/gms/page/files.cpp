#include "models/gms/page/files.h"

#include <string>

#include "models/common/error.h"

namespace flybar::gms {

FileInfo& Files::add(const Policy& policy, std::uint32_t pages, std::optional<Node> home) {
  const auto id = static_cast<File>(files_.size());
  const PageState first{.latest = 1, .on_disk = 1};
  return files_.emplace_back(FileInfo{id, policy, home, std::vector<PageState>(pages, first)});
}

FileInfo& Files::add_empty(const Policy& policy, std::uint32_t pages, Node home) {
  const auto id = static_cast<File>(files_.size());
  return files_.emplace_back(FileInfo{id, policy, home, std::vector<PageState>(pages)});
}

FileInfo& Files::file(PageId id) {
  if (id.file < files_.size() && id.page < files_[id.file].size()) return files_[id.file];
  throw SimulationError("file service",
                        "page " + std::to_string(id.page) + " of file " + std::to_string(id.file),
                        "pages of files that exist", "look at who made up this page");
}

}  // namespace flybar::gms
