#include "models/mpi/process/memory.h"

#include <algorithm>

#include "models/mpi/types/refusal.h"

namespace flybar::mpi {

std::byte* Memory::allocate(std::size_t bytes) {
  bytes = std::max<std::size_t>((bytes + 15) / 16 * 16, 16);
  const auto spare = free_.lower_bound(bytes);
  std::byte* data = nullptr;
  if (spare != free_.end() && spare->first <= 2 * bytes) {
    data = spare->second;
    bytes = spare->first;
    free_.erase(spare);
  } else {
    data = channel_.allocate(bytes);
  }
  if (data) used_.emplace(data, bytes);
  return data;
}

bool Memory::free(void* address) {
  const auto found = used_.find(address);
  if (found == used_.end()) return false;
  free_.emplace(found->second, static_cast<std::byte*>(address));
  used_.erase(found);
  return true;
}

namespace {

std::byte* need(Memory& memory, std::size_t bytes) {
  std::byte* const data = memory.allocate(bytes);
  if (data) return data;
  throw Refusal{MPI_ERR_NO_MEM, "a collective call needs " + std::to_string(bytes) + " B",
                "the memory of the process", "raise host.memory, or use less"};
}

}  // namespace

Scratch::Scratch(Memory& memory, std::size_t bytes) : memory_(memory), data_(need(memory, bytes)) {}

}  // namespace flybar::mpi
