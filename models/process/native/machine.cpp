#include "models/process/native/machine.h"

#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace flybar::process::machine {
namespace {

std::string file(int id, const char* name) {
  return "/proc/" + std::to_string(id) + "/" + name;
}

/// Behind its name.
std::string line_of(const std::string& path, const std::string& name) {
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  return {};
}

}  // namespace

std::string status_of(int id, const std::string& name) {
  return line_of(file(id, "status"), name);
}

int process_of(int tid) {
  return std::atoi(status_of(tid, "Tgid").c_str());
}

int own_pid(int pid) {
  const std::string all = status_of(pid, "NSpid");
  return std::atoi(all.substr(all.find_last_of('\t') + 1).c_str());
}

/// Behind the name, which may have any letters.
char state_of(int tid) {
  std::ifstream stat(file(tid, "stat"));
  std::string line;
  std::getline(stat, line);
  const std::size_t end = line.rfind(')');
  return end == std::string::npos || end + 2 >= line.size() ? '\0' : line[end + 2];
}

int call_of(int tid) {
  int number = -1;
  std::ifstream(file(tid, "syscall")) >> number;
  return number;
}

std::string name_of(int pid) {
  std::error_code error;
  return std::filesystem::read_symlink(file(pid, "exe"), error).filename();
}

/// By the note of its build, near the begin of the file: its kind, 4, and its owner.
bool is_written_in_go(int pid) {
  constexpr std::string_view kNote("\4\0\0\0Go\0\0", 8);
  std::string begin(16'384, '\0');
  std::ifstream program(file(pid, "exe"), std::ios::binary);
  program.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find(kNote) != std::string::npos;
}

std::string command_of(int pid) {
  std::string name;
  std::getline(std::ifstream(file(pid, "comm")), name);
  return name;
}

std::vector<int> threads_of(int pid) {
  std::vector<int> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(file(pid, "task"), error))
    found.push_back(std::atoi(entry.path().filename().c_str()));
  return found;
}

std::vector<int> children_of(int pid, int tid) {
  std::ifstream children(file(pid, "task/") + std::to_string(tid) + "/children");
  std::vector<int> found;
  for (int one = 0; children >> one;) found.push_back(one);
  return found;
}

bool addresses_are_fixed(int pid) {
  unsigned long personality = 0;
  std::ifstream(file(pid, "personality")) >> std::hex >> personality;
  return (personality & ADDR_NO_RANDOMIZE) != 0;
}

bool lives(int pid, int tid) {
  return syscall(SYS_tgkill, pid, tid, 0) == 0;
}

std::optional<std::uint64_t> ns_on_processor(int pid, int tid) {
  std::uint64_t ns = 0;
  std::ifstream times(file(pid, "task/") + std::to_string(tid) + "/schedstat");
  return times >> ns ? std::optional(ns) : std::nullopt;
}

std::uint64_t pending_signals(int tid) {
  std::uint64_t all = 0;
  for (const char* const which : {"SigPnd", "ShdPnd"})
    all |= std::strtoull(status_of(tid, which).c_str(), nullptr, 16);
  return all;
}

std::string target_of(int pid, int descriptor) {
  std::error_code error;
  return std::filesystem::read_symlink(file(pid, "fd/") + std::to_string(descriptor), error);
}

std::string descriptor_info(int pid, int descriptor, const std::string& name) {
  return line_of(file(pid, "fdinfo/") + std::to_string(descriptor), name);
}

std::optional<SharedPlace> shared_place(int pid, std::uint64_t address) {
  std::ifstream maps(file(pid, "maps"));
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t first = 0, behind = 0, offset = 0, inode = 0;
    char rights[5] = {};
    unsigned major = 0, minor = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64, &first,
                    &behind, rights, &offset, &major, &minor, &inode) != 7)
      continue;
    if (address < first || address >= behind) continue;
    if (rights[3] != 's') return std::nullopt;
    return SharedPlace{std::uint64_t{major} << 32 | minor, inode, offset + (address - first)};
  }
  return std::nullopt;
}

}  // namespace flybar::process::machine
