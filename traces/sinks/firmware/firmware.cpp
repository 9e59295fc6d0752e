#include "traces/sinks/firmware/firmware.h"

#include <algorithm>

namespace flybar {
namespace {

/// Laps of a loop through several functions that repeat to the clock: nothing came that would
/// change them.
constexpr std::string_view kLoop = "waits";

/// What any firmware uses, as the access to a register, belongs to its caller.
bool is_common(const std::filesystem::path& file) {
  return file.parent_path().filename() == "common";
}

std::string label_of(const SourceLocation& at) {
  const auto innermost =
      std::find_if(at.inlined.rbegin(), at.inlined.rend(),
                   [](const InlinedCall& call) { return !is_common(call.file); });
  const std::string& label = innermost == at.inlined.rend() ? at.function : innermost->function;
  return label.empty() ? "unknown" : label;
}

std::string firmware_of(const std::string& program) {
  return parent_of(program) + ".firmware";
}

}  // namespace

void Firmware::declared(const Track& track) {
  Stage::declared(track);
  if (track.kind != TrackKind::kProgram) return;
  const auto id = static_cast<TrackId>(tracks().size() - 1);
  const TrackId shown = next().declare(
      {.name = firmware_of(track.name), .part_of = track.part_of, .block = Block::kProcessor});
  const Time clock = track.period;
  const auto put = [=, this](const FirmwareSlice& slice) {
    next().on(Activity{shown, clock * static_cast<std::int64_t>(slice.begin),
                       clock * static_cast<std::int64_t>(slice.end), labels_.text(slice.label), 0,
                       0});
  };
  programs_[id].slices = std::make_unique<FirmwareSlices>(labels_.number(kLoop), put);
}

std::uint32_t Firmware::label_at(std::string_view program, std::uint32_t pc) {
  const auto known = label_at_.find(pc);
  if (known != label_at_.end()) return known->second;
  return label_at_[pc] = labels_.number(label_of(locate_(program, pc)));
}

/// The stalls before an instruction are its own.
FirmwareSlice Firmware::slice_of(const Program& program, const Retired& retired) {
  const std::uint64_t end = retired.cycle + 1;
  return {end - std::min<std::uint64_t>(end, retired.cycles), end,
          label_at(program.name, retired.pc)};
}

void Firmware::on(const Retired& retired) {
  Program& program = programs_.at(retired.track);
  program.name = tracks()[retired.track].name;
  std::vector<Retired>& laps = program.laps;
  const bool same_lap = !laps.empty() && retired.period == laps[0].period &&
                        retired.cycle < laps[0].cycle + laps[0].period;
  if (!same_lap) take_laps(program);
  if (retired.period > 0)
    laps.push_back(retired);
  else
    program.slices->add(slice_of(program, retired));
  pass(retired);
}

/// A loop that the end of the run has cut has come further in its first steps.
void Firmware::take_laps(Program& program) {
  std::vector<Retired>& laps = program.laps;
  if (laps.empty()) return;
  const std::uint64_t whole = laps.back().times;
  std::vector<FirmwareSlice> lap;
  for (const Retired& step : laps) lap.push_back(slice_of(program, step));
  program.slices->add_laps(lap, laps[0].period, whole);
  for (std::size_t i = 0; i < laps.size(); ++i) {
    if (laps[i].times == whole) continue;
    const std::uint64_t later = whole * laps[i].period;
    program.slices->add({lap[i].begin + later, lap[i].end + later, lap[i].label});
  }
  laps.clear();
}

void Firmware::close(Time end) {
  for (auto& [track, program] : programs_) {
    take_laps(program);
    program.slices->close();
  }
  Stage::close(end);
}

}  // namespace flybar
