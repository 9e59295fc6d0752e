#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "models/cluster/files/builtin.h"
#include "models/cluster/files/platform.h"
#include "models/cluster/files/system_file.h"
#include "models/common/toml_file.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/load.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/prepare/prepare_steps.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/terminal_text.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

/// One line of the list.
struct Line {
  std::string key;
  std::string value;
  std::string unit;
  std::string default_value;
  std::string allowed;
  std::string grid;        ///< "multiples of 4 B", or empty
  std::string confidence;  ///< D, M, I or G
  std::string fitted;      ///< "fitted" or empty
  std::string source;
  std::string set_by;  ///< file and line of the platform that changes it or knows more, or empty
  std::string summary;
};

Line line_of(const std::string& key, const Parameter& parameter, bool fitted) {
  return {key,
          parameter.value(),
          parameter.unit,
          parameter.default_value,
          parameter.allowed,
          parameter.grid,
          std::string(1, letter(parameter.about.confidence)),
          fitted ? "fitted" : "",
          parameter.about.source,
          "",
          parameter.about.summary};
}

std::string text_of(const std::string& file) {
  for (const auto* builtins : {&cluster::kBuiltinPlatforms, &cluster::kBuiltinSystems})
    for (const cluster::BuiltinFile& builtin : *builtins)
      if (file == builtin.path) return std::string(builtin.text);
  return read_toml_text(file);
}

/// For each "FILE:LINE" of a setting, what stands behind its value: "I: bus manual" of "# I: bus
/// manual".
using Comments = std::map<std::string, std::string>;

/// What stands behind the first '#' outside of a string, without the space between; empty if
/// there is none.
std::string comment_of(const std::string& line) {
  char quote = 0;  // that of the string in which this character lies
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == '"' && c == '\\')
      ++i;
    else if (quote != 0)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#')
      return line.substr(std::min(line.find_first_not_of(' ', i + 1), line.size()));
  }
  return "";
}

/// Of the file that these are of.
Comments comments_of(const std::vector<cluster::Setting>& settings) {
  Comments comments;
  if (settings.empty()) return comments;
  const std::string& where = settings.front().where;
  const std::string file = where.substr(0, where.rfind(':'));
  std::istringstream text(text_of(file));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number)
    comments[fmt::format("{}:{}", file, number)] = comment_of(line);
  return comments;
}

/// It begins with a letter of confidence.
bool tells_confidence(const std::string& comment) {
  constexpr std::string_view kLetters = "DMIGC";
  return !comment.empty() && kLetters.find(comment[0]) != kLetters.npos &&
         (comment.size() == 1 || std::ispunct(static_cast<unsigned char>(comment[1])));
}

/// What is known of the default says nothing about a value that the platform file gives, unless it
/// is the same. Its own comment does, if it tells its confidence.
void set_by_platform(Line& line, bool changes, const std::string& where,
                     const std::string& comment) {
  const bool told = tells_confidence(comment);
  if (!changes && !told) return;
  line.set_by = where;
  line.confidence = told ? comment.substr(0, 1) : "";
  line.source = told && comment.size() > 3 ? comment.substr(3) + ", " + where : where;
}

/// "client" and "mcp.mode" of "client.mcp.mode"; no role if the key is that of all nodes.
std::pair<std::string_view, std::string_view> role_and_name(const cluster::SystemParams& system,
                                                            std::string_view key) {
  for (const cluster::SystemParams::Role& role : system.roles)
    if (key.starts_with(role.name + ".")) return {role.name, key.substr(role.name.size() + 1)};
  return {{}, key};
}

bool sets(const cluster::Setting& setting, const cluster::SystemParams& system,
          std::string_view key) {
  const auto [role, name] = role_and_name(system, key);
  const auto [set_role, set_name] = role_and_name(system, setting.key);
  return name == set_name && (role.empty() || set_role.empty() || role == set_role);
}

/// Where a file sets the parameter, or empty.
std::string set_by(const std::vector<cluster::Setting>& settings,
                   const cluster::SystemParams& system, const cluster::SystemTable::Row& row) {
  const auto last =
      std::find_if(settings.rbegin(), settings.rend(),
                   [&](const cluster::Setting& setting) { return sets(setting, system, row.key); });
  return last == settings.rend() ? "" : last->where;
}

/// What a line says of a value that a file gives.
void tell_origin(Line& line, const Parameter& parameter, const std::string& where,
                 Comments& comments) {
  const bool changes = parameter.value() != parameter.default_value;
  if (!where.empty()) set_by_platform(line, changes, where, comments[where]);
}

std::vector<Line> platform_lines(const cluster::PlatformFile& platform) {
  const auto system = systems::load(platform);
  Comments comments = comments_of(platform.settings);
  std::vector<Line> lines;
  for (const cluster::SystemTable::Row& row : system->table.rows()) {
    lines.push_back(
        line_of(row.key, *row.parameter, row.parameter->about.fitted || platform.fitted(row.key)));
    tell_origin(lines.back(), *row.parameter, set_by(platform.settings, system->params, row),
                comments);
  }
  return lines;
}

/// The platform of the nodes that a key is of: those of its role, or the first ones.
const cluster::PlatformFile& platform_of(const cluster::SystemParams& system, std::string_view key,
                                         const std::vector<cluster::PlatformFile>& platforms) {
  const std::string_view role = role_and_name(system, key).first;
  for (std::size_t i = 0; i < system.roles.size() && i < platforms.size(); ++i)
    if (system.roles[i].name == role) return platforms[i];
  return platforms.front();
}

