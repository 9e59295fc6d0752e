#include "testbenches/flybar/sweep/sweep_notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/sweep/sweep_directory.h"
#include "testbenches/flybar/sweep/sweep_text.h"
#include "testbenches/flybar/terminal/terminal_text.h"

namespace flybar::program {
namespace {

constexpr std::size_t kMostNotes = 4;

struct Note {
  std::string text;
  std::vector<const SweepRow*> rows;
};

/// In the order in which rows have them.
std::vector<Note> notes_of(const SweepTable& table, const std::filesystem::path& directory) {
  std::vector<Note> notes;
  for (const SweepRow& row : table.rows) {
    const auto file = points_of_sweep(directory) / (row.point + ".json");
    const auto record = row.results.empty() ? std::nullopt : whole_file(file.string());
    if (!record) continue;
    for (const std::string& text : notes_from_json(*record, file.string())) {
      auto note = std::find_if(notes.begin(), notes.end(),
                               [&](const Note& other) { return other.text == text; });
      if (note == notes.end()) note = notes.insert(notes.end(), {text, {}});
      note->rows.push_back(&row);
    }
  }
  return notes;
}

std::string where(const SweepTable& table, const Note& note) {
  if (note.rows.size() > 1) return fmt::format("{} points", note.rows.size());
  std::string text;
  for (std::size_t i = 0; i < table.plan.axes.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", table.plan.axes[i].key,
                        note.rows.front()->values[i]);
  return text;
}

}  // namespace

std::string sweep_notes(const SweepTable& table, const std::filesystem::path& directory) {
  constexpr std::size_t kHanging = 2;
  if (table.rows.size() > kMostShownPoints) return "";
  const std::vector<Note> notes = notes_of(table, directory);
  std::string text;
  for (std::size_t i = 0; i < std::min(notes.size(), kMostNotes); ++i)
    text += wrapped(fmt::format("note at {}: {}", where(table, notes[i]), notes[i].text),
                    kSweepWidth, kHanging);
  if (notes.size() > kMostNotes)
    text += fmt::format("{} more notes, in the records of the points\n", notes.size() - kMostNotes);
  return text;
}

}  // namespace flybar::program
