#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "testbenches/flybar/command/command_line.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/plan/sweep_plan.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/results/scratch_directory.h"
#include "testbenches/flybar/results/shown_results.h"
#include "testbenches/flybar/results/shown_unit.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/sweep/means.h"
#include "testbenches/flybar/sweep/sweep_table.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/shell_words.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

std::string head_of(const FoundRow& row) {
  std::string text = fmt::format("point {}", row.number);
  for (const auto& [key, value] : row.varied) text += fmt::format(", {} = {}", key, value);
  return text + "\n" + row.status + (row.error.empty() ? "" : ": " + row.error) + "\n";
}

bool is_wanted(const ShowRequest& request, const std::string& name) {
  const auto& names = request.results;
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

std::string text_of(const ShowRequest& request, const FoundRow& row) {
  TextTable table({"result", "value", "unit"});
  for (const experiments::Result& result : row.results) {
    const ShownUnit unit(result.unit, {result.value});
    if (is_wanted(request, result.name))
      table.add({result.name, unit.text(result.value), unit.name()});
  }
  return head_of(row) + "\n" + (row.results.empty() ? "" : table.text() + "\n") + row.command +
         "\n";
}

RunRequest request_of(const FoundRow& row) {
  std::vector<const char*> arguments{"flybar"};
  const std::vector<std::string> words = words_of(row.command);
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const Request request = parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  return std::get<RunRequest>(request);
}

/// The first result that is not as it was; empty if there is none.
std::string difference(const FoundRow& row, const std::string& file) {
  const auto now = from_json(whole_file(file).value_or(""), file).results.numbers;
  for (const experiments::Result& before : row.results) {
    const auto same = std::find_if(now.begin(), now.end(),
                                   [&](const auto& other) { return other.name == before.name; });
    if (same == now.end()) return before.name + " is no result now";
    if (same->value != before.value)
      return fmt::format("{} was {}, now {}", before.name, for_programs(before.value),
                         for_programs(same->value));
  }
  return "";
}

/// Runs the point alone, and says whether it is still the same. What is asked for on the standard
/// output stands there alone.
int rerun(const ShowRequest& request, const FoundRow& row) {
  const ScratchDirectory scratch;
  RunRequest run = request_of(row);
  run.traces = request.traces;
  run.trace_window = request.trace_window;
  run.messages = request.messages;
  run.calls = request.calls;
  const bool json_to_stdout = is_standard_output(request.json);
  const bool to_file = !request.json.empty() && !json_to_stdout;
  const bool stdout_taken =
      json_to_stdout || is_standard_output(request.messages) || is_standard_output(request.calls);
  if (json_to_stdout) run.quiet = true;
  run.json = to_file ? request.json : (scratch.path() / "point.json").string();
  const auto say = [&](const std::string& text) {
    stdout_taken ? static_cast<void>(std::fputs(text.c_str(), stderr)) : print(text);
  };
  say(head_of(row) + "\n");
  const int code = execute(run);
  if (json_to_stdout) print(whole_file(run.json).value_or(""));
  if (row.status != "done") return code;
  const std::string different = difference(row, run.json);
  say(different.empty() ? "\nthe results are those of the sweep\n"
                        : "\nthe results are not those of the sweep, as program or files have "
                          "changed: " +
                              different + "\n");
  return different.empty() ? kOk : kDiffers;
}

template <class Results>
void check_names(const ShowRequest& request, const Results& results) {
  std::vector<std::string> names;  // each once, though every point has it
  for (const auto& result : results)
    if (std::find(names.begin(), names.end(), result.name) == names.end())
      names.push_back(result.name);
  if (!names.empty()) check_wanted(request.results, names);
}

/// The results of the whole sweep that are to be shown.
ResultSet wanted_means(const ShowRequest& request) {
  ResultSet set = read_results(request.directory);
  std::vector<MeasuredResult> all;
  for (MeasuredPoint& point : set.points) {
    all.insert(all.end(), point.results.begin(), point.results.end());
    std::erase_if(point.results,
                  [&](const MeasuredResult& result) { return !is_wanted(request, result.name); });
  }
  check_names(request, all);
  return set;
}

void check(const ShowRequest& request) {
  if (request.rerun && request.point.empty())
    throw UsageError({"flybar sweep show", "--rerun is given without a POINT",
                      "the number of a row, or the beginning of a point's name", "add it"});
  const std::string table = table_of_sweep(request.directory).string();
  refuse_collisions(
      {{"--json", request.json}, {"--messages", request.messages}, {"--calls", request.calls}},
      {{"DIR", table}});
}

}  // namespace

int execute(const ShowRequest& request) {
  check(request);
  if (request.point.empty()) return print(means_text(wanted_means(request))), kOk;
  const FoundRow row = find_row(request.directory, request.point);
  check_names(request, row.results);
  if (request.rerun) return rerun(request, row);
  print(text_of(request, row));
  return kOk;
}

}  // namespace flybar::program
