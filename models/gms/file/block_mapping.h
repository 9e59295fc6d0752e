/// Memory-mapped blocks: two regions of 256 KB that are mapped over a file in turn. The kernel
/// brings all of a newly mapped region, and lets go of what lies behind.
#pragma once

#include <array>
#include <optional>

#include "models/gms/file/file_access.h"
#include "models/gms/service.h"

namespace flybar::gms {

class BlockMapping : public FileAccess {
 public:
  static constexpr std::size_t kRegions = 2;
  static constexpr Bytes kRegion = Bytes(256 * 1024);
  enum class Use : std::uint8_t {
    kRead,
    kUpdate,     ///< read and changed
    kOverwrite,  ///< MAP_OVERWRITE: every page is overwritten as a whole, so none is fetched
  };

  /// By the process that will use it, from the first page on. One at a time on each node.
  BlockMapping(Service& service, File file, Use use);
  ~BlockMapping() override;
  BlockMapping(const BlockMapping&) = delete;
  BlockMapping& operator=(const BlockMapping&) = delete;

  bool read(std::uint32_t page, Bytes offset, Bytes bytes) override;
  bool write(std::uint32_t page, Bytes offset, Bytes bytes) override;
  void close() override;

 private:
  std::uint32_t block_pages() const;
  PageRange pages(std::uint32_t block) const;
  std::optional<std::uint32_t>& region(std::uint32_t block) { return regions_[block % kRegions]; }
  bool is_mapped(std::uint32_t page) const;
  void enter(std::uint32_t page);
  void map(std::uint32_t block);
  void unmap(std::uint32_t block);
  bool map_page(PageId id);
  void arrived(PageId id);
  void fault(const host::AddressSpace::PageFault& fault);

  Service& service_;
  const File file_;
  const Use use_;
  std::array<std::optional<std::uint32_t>, kRegions> regions_;  ///< the block that each shows
};

}  // namespace flybar::gms
