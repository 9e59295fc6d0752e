/// How a program reads and writes a file. All calls are made by a process of the file's node.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar::gms {

class FileAccess {
 public:
  virtual ~FileAccess() = default;
  /// The program uses `bytes` at `offset` of the page, or overwrites them. False: the page is lost.
  virtual bool read(std::uint32_t page, Bytes offset, Bytes bytes) = 0;
  virtual bool write(std::uint32_t page, Bytes offset, Bytes bytes) = 0;
  /// Returns when all that was changed has been put away.
  virtual void close() = 0;
};

}  // namespace flybar::gms
