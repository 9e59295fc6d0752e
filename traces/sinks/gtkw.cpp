/// GTKWave's save file. Each line of the form @FLAGS says how the signals after it are shown.
#include <algorithm>
#include <cmath>

#include "traces/sinks/output.h"
#include "traces/sinks/waves.h"

namespace flybar {
namespace {

namespace flags {
constexpr std::string_view kText = "@820\n";
constexpr std::string_view kBit = "@28\n";
constexpr std::string_view kHex = "@22\n";
constexpr std::string_view kAnalogSteps = "@8024\n";
constexpr std::string_view kTallerAnalog = "@20000\n";
constexpr std::string_view kGroupBegins = "@800200\n";
constexpr std::string_view kGroupEnds = "@1000200\n";
}  // namespace flags

/// GTKWave spreads 2^-zoom units of time, here ps, over 200 pixels. So many times 200 pixels are
/// left for the waves beside the names.
constexpr double kWidth = 6;

bool has_waves(const Track& track) {
  return track.kind == TrackKind::kActivity || track.kind == TrackKind::kSignal;
}

/// So much of all names is the same and names no node: "system.", or nothing.
std::size_t common_prefix(const std::vector<Track>& tracks) {
  const auto first = std::find_if(tracks.begin(), tracks.end(), has_waves);
  if (first == tracks.end()) return 0;
  const std::string prefix = first->name.substr(0, first->name.find('.') + 1);
  const bool common = std::all_of(tracks.begin(), tracks.end(), [&](const Track& track) {
    const bool longer = std::count(track.name.begin(), track.name.end(), '.') >= 2;
    return !has_waves(track) || (longer && track.name.starts_with(prefix));
  });
  return common ? prefix.size() : 0;
}

std::string range(unsigned bits) {
  std::string text;
  if (bits > 1) text.append("[").append(std::to_string(bits - 1)).append(":0]");
  return text;
}

void line(Output& out, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) out.write(part);
  out.write("\n");
}

/// All tracks of one node, under names without it. GTKWave shows of a name what follows the last
/// dot, so there are spaces instead.
class Group {
 public:
  Group(Output& out, std::string name, std::size_t prefix)
      : out_(out), name_(std::move(name)), prefix_(prefix) {}

  static std::string of(const Track& track, std::size_t prefix) {
    return track.name.substr(prefix, track.name.find('.', prefix) - prefix);
  }

  void show(const std::vector<Track>& tracks) {
    out_.write(flags::kGroupBegins);
    line(out_, {"-", name_});
    for (const TrackKind kind : {TrackKind::kActivity, TrackKind::kSignal})
      for (const Track& track : tracks)
        if (track.kind == kind && of(track, prefix_) == name_)
          kind == TrackKind::kActivity ? show_activity(track) : show_signal(track);
    out_.write(flags::kGroupEnds);
    line(out_, {"-", name_});
  }

 private:
  /// `detail` says which of the track's variables it is.
  void show(std::string_view flag, const Track& track, const std::string& variable,
            std::string_view detail = "") {
    std::string alias = track.name.substr(std::min(prefix_ + name_.size() + 1, track.name.size()));
    std::replace(alias.begin(), alias.end(), '.', ' ');
    out_.write(flag);
    line(out_, {"+{", alias, detail, "} ", track.name, variable});
  }

  void show_activity(const Track& track) {
    show(flags::kBit, track, ".busy");
    show(flags::kText, track, ".label", " label");
  }

  void show_signal(const Track& track) {
    if (track.text) return show(flags::kText, track, "");
    const bool quantity = !track.unit.empty();
    const std::string_view number = track.bits > 1 ? flags::kHex : flags::kBit;
    show(quantity ? flags::kAnalogSteps : number, track, range(track.bits));
    if (!quantity) return;
    out_.write(flags::kTallerAnalog);
    out_.write("-\n");
  }

  Output& out_;
  const std::string name_;
  const std::size_t prefix_;
};

/// All of the time from `from` to `to`.
void show_time(Output& out, Time from, Time to) {
  const double units = std::max(1.0, static_cast<double>((to - from).ps()) / kWidth);
  line(out, {"[timestart] ", std::to_string(from.ps())});
  line(out, {"[size] 1500 900\n[signals_width] 240\n[sst_expanded] 0"});
  line(out, {"*", std::to_string(-std::log2(units)), " -1"});
}

}  // namespace

void write_gtkw(const std::filesystem::path& waveform, const std::vector<Track>& tracks, Time from,
                Time to) {
  Output out(waveform.string() + ".gtkw");
  show_time(out, from, to);
  const std::size_t prefix = common_prefix(tracks);
  Scope groups;
  for (const Track& track : tracks)
    if (has_waves(track)) groups.add(Group::of(track, prefix), 0);
  for (const auto& group : groups.children) Group(out, group->name, prefix).show(tracks);
  out.commit();
}

}  // namespace flybar
