#include "models/inet/socket/user_area.h"

#include <algorithm>

namespace flybar::inet {

using host::AddressSpace;

UserArea UserArea::operator+(std::size_t bytes) const {
  UserArea further = *this;
  further.address_ += bytes;
  if (native_ != nullptr) further.native_ += bytes;
  return further;
}

template <class Move>
void UserArea::each_page(host::Memory& memory, std::size_t length, AddressSpace::Access access,
                         Move move) const {
  const auto frame = static_cast<std::uint64_t>(memory.frames.frame_size().count);
  for (std::size_t done = 0; done < length;) {
    const std::uint64_t at = address_ + done;
    const std::size_t here = std::min<std::size_t>(length - done, frame - at % frame);
    const host::Physical page = space_->fix(at / frame, access);
    move(page + static_cast<host::Physical>(at % frame), done, here);
    done += here;
  }
}

void UserArea::read(host::Memory& memory, std::span<std::uint8_t> to) const {
  if (native_ != nullptr) {
    std::copy_n(native_, to.size(), to.begin());
    return;
  }
  each_page(memory, to.size(), AddressSpace::Access::kRead,
            [&](host::Physical at, std::size_t done, std::size_t here) {
              memory.read(at, to.subspan(done, here));
            });
}

void UserArea::write(host::Memory& memory, std::span<const std::uint8_t> from) const {
  if (native_ != nullptr) {
    if (space_ != nullptr)
      each_page(memory, from.size(), AddressSpace::Access::kWrite,
                [](host::Physical, std::size_t, std::size_t) {});
    std::copy(from.begin(), from.end(), native_);
    return;
  }
  each_page(memory, from.size(), AddressSpace::Access::kWrite,
            [&](host::Physical at, std::size_t done, std::size_t here) {
              memory.write(at, from.subspan(done, here));
            });
}

void UserArea::leave(host::Memory& memory, host::Physical frame) const {
  if (native_ == nullptr) return;
  const auto bytes = memory.edit(frame);
  std::copy_n(native_, bytes.size(), bytes.begin());
}

void UserArea::arrive(const host::Memory& memory, host::Physical frame) const {
  if (native_ == nullptr) return;
  const auto bytes = memory.view(frame);
  std::copy(bytes.begin(), bytes.end(), native_);
}

}  // namespace flybar::inet
