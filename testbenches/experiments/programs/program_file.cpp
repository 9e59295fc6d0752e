#include "testbenches/experiments/programs/program_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>

#include "models/common/quantity.h"
#include "models/common/toml_file.h"

namespace flybar::experiments {
namespace {

constexpr const char* kFileExample =
    "write programs = [{node = 0, run = \"iperf3 -s\", stays = true}]";

/// "programs.3.run" is of program 3.
struct Place {
  std::size_t program;
  std::string field;
};

std::optional<Place> place_of(const std::string& key) {
  std::istringstream parts(key);
  std::string list, number;
  Place place{};
  if (!std::getline(parts, list, '.') || !std::getline(parts, number, '.') ||
      !std::getline(parts, place.field))
    return std::nullopt;
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), place.program);
  if (list != "programs" || error != std::errc() || *end != '\0') return std::nullopt;
  return place;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  std::vector<ProgramLine> read() {
    for (const TomlValue& value : parse_toml(read_toml_text(file_), file_, ArraysOfTables::kWanted))
      take(value);
    if (faults_.empty() && programs_.empty())
      faults_.push_back({file_, "has no programs", "an array of tables", kFileExample});
    std::vector<ProgramLine> lines;
    for (auto& [number, program] : programs_) lines.push_back(finish(program));
    if (!faults_.empty()) throw ConfigurationError(faults_);
    return lines;
  }

 private:
  struct Program {
    ProgramLine line;
    int at = 0;  ///< a line of the file
    bool has_node = false;
  };

  void refuse(int line, const std::string& what, const std::string& found,
              const std::string& allowed, const std::string& advice) {
    faults_.push_back({file_ + ":" + std::to_string(line) + (what.empty() ? "" : ": ") + what,
                       found, allowed, advice});
  }

  void take(const TomlValue& value) {
    const auto place = place_of(value.key);
    if (!place)
      return refuse(value.line, value.key, "is no program", "an array of tables, programs",
                    kFileExample);
    Program& program = programs_[place->program];
    if (program.at == 0) program.at = value.line;
    if (place->field == "environment") {
      const auto is_setting = [](const std::string& text) { return text.find('=') + 1 > 1; };
      if (!value.array || !std::all_of(value.texts.begin(), value.texts.end(), is_setting))
        return refuse(value.line, place->field, "is no list of settings", "NAME=value in each text",
                      "write for example environment = [\"LC_ALL=C\"]");
      program.line.environment = value.texts;
      return;
    }
    if (value.array)
      return refuse(value.line, place->field, "is a list", "one text or number", kFileExample);
    set(program, place->field, value.texts.front(), value.line);
  }

  void set(Program& program, const std::string& field, const std::string& text, int line) {
    ProgramLine& known = program.line;
    const auto wrong = [&](const char* allowed, const char* advice) {
      refuse(line, field, '"' + text + '"', allowed, advice);
    };
    if (field == "node") {
      const auto node = quantity::parse_count(text);
      program.has_node = true;
      if (!node || *node < 0 || *node >= static_cast<std::int64_t>(kMostProgramNodes))
        return wrong("a number of a node, from 0 to 63", "write for example node = 0");
      known.node = static_cast<std::size_t>(*node);
    } else if (field == "run") {
      known.command = text;
    } else if (field == "start") {
      const auto start = quantity::parse_time(text);
      if (!start || *start < Time())
        return wrong("a time with its unit", "write for example start = \"50 ms\"");
      known.start = *start;
    } else if (field == "stays") {
      if (text != "true" && text != "false") return wrong("true or false", "write stays = true");
      known.stays = text == "true";
    } else if (field == "directory") {
      known.directory = text;
    } else if (field == "input") {
      known.input = text;
    } else {
      refuse(line, field, "there is no such field",
             "node, run, start, stays, directory, input, environment", "check the spelling");
    }
  }

  ProgramLine finish(Program& program) {
    ProgramLine& line = program.line;
    if (!program.has_node || line.command.empty())
      refuse(program.at, "", program.has_node ? "a program without run" : "a program without node",
             "programs with node and run", kFileExample);
    const std::size_t number = of_node_[line.node]++;
    line.key = "node" + std::to_string(line.node);
    if (number > 0) line.key += "." + std::to_string(number);
    return line;
  }

  const std::string file_;
  std::map<std::size_t, Program> programs_;
  std::map<std::size_t, std::size_t> of_node_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<ProgramLine> read_program_file(const std::string& file) {
  return Reader(file).read();
}

}  // namespace flybar::experiments
