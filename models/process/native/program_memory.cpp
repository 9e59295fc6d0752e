#include "models/process/native/program_memory.h"

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace flybar::process {
namespace {

constexpr std::size_t kMostText = 4096;
constexpr std::size_t kPage = 4096;

void* address(std::uint64_t at) {
  return reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr): of another process
}

}  // namespace

bool ProgramMemory::read(std::uint64_t from, std::span<std::byte> to) const {
  if (to.empty()) return true;
  const iovec own{to.data(), to.size()}, other{address(from), to.size()};
  return process_vm_readv(tid_, &own, 1, &other, 1, 0) == static_cast<ssize_t>(to.size());
}

bool ProgramMemory::write(std::uint64_t to, std::span<const std::byte> from) const {
  if (from.empty()) return true;
  const iovec own{const_cast<std::byte*>(from.data()), from.size()};
  const iovec other{address(to), from.size()};
  return process_vm_writev(tid_, &own, 1, &other, 1, 0) == static_cast<ssize_t>(from.size());
}

/// Page by page, since the next one may not be there.
std::optional<std::string> ProgramMemory::text(std::uint64_t from) const {
  std::string found;
  std::array<char, kPage> page;
  while (found.size() < kMostText) {
    const std::size_t here = kPage - from % kPage;
    if (!read(from, std::as_writable_bytes(std::span(page).first(here)))) return std::nullopt;
    const std::size_t length = strnlen(page.data(), here);
    found.append(page.data(), length);
    if (length < here) return found;
    from += here;
  }
  return std::nullopt;
}

}  // namespace flybar::process
