#include "testbenches/experiments/measure/load.h"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

const char FLYBAR_INTERFACE = 0;

namespace flybar::experiments {

namespace {

std::vector<Entry>& loaded() {
  static std::vector<Entry> entries;
  return entries;
}

[[noreturn]] void refuse(const std::string& file, const std::string& found) {
  throw ConfigurationError(
      {Fault{"--load: " + file, found,
             "a shared object with FLYBAR_EXPERIMENT, built against this program",
             "build it again, as docs/examples/experiment does"}});
}

/// By its first bytes: what the loader finds wrong behind them it says in words of its own.
bool is_shared_object(const std::string& path) {
  Elf64_Ehdr header = {};
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  return in && std::equal(header.e_ident, header.e_ident + SELFMAG, ELFMAG) &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_type == ET_DYN;
}

/// Why, as the loader says it.
[[noreturn]] void refuse_unloaded(const std::string& file, const std::string& why) {
  constexpr std::string_view kInterface = "undefined symbol: flybar_interface_";
  const std::size_t at = why.find(kInterface);
  if (at == why.npos) refuse(file, "cannot be loaded: " + why);
  refuse(file,
         "was built against another program, of interface " + why.substr(at + kInterface.size()));
}

/// A function of the object by its name, null if there is none.
template <class Function>
Function* function(void* object, const char* name) {
  return reinterpret_cast<Function*>(dlsym(object, name));
}

}  // namespace

const Entry& load(const std::string& file) {
  // Without a slash it would be looked for among the libraries of the system.
  const std::string path = file.find('/') == file.npos ? "./" + file : file;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw ConfigurationError(
        {Fault{"--load: " + file, "there is no such file", "a shared object with FLYBAR_EXPERIMENT",
               "correct the path, or build it: docs/examples/experiment"}});
  if (!is_shared_object(path)) refuse(file, "is no shared object");
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) refuse_unloaded(file, dlerror());
  auto* const experiment = function<const Entry*()>(object, "flybar_experiment");
  if (!experiment) refuse(file, "has no experiment");
  const Entry& entry = *experiment();
  for (const Entry& other : all_with_loaded())
    if (std::string(other.name) == entry.name)
      refuse(file, std::string("its experiment is called ") + entry.name + ", as another one");
  return loaded().emplace_back(entry);
}

std::vector<Entry> all_with_loaded() {
  std::vector<Entry> entries = all();
  entries.insert(entries.end(), loaded().begin(), loaded().end());
  return entries;
}

}  // namespace flybar::experiments
