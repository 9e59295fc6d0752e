/// A directory that is gone when the work is done.
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "traces/sinks/sinks.h"

namespace flybar::program {

class ScratchDirectory {
 public:
  /// @throws OutputError
  ScratchDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "flybar.XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw OutputError(Fault{name, std::strerror(errno), "a directory for temporary files",
                              "set TMPDIR to one that can be written"});
    path_ = name;
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace flybar::program