/// What the file itself sets goes before what the platforms of its nodes set.
std::vector<Line> lines_of_system(const cluster::SystemFile& file) {
  const auto system = systems::load(file);
  std::vector<cluster::PlatformFile> platforms;
  Comments comments = comments_of(file.settings);
  for (const cluster::NodeGroup& group : file.groups) {
    platforms.push_back(cluster::find_platform(group.platform));
    comments.merge(comments_of(platforms.back().settings));
  }
  std::vector<Line> lines;
  for (const cluster::SystemTable::Row& row : system->table.rows()) {
    const cluster::PlatformFile& platform = platform_of(system->params, row.key, platforms);
    lines.push_back(
        line_of(row.key, *row.parameter, row.parameter->about.fitted || platform.fitted(row.key)));
    std::string where = set_by(file.settings, system->params, row);
    if (where.empty()) where = set_by(platform.settings, system->params, row);
    tell_origin(lines.back(), *row.parameter, where, comments);
  }
  return lines;
}

/// The options of every experiment, as "one-way: payload".
std::vector<Line> option_lines() {
  std::vector<Line> lines;
  for (const experiments::Entry& entry : experiments::all_with_loaded()) {
    Parameters options;
    const auto experiment = entry.make();
    experiment->describe(options);
    for (const Parameter& option : options.all())
      lines.push_back(line_of(std::string(entry.name) + ": " + option.key, option, false));
  }
  return lines;
}

std::string allowed_text(const Line& line) {
  return line.grid.empty() ? line.allowed : line.allowed + ", " + line.grid;
}

std::string table_text(const std::vector<Line>& lines) {
  TextTable table({"name", "value", "default", "allowed", "conf", "", "summary", "source"});
  for (const Line& line : lines)
    table.add({line.key, line.value, line.default_value, allowed_text(line), line.confidence,
               line.fitted, line.summary, line.source});
  return table.text();
}

/// For a terminal: a paragraph for each parameter.
std::string paragraphs(const std::vector<Line>& lines, std::size_t width) {
  constexpr std::size_t kIndent = 4;
  std::string all;
  for (const Line& line : lines) {
    std::string facts = line.key + " = " + line.value;
    if (line.value != line.default_value) facts += " (default " + line.default_value + ")";
    facts += ", of " + allowed_text(line);
    if (!line.confidence.empty()) facts += "; " + line.confidence;
    if (!line.fitted.empty()) facts += ", " + line.fitted;
    all += wrapped(facts, width, kIndent);
    all += std::string(kIndent, ' ') +
           wrapped(line.summary + " [" + line.source + "]", width - kIndent, kIndent);
  }
  return all;
}

std::size_t width_of(const ParamsRequest& request) {
  constexpr int kNarrowest = 40;
  if (request.width < -1 || (request.width > 0 && request.width < kNarrowest))
    throw UsageError({"--width", fmt::format("{} columns", request.width),
                      fmt::format("{} columns or more, or 0 for one wide table", kNarrowest),
                      "choose another, or leave the option out"});
  if (request.width >= 0) return static_cast<std::size_t>(request.width);
  if (!isatty(STDOUT_FILENO)) return 0;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < kNarrowest) return 80;
  return size.ws_col;
}

std::string json_text(const std::vector<Line>& lines) {
  std::vector<JsonRow> rows;
  rows.reserve(lines.size());
  for (const Line& line : lines)
    rows.push_back({{{"name", line.key},
                     {"value", line.value},
                     {"unit", line.unit},
                     {"default", line.default_value},
                     {"allowed", line.allowed},
                     {"grid", line.grid},
                     {"confidence", line.confidence},
                     {"fitted", line.fitted},
                     {"summary", line.summary},
                     {"source", line.source},
                     {"set_by", line.set_by}},
                    {}});
  return to_json("parameters", rows);
}

/// `flybar params mcp` means the pattern, `flybar params alcor-miata` the platform.
ParamsRequest understood(ParamsRequest request) {
  if (!request.system.empty()) {
    if (!request.pattern.empty())
      throw UsageError({"flybar params", "a PLATFORM is given with --system",
                        "one of them: a system file names the platforms of its nodes",
                        "leave one out"});
    std::swap(request.platform, request.pattern);
    return request;
  }
  const auto platforms = cluster::builtin_platforms();
  const bool names_one = request.platform.ends_with(".toml") ||
                         std::any_of(platforms.begin(), platforms.end(), [&](const auto& platform) {
                           return platform.name == request.platform;
                         });
  if (!names_one && request.pattern.empty()) std::swap(request.platform, request.pattern);
  if (request.platform.empty()) request.platform = kDefaultPlatform;
  return request;
}

}  // namespace

int execute(const ParamsRequest& written) {
  preparing::load_objects(written.load);
  const ParamsRequest request = understood(written);
  const bool of_system = !request.system.empty();
  const std::string& name = of_system ? request.system : request.platform;
  refuse_collisions({{"--json", request.json}},
                    {{of_system ? "--system" : "PLATFORM", name.ends_with(".toml") ? name : ""}});
  Destination json(request.json);
  std::vector<Line> lines = of_system ? lines_of_system(cluster::find_system(name))
                                      : platform_lines(cluster::find_platform(name));
  for (Line& line : option_lines()) lines.push_back(std::move(line));
  std::erase_if(
      lines, [&](const Line& line) { return line.key.find(request.pattern) == std::string::npos; });
  if (lines.empty())
    throw UsageError({"flybar params", "no key holds \"" + request.pattern + "\"",
                      "a platform, or part of a key", "leave the pattern out to see them all"});
  const std::size_t width = width_of(request);
  if (!json.is_stdout()) print(width == 0 ? table_text(lines) : paragraphs(lines, width));
  json.write(json_text(lines));
  return kOk;
}

}  // namespace flybar::program
