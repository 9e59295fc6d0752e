#include "models/gms/file/mapped_file.h"

#include "models/gms/file/touching.h"
#include "models/gms/labels.h"
#include "models/gms/page/content.h"

namespace flybar::gms {

using Access = host::AddressSpace::Access;

namespace {

/// A page that was changed is put away when so many others were changed after it.
constexpr std::size_t kBehind = 8;

}  // namespace

MappedFile::MappedFile(Service& service, File file, std::int64_t read_ahead)
    : service_(service), file_(file), sequence_(read_ahead) {
  service.member().cpu().spend(service.member().params.map_call, kMap);
  service.space().set_pager([this](const host::AddressSpace::PageFault& what) { fault(what); });
}

MappedFile::~MappedFile() {
  service_.space().set_pager(nullptr);
}

void MappedFile::fault(const host::AddressSpace::PageFault& fault) {
  const PageId id{file_, static_cast<std::uint32_t>(fault.page)};
  Pager& pager = service_.pager();
  PageRange ahead = sequence_.read(id.page, service_.file(file_).size());
  const bool write = fault.access == Access::kWrite;
  const LocalPage* page = write ? pager.get_to_write(id, {}, ahead) : pager.get(id, ahead);
  sequence_.give_back(ahead);
  if (page == nullptr) throw PageLost{id};
  if (write) wrote(id);
  show(service_, id, *page, fault.access);
  pager.release(id);
}

/// Sequential writers have long left a page when it is put away.
void MappedFile::wrote(PageId id) {
  Pager& pager = service_.pager();
  written_.push_back(id);
  while (written_.size() > kBehind) {
    pager.changed(written_.front());
    written_.pop_front();
  }
  pager.throttle();
}

bool MappedFile::read(std::uint32_t page, Bytes offset, Bytes bytes) {
  return touch_to_read(service_, {file_, page}, offset, bytes);
}

bool MappedFile::write(std::uint32_t page, Bytes offset, Bytes bytes) {
  return touch_to_write(service_, {file_, page}, offset, bytes);
}

void MappedFile::close() {
  service_.member().cpu().spend(service_.member().params.map_call, kMap);
  for (const PageId id : written_) service_.pager().changed(id);
  written_.clear();
  service_.pager().flush();
}

}  // namespace flybar::gms
