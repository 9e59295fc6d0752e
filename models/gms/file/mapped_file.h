/// A file that is mapped into memory as a whole: a fault for each page, and no copies.
#pragma once

#include <deque>

#include "models/gms/file/file_access.h"
#include "models/gms/service.h"

namespace flybar::gms {

class MappedFile : public FileAccess {
 public:
  /// By the process that will use it. One mapped file at a time on each node.
  MappedFile(Service& service, File file, std::int64_t read_ahead);
  ~MappedFile() override;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  bool read(std::uint32_t page, Bytes offset, Bytes bytes) override;
  bool write(std::uint32_t page, Bytes offset, Bytes bytes) override;
  void close() override;

 private:
  void fault(const host::AddressSpace::PageFault& fault);
  void wrote(PageId id);

  Service& service_;
  const File file_;
  Sequence sequence_;
  std::deque<PageId> written_;  ///< not yet on their way, in the order of their first change
};

}  // namespace flybar::gms
