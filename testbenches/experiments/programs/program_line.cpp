#include "testbenches/experiments/programs/program_line.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/common/error.h"
#include "models/common/quantity.h"

namespace flybar::experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* kForm = "[@TIME] COMMAND [&]";

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, last - first + 1);
}

/// "@100 ms curl" gives "100 ms"; what is left of `text` is behind it.
std::string take_time(std::string_view& text) {
  std::istringstream words{std::string(text.substr(1))};
  std::string number, unit;
  words >> number >> unit;
  const std::size_t end = text.find(unit, text.find(number) + number.size());
  text = end == std::string_view::npos ? std::string_view()
                                       : without_spaces(text.substr(end + unit.size()));
  return number + " " + unit;
}

/// Nothing if a shell has to look at it first.
std::string plain_name(const std::string& command) {
  std::istringstream words(command);
  std::string first;
  words >> first;
  return first.find_first_of("|&;<>()$`\\\"'*?[]#~=%{}!") == std::string::npos ? first : "";
}

/// As a shell finds it.
fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return fs::exists(name) ? fs::path(name) : fs::path();
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path found = fs::path(folder) / name;
        access(found.c_str(), X_OK) == 0 && !fs::is_directory(found))
      return found;
  return {};
}

bool is_shell_word(const std::string& name) {
  constexpr std::array kWords = {"exec",  "cd",     "echo",   "test",   "true", "false", "for",
                                 "while", "if",     "set",    "export", "wait", "trap",  "read",
                                 "exit",  "printf", "ulimit", "umask",  ":",    "."};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

bool is_of_another_processor(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header = {};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  return header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64;
}

/// What it has to start with. Opening a FIFO would wait for whoever writes to it.
void check_surroundings(const ProgramLine& line, const auto& wrong) {
  std::error_code error;
  if (line.directory.empty() ? fs::current_path(error).empty() : !fs::is_directory(line.directory))
    wrong("no directory \"" + line.directory + "\"", "one that exists",
          "make it, or write its path");
  if (line.input.empty()) return;
  const auto kind = fs::status(line.input, error).type();
  const bool file = kind == fs::file_type::regular || kind == fs::file_type::character;
  if (!file || access(line.input.c_str(), R_OK) != 0)
    wrong("the input \"" + line.input + "\" cannot be read", "a readable file",
          "write its path from where flybar runs");
}

bool has_zero(const ProgramLine& line) {
  std::vector<std::string> texts = line.environment;
  texts.insert(texts.end(), {line.command, line.directory, line.input});
  return std::any_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return text.find('\0') != std::string::npos; });
}

}  // namespace

bool is_program_key(std::string_view key, std::size_t& node) {
  constexpr std::string_view kNode = "node";
  if (!key.starts_with(kNode)) return false;
  std::string_view left = key.substr(kNode.size());
  const auto take_number = [&left](std::size_t& number) {
    const bool plain = !left.empty() && (left.front() != '0' || left.size() == 1 || left[1] == '.');
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), number);
    if (!plain || error != std::errc()) return false;
    left = left.substr(static_cast<std::size_t>(end - left.data()));
    return true;
  };
  std::size_t number = 0, program = 0;
  if (!take_number(number)) return false;
  if (!left.empty() && left.front() == '.') {
    left = left.substr(1);
    if (!take_number(program)) return false;
  }
  if (!left.empty()) return false;
  node = number;
  return true;
}

ProgramLine read_program_line(const std::string& key, std::string_view text) {
  ProgramLine line{.key = key, .command = {}, .start = {}};
  is_program_key(key, line.node);
  std::string_view left = without_spaces(text);
  if (!left.empty() && left.front() == '@') {
    const std::string time = take_time(left);
    const auto start = quantity::parse_time(time);
    if (!start || *start < Time())
      throw ConfigurationError(
          {{key, '"' + time + '"', "a time behind @", "write for example \"@100 ms curl ...\""}});
    line.start = *start;
  }
  if (!left.empty() && left.back() == '&') {
    line.stays = true;
    left = without_spaces(left.substr(0, left.size() - 1));
  }
  if (left.empty())
    throw ConfigurationError(
        {{key, '"' + std::string(text) + '"', kForm, "write for example \"iperf3 -s &\""}});
  line.command = left;
  return line;
}

void check_program(const ProgramLine& line, std::vector<Fault>& faults) {
  const auto wrong = [&](const std::string& found, const char* allowed, const char* advice) {
    faults.push_back({line.key, found, allowed, advice});
  };
  if (line.node >= kMostProgramNodes)
    wrong("a program for it", "nodes 0 to 63, to which a card has routes", "take a lower number");
  if (has_zero(line))
    return wrong("a text with the character 0", "texts without it, as all programs get them",
                 "leave it out");
  check_surroundings(line, wrong);
  const std::string name = plain_name(line.command);
  // A path may be one of its directory.
  const bool elsewhere = !line.directory.empty() && name.find('/') != std::string::npos;
  if (name.empty() || is_shell_word(name) || elsewhere) return;
  const fs::path program = find_program(name);
  const auto wrong_program = [&](const std::string& found, const char* advice) {
    wrong(found, "programs that this machine runs", advice);
  };
  if (program.empty())
    return wrong_program("no program \"" + name + "\"", "install it, or write its path");
  if (access(program.c_str(), X_OK) != 0 || fs::is_directory(program))
    return wrong_program("\"" + name + "\" cannot be executed", "look at its permissions");
  if (is_of_another_processor(program))
    return wrong_program("\"" + name + "\" is of another processor",
                         "take one that is built for x86-64");
  const auto rights = fs::status(program).permissions();
  if ((rights & (fs::perms::set_uid | fs::perms::set_gid)) != fs::perms::none)
    wrong_program("\"" + name + "\" takes the rights of its owner (setuid)",
                  "copy it without that bit");
}

}  // namespace flybar::experiments
