#include "models/process/native/machine.h"

#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace flybar::process::machine {
namespace {

std::string file(int id, const char* name) {
  return "/proc/" + std::to_string(id) + "/" + name;
}

}  // namespace

std::string status_of(int id, const std::string& name) {
  std::ifstream status(file(id, "status"));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  return {};
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

}  // namespace flybar::process::machine
