#include "models/inet/api/program_pages.h"

#include <algorithm>
#include <span>
#include <vector>

#include "models/inet/socket/exchange.h"

namespace flybar::inet {
namespace {

using Access = host::AddressSpace::Access;

/// What Linux on x86-64 calls a page.
constexpr std::uint64_t kProgramPage = 4096;
/// Above all addresses of programs.
constexpr unsigned kLaneShift = 48;

}  // namespace

ProgramPages::ProgramPages(const std::string& program, Inet& inet)
    : inet_(inet), page_(inet.page()), space_(program, inet) {}

std::uint64_t ProgramPages::modelled(std::uint64_t address) const {
  const std::uint64_t lane =
      address / kProgramPage % std::max<std::uint64_t>(page_ / kProgramPage, 1);
  return address - lane * kProgramPage + (lane << kLaneShift);
}

std::uint64_t ProgramPages::native(std::uint64_t modelled) const {
  const std::uint64_t lane = modelled >> kLaneShift;
  return modelled - (lane << kLaneShift) + lane * kProgramPage;
}

UserArea ProgramPages::area(std::uint64_t address, std::byte* staged) {
  auto* const bytes = reinterpret_cast<std::uint8_t*>(staged);
  if (frames_are_scarce(inet_)) release();
  if (frames_are_scarce(inet_)) return UserArea(bytes);
  return {space_.pages(), modelled(address), bytes};
}

void ProgramPages::used(std::uint64_t address, std::size_t length) {
  const host::VirtualPage first = modelled(address) / page_;
  for (host::VirtualPage page = first; page * page_ < modelled(address) + length; ++page) {
    if (space_.pages().find(page) == nullptr) continue;
    touched_.insert(page);
    if (is_on_its_way(page)) sent_.insert(page);
  }
}

bool ProgramPages::is_on_its_way(host::VirtualPage page) {
  const host::PageEntry* const entry = space_.pages().find(page);
  return entry != nullptr && !entry->writable;
}

bool ProgramPages::has_changed(host::VirtualPage page, const process::ProgramMemory& memory) {
  std::vector<std::byte> now(page_);
  if (!memory.read(native(page * page_), now)) return false;
  const auto frame = inet_.cpu().memory().view(space_.pages().find(page)->frame);
  return !std::ranges::equal(std::as_bytes(frame), now);
}

void ProgramPages::notice_writes(const process::ProgramMemory& memory) {
  if (inet_.pages().count() == 0) return sent_.clear();
  std::erase_if(sent_, [this](host::VirtualPage page) { return !is_on_its_way(page); });
  for (const host::VirtualPage page : std::set(sent_))
    if (is_on_its_way(page) && has_changed(page, memory)) space_.pages().fix(page, Access::kWrite);
}

void ProgramPages::release() {
  for (const host::VirtualPage page : touched_) space_.release(page, 1);
  touched_.clear();
  sent_.clear();
}

}  // namespace flybar::inet
