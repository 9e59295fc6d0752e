/// A file through the system calls read and write: the kernel copies what the program asks for.
#pragma once

#include <optional>

#include "models/gms/file/file_access.h"
#include "models/gms/service.h"

namespace flybar::gms {

class StreamFile : public FileAccess {
 public:
  /// By the process that will use it, which asks for `read_ahead` pages ahead.
  StreamFile(Service& service, File file, std::int64_t read_ahead);

  bool read(std::uint32_t page, Bytes offset, Bytes bytes) override;
  bool write(std::uint32_t page, Bytes offset, Bytes bytes) override;
  void close() override;

 private:
  PageId id(std::uint32_t page) const { return {file_, page}; }
  void enter();
  void finish_page();

  Service& service_;
  const File file_;
  Sequence sequence_;
  host::Physical buffer_;                 ///< the program's
  std::optional<std::uint32_t> written_;  ///< the page that is being written
};

}  // namespace flybar::gms
