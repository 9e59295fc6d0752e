#include "testbenches/flybar/run/run_text.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include <fmt/format.h>

#include "testbenches/flybar/results/shown_results.h"
#include "testbenches/flybar/results/shown_unit.h"
#include "testbenches/flybar/run/run_tables.h"
#include "testbenches/flybar/terminal/terminal_text.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

/// A run, and what is known of it besides its results.
struct ShownRun {
  const Record& record;
  const std::string& system;          ///< name of the platform or of the system
  std::vector<std::string> headline;  ///< of the experiment
  PublishedBeside published;
};

using experiments::Result;
using experiments::Results;
using experiments::Table;

constexpr std::size_t kLines = 24;
constexpr const char* kWaits = "what messages waited for";
constexpr const char* kUse = "utilisation";
constexpr const char* kPolling = "polling %";
constexpr const char* kLatencies = "message latency";
constexpr std::size_t kFewestResults = 2;

/// How much is shown, and what is left out first beside long texts.
struct Shown {
  std::size_t results;
  std::size_t nodes = 4;
  std::size_t waits = 3;

  /// False if there is nothing to leave out any more.
  bool shrink() {
    for (const std::size_t fewest : {2, 1})
      for (std::size_t* rows : {&nodes, &waits})
        if (*rows > fewest) return --*rows, true;
    if (results > kFewestResults) return --results, true;
    return false;
  }
};

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string head_text(const ShownRun& run) {
  return run.record.experiment + " on " + run.system + "\n\n";
}

std::string limit_text(const std::string& limit) {
  constexpr std::size_t kHanging = 2;
  std::string text;
  if (!limit.empty()) text.append("\n").append(wrapped("limit: " + limit, kRunWidth, kHanging));
  return text;
}

std::string notes_text(const std::vector<std::string>& notes) {
  constexpr std::size_t kHanging = 2;
  std::string text = notes.empty() ? "" : "\n";
  for (const std::string& note : notes) text += wrapped("note: " + note, kRunWidth, kHanging);
  return text;
}

std::string time_text(double us) {
  const ShownUnit unit("us", {us});
  return unit.text(us) + " " + unit.name();
}

std::string simulation_text(const Record& record) {
  const double simulated = record.results.simulated.us();
  return "\nsimulated " + time_text(simulated) + " in " + time_text(record.wall_seconds * 1e6) +
         ", " + for_people(simulated * 1e-6 / record.wall_seconds) + " x real time, " +
         for_people(static_cast<double>(record.results.nic_cycles)) + " NIC cycles\n";
}

/// What makes a row of a table worth showing.
using Weight = std::function<double(const Table::Row&)>;

/// Keeps the rows of the most weight, and puts them first if some are left out.
Table heaviest(const Table& whole, std::size_t rows, const Weight& weight) {
  Table table = whole;
  if (table.rows.size() <= rows) return table;
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [&](const Table::Row& a, const Table::Row& b) { return weight(a) > weight(b); });
  table.rows.resize(rows);
  return table;
}

std::string waits_text(const Results& results, std::size_t rows) {
  constexpr std::size_t kMean = 0;
  const Table* waits = find_table(results, kWaits);
  if (!waits) return "";
  return brief_text(
      heaviest(*waits, rows, [](const Table::Row& row) { return row.values[kMean]; }));
}

/// "node1" as a word of the text; the name of a cable's end has a space in it.
bool names(const std::string& text, const std::string& node) {
  std::string spaced = node;
  spaced.insert(std::min(node.find_first_of("0123456789"), node.size()), " ");
  for (const std::string& name : {node, spaced})
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if (end == text.size() || std::isdigit(static_cast<unsigned char>(text[end])) == 0)
        return true;
    }
  return false;
}

/// Nodes that the limit names come first, then those that work most. Looking whether something has
/// come is no work.
std::string use_text(const Results& results, std::size_t rows) {
  const Table* use = find_table(results, kUse);
  if (!use) return "";
  const auto weight = [&](const Table::Row& row) {
    constexpr double kNamed = 1000;  // above any share
    double most = 0;
    for (std::size_t i = 0; i < use->columns.size(); ++i)
      if (use->columns[i].ends_with("%") && use->columns[i] != kPolling)
        most = std::max(most, row.values[i]);
    return names(results.limit.text, row.name) ? kNamed + most : most;
  };
  return brief_text(heaviest(*use, rows, weight));
}

bool is_brief(const Table& table) {
  return table.name == kWaits || table.name == kUse;
}

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// What only `verbose` shows; empty if that is nothing.
std::string more_text(const Results& results, const Shown& shown) {
  std::vector<std::string> more;
  const auto add = [&more](std::size_t count, const char* what) {
    if (count > 0) more.push_back(counted(count, what));
  };
  add(without_repeats(results.numbers).size() - shown.results, "result");
  add(static_cast<std::size_t>(std::count_if(results.tables.begin(), results.tables.end(),
                                             [](const Table& table) { return !is_brief(table); })),
      "table");
  const Table* use = find_table(results, kUse);
  if (use && use->rows.size() > shown.nodes) add(use->rows.size() - shown.nodes, "node");
  return more.empty() ? "" : fmt::format("more with --verbose: {}\n", fmt::join(more, ", "));
}

std::string text_of(const ShownRun& run, const std::vector<Result>& candidates,
                    const Shown& shown) {
  const Results& all = run.record.results;
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(shown.results);
  return head_text(run) + numbers_text({candidates.begin(), end}, run.published) +
         limit_text(all.limit.text) + notes_text(all.notes) + waits_text(all, shown.waits) +
         use_text(all, shown.nodes) + simulation_text(run.record) + more_text(all, shown);
}

/// The latencies of the messages that the results are of stand there already.
Table without_results(const Table& table) {
  Table rest = table;
  if (table.name == kLatencies && !rest.rows.empty()) rest.rows.erase(rest.rows.begin());
  return rest;
}

std::string brief_run_text(const ShownRun& run) {
  const ShownResults results = shown_results(run.record.results.numbers, run.headline);
  std::vector<Result> candidates = results.main;
  candidates.insert(candidates.end(), results.others.begin(), results.others.end());
  Shown shown{std::min(candidates.size(), std::max(results.main.size(), kFewestResults))};
  const auto fits = [&](const Shown& other) {
    return count_lines(text_of(run, candidates, other)) <= kLines;
  };
  while (!fits(shown) && shown.shrink()) {
  }
  for (Shown more = shown; more.results < candidates.size(); shown = more) {
    ++more.results;
    if (!fits(more)) break;
  }
  return text_of(run, candidates, shown);
}

std::string verbose_run_text(const ShownRun& run) {
  const Results& all = run.record.results;
  std::string text = head_text(run) + numbers_text(without_repeats(all.numbers), run.published);
  text += limit_text(all.limit.text) + notes_text(all.notes);
  for (const char* first : {kWaits, kUse})
    if (const Table* table = find_table(all, first)) text += whole_text(*table);
  for (const Table& table : all.tables) {
    const Table rest = without_results(table);
    if (!is_brief(table) && !rest.rows.empty()) text += whole_text(rest);
  }
  return text + simulation_text(run.record);
}

}  // namespace

std::string run_text(const RunRequest& request, const Prepared& ready, const Record& record) {
  const ShownRun run{record, ready.system->params.platform, ready.experiment->headline(),
                     PublishedBeside(request, ready)};
  return request.verbose ? verbose_run_text(run) : brief_run_text(run);
}

}  // namespace flybar::program
