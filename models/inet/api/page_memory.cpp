#include "models/inet/api/page_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace flybar::inet {

using Access = host::AddressSpace::Access;

PageMemory::PageMemory(Inet& inet)
    : inet_(inet),
      page_(inet.page()),
      space_("program of node " + std::to_string(inet.setup().node), inet) {}

/// As if the program touched all of it at once. The reserve of the pool is left to others.
void* PageMemory::allocate(std::size_t bytes) {
  const auto reserve = static_cast<std::size_t>(inet_.cpu().params().free_high);
  const std::size_t free = inet_.pool().free_count();
  if (free < reserve || bytes > (free - reserve) * page_) return nullptr;
  const std::size_t pages = std::max<std::size_t>((bytes + page_ - 1) / page_, 1);
  auto* const memory = static_cast<std::uint8_t*>(std::aligned_alloc(page_, pages * page_));
  if (memory == nullptr) return nullptr;
  std::memset(memory, 0, pages * page_);
  const host::VirtualPage first = reinterpret_cast<std::uintptr_t>(memory) / page_;
  pieces_.push_back({std::unique_ptr<std::uint8_t, Free>(memory), first, pages});
  for (std::size_t n = 0; n < pages; ++n) space_.pages().fix(first + n, Access::kWrite);
  return memory;
}

bool PageMemory::free(void* memory) {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(), [memory](const Piece& piece) {
    return piece.bytes.get() == memory;
  });
  if (found == pieces_.end()) return false;
  release(*found);
  pieces_.erase(found);
  return true;
}

void PageMemory::free_all() {
  for (const Piece& piece : pieces_) release(piece);
  pieces_.clear();
}

void PageMemory::release(const Piece& piece) {
  space_.release(piece.first, piece.pages);
}

bool PageMemory::changed(const Piece& piece, std::size_t page, host::Physical frame) const {
  const std::uint8_t* const program = piece.bytes.get() + page * page_;
  return std::memcmp(program, inet_.cpu().memory().view(frame).data(), page_) != 0;
}

void PageMemory::notice_writes() {
  if (inet_.pages().count() == 0) return;
  for (const Piece& piece : pieces_)
    for (std::size_t page = 0; page < piece.pages; ++page) {
      const host::PageEntry* const entry = space_.pages().find(piece.first + page);
      if (entry == nullptr || entry->writable || !changed(piece, page, entry->frame)) continue;
      space_.pages().fix(piece.first + page, Access::kWrite);
    }
}

UserArea PageMemory::area(const void* data, std::size_t length) {
  auto* const native = static_cast<std::uint8_t*>(const_cast<void*>(data));
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  for (const Piece& piece : pieces_) {
    const std::uintptr_t begin = piece.first * page_, end = begin + piece.pages * page_;
    if (address >= begin && address <= end && length <= end - address)
      return {space_.pages(), address, native};
  }
  return UserArea(native);
}

}  // namespace flybar::inet
