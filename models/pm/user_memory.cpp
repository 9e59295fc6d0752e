#include "models/pm/user_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"

namespace flybar::pm {

using host::FrameState;
using host::Physical;

namespace {

/// Pages are mapped so many at a time, in an order that is not that of their frames.
constexpr std::size_t kBatch = 64;

std::uint8_t* reserve(std::size_t size) {
  void* bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::uint8_t*>(bytes);
}

/// The same in every run; neighbours of a batch get frames that are none.
void scatter(std::span<Physical> frames) {
  std::uint32_t state = 1;
  for (std::size_t i = frames.size(); i > 1; --i) {
    state = state * 1664525 + 1013904223;
    std::swap(frames[i - 1], frames[(state >> 16) % i]);
  }
}

std::size_t page_of(const host::Memory& memory) {
  return static_cast<std::size_t>(memory.frames.frame_size().count);
}

}  // namespace

UserMemory::UserMemory(host::Memory& memory, Bytes most)
    : memory_(memory),
      page_(page_of(memory)),
      size_(static_cast<std::size_t>(most.count) / page_ * page_),
      bytes_(reserve(size_)) {}

UserMemory::~UserMemory() {
  ::munmap(bytes_, size_);
}

void* UserMemory::take(std::size_t bytes, std::size_t alignment) {
  const std::size_t begin = (taken_ + alignment - 1) / alignment * alignment;
  if (begin > size_ || bytes > size_ - begin) return nullptr;
  if ((begin + bytes + page_ - 1) / page_ > frames_.size() + memory_.frames.free_count())
    return nullptr;
  taken_ = begin + bytes;
  map_up_to(taken_);
  return bytes_ + begin;
}

void UserMemory::map_up_to(std::size_t end) {
  while (frames_.size() * page_ < end) {
    const std::size_t first = frames_.size();
    const std::size_t count =
        std::min({kBatch, size_ / page_ - first, std::size_t{memory_.frames.free_count()}});
    for (std::size_t i = 0; i < count; ++i) frames_.push_back(memory_.frames.allocate());
    scatter(std::span(frames_).subspan(first));
    for (std::size_t i = first; i < frames_.size(); ++i)
      memory_.place(frames_[i], {bytes_ + i * page_, page_});
  }
  pins_.resize(frames_.size());
}

std::optional<std::uint64_t> UserMemory::find(const void* address, std::size_t bytes) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes_);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at < begin || at - begin > taken_ || bytes > taken_ - (at - begin)) return std::nullopt;
  return at - begin;
}

void UserMemory::pin(std::uint64_t page) {
  if (pins_[page]++ > 0) return;
  memory_.frames.lend(frames_[page], Bytes(static_cast<std::int64_t>(page_)), FrameState::kShared);
  ++pinned_;
}

void UserMemory::unpin(std::uint64_t page) {
  if (--pins_[page] > 0) return;
  memory_.frames.take_back(frames_[page], Bytes(static_cast<std::int64_t>(page_)));
  --pinned_;
}

SharedMemory::SharedMemory(host::Memory& memory, Bytes size) {
  const std::size_t page = page_of(memory);
  const std::size_t count = (static_cast<std::size_t>(size.count) + page - 1) / page;
  bytes_.reset(static_cast<std::uint8_t*>(std::calloc(count, page)));
  if (!bytes_) throw std::bad_alloc();
  address_ = memory.frames.allocate(static_cast<std::uint32_t>(count));
  memory.frames.lend(address_, Bytes(static_cast<std::int64_t>(count * page)), FrameState::kShared);
  for (std::size_t i = 0; i < count; ++i)
    memory.place(address_ + static_cast<Physical>(i * page), {bytes_.get() + i * page, page});
}

void SharedMemory::Free::operator()(std::uint8_t* bytes) const {
  std::free(bytes);
}

}  // namespace flybar::pm
