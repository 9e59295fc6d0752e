#include "models/process/program_place.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "models/process/user_process.h"

namespace flybar::process {
namespace {

Spot spot_of(void* address) {
  Dl_info info = {};
  const ElfW(Sym)* symbol = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)),
               RTLD_DL_SYMENT))
    return {};
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  Spot spot{info.dli_fname, at - reinterpret_cast<std::uintptr_t>(info.dli_fbase), nullptr};
  const auto begin = reinterpret_cast<std::uintptr_t>(info.dli_saddr);
  if (symbol && info.dli_sname && at - begin < symbol->st_size) spot.function = info.dli_sname;
  return spot;
}

bool in_this_program(const Spot& spot) {
  static const char* const kOwn = spot_of(reinterpret_cast<void*>(&spot_of_program)).file;
  return spot.file && std::strcmp(spot.file, kOwn) == 0;
}

}  // namespace

void Line::write() const {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text_, used_);
}

void Line::add_place(const UserProcess& process) {
  process.add_name(*this);
  add(", %s %s", process.doing.inside ? "in" : "after", process.doing.call);
}

void Line::add_spot(const Spot& spot) {
  if (spot.file)
    add("look at the place that addr2line -fe %s %#zx names", spot.file,
        static_cast<std::size_t>(spot.offset));
  else
    add("look with a debugger");
}

/// The frames of the signal handler come first, and then one of the C library.
Spot spot_of_program() {
  std::array<void*, 12> frames = {};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  bool behind_handler = false;
  for (int i = 0; i < count; ++i) {
    const Spot spot = spot_of(frames[static_cast<std::size_t>(i)]);
    if (!in_this_program(spot))
      behind_handler = true;
    else if (behind_handler)
      return spot;
  }
  return {};
}

}  // namespace flybar::process
