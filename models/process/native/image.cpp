#include "models/process/native/image.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>

#include "models/common/mix.h"
#include "models/process/native/descriptor.h"
#include "models/process/native/program_memory.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

struct Function {
  const char* name;
  int call;
};
constexpr std::array kFunctions = {
    Function{"__vdso_clock_gettime", SYS_clock_gettime},
    Function{"__vdso_gettimeofday", SYS_gettimeofday},
    Function{"__vdso_time", SYS_time},
    Function{"__vdso_clock_getres", SYS_clock_getres},
    Function{"__vdso_getcpu", SYS_getcpu},
    Function{"__vdso_getrandom", SYS_getrandom},
};

struct Auxiliary {
  std::uint64_t vdso = 0;
  std::uint64_t random = 0;
};

Auxiliary auxiliary_of(int pid) {
  const Descriptor file(
      open(("/proc/" + std::to_string(pid) + "/auxv").c_str(), O_RDONLY | O_CLOEXEC));
  Auxiliary found;
  std::array<Elf64_auxv_t, 64> entries = {};
  const ssize_t length = read(file.number(), entries.data(), sizeof entries);
  for (std::size_t n = 0;
       n * sizeof entries[0] < static_cast<std::size_t>(std::max<ssize_t>(length, 0)); ++n) {
    if (entries[n].a_type == AT_SYSINFO_EHDR) found.vdso = entries[n].a_un.a_val;
    if (entries[n].a_type == AT_RANDOM) found.random = entries[n].a_un.a_val;
  }
  return found;
}

/// The vDSO of this process, which is that of all processes of the machine.
class OwnVdso {
 public:
  OwnVdso() : base_(reinterpret_cast<const char*>(getauxval(AT_SYSINFO_EHDR))) {
    if (base_ == nullptr) return;
    for (const Elf64_Dyn* entry = dynamic(); entry && entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB)
        symbols_ = reinterpret_cast<const Elf64_Sym*>(base_ + entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) names_ = base_ + entry->d_un.d_ptr;
    }
  }
  bool readable() const { return symbols_ && names_; }
  /// Calls visit(call, offset) for each function that there is.
  template <class Visit>
  void each(Visit visit) const {
    // The names lie behind the symbols.
    for (const Elf64_Sym* one = symbols_; reinterpret_cast<const char*>(one) < names_; ++one)
      for (const Function& function : kFunctions)
        if (std::strcmp(names_ + one->st_name, function.name) == 0)
          visit(function.call, one->st_value);
  }

 private:
  const Elf64_Dyn* dynamic() const {
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(base_);
    const auto* parts = reinterpret_cast<const Elf64_Phdr*>(base_ + header->e_phoff);
    for (int n = 0; n < header->e_phnum; ++n)
      if (parts[n].p_type == PT_DYNAMIC)
        return reinterpret_cast<const Elf64_Dyn*>(base_ + parts[n].p_offset);
    return nullptr;
  }

  const char* base_;
  const Elf64_Sym* symbols_ = nullptr;
  const char* names_ = nullptr;
};

/// mov $call, %eax; syscall; ret
std::array<std::uint8_t, 8> code_of(int call) {
  std::array<std::uint8_t, 8> code = {0xb8, 0, 0, 0, 0, 0x0f, 0x05, 0xc3};
  std::memcpy(&code[1], &call, sizeof call);
  return code;
}

}  // namespace

bool prepare_image(int pid, std::uint64_t seed) {
  const Auxiliary found = auxiliary_of(pid);
  const std::array<std::uint64_t, 2> chance = {random_number(seed, 0), random_number(seed, 1)};
  if (found.random != 0 && !ProgramMemory(pid).put(found.random, chance)) return false;
  if (found.vdso == 0) return true;
  static const OwnVdso own;
  if (!own.readable()) return false;
  const Descriptor memory(
      open(("/proc/" + std::to_string(pid) + "/mem").c_str(), O_RDWR | O_CLOEXEC));
  bool written = static_cast<bool>(memory);
  own.each([&](int call, std::uint64_t offset) {
    const auto code = code_of(call);
    written = written &&
              pwrite(memory.number(), code.data(), code.size(),
                     static_cast<off_t>(found.vdso + offset)) == static_cast<ssize_t>(code.size());
  });
  return written;
}

}  // namespace flybar::process
