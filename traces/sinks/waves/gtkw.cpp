/// GTKWave's save file. Each line of the form @FLAGS says how the signals after it are shown.
#include <algorithm>
#include <array>
#include <cmath>

#include "traces/sinks/output.h"
#include "traces/sinks/waves/waves.h"

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
constexpr std::string_view kClosedGroupBegins = "@c00200\n";
constexpr std::string_view kClosedGroupEnds = "@1401200\n";
}  // namespace flags

/// GTKWave spreads 2^-zoom units of time, here ps, over 200 pixels. So many times 200 pixels are
/// left for the waves beside the names.
constexpr double kWidth = 6;

/// The name of a marker is at most a sixteenth of the waves wide.
constexpr int kNamesAcross = 16;

/// GTKWave's colours of blocks, in the order of Block; 0 is none.
constexpr int kOrange = 2, kYellow = 3, kGreen = 4, kBlue = 5, kViolet = 7;
constexpr std::array kColours = {0, kOrange, kGreen, kYellow, kBlue, kViolet, kViolet, kOrange};

/// More nodes do not fit on a screen.
constexpr std::size_t kNodesInOverview = 2;

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

std::string group_of(const Track& track, std::size_t prefix) {
  return track.name.substr(prefix, track.name.find('.', prefix) - prefix);
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

/// Names of signals stand without what the group's name says. GTKWave shows of a name what follows
/// the last dot, so there are spaces instead.
class Rows {
 public:
  Rows(Output& out, std::size_t shortened) : out_(out), shortened_(shortened) {}

  void show_busy(const Track& track) { show(flags::kBit, track, ".busy"); }
  void show_label(const Track& track, std::string_view detail) {
    show(flags::kText, track, ".label", detail);
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

 private:
  /// `detail` says which of the track's variables it is.
  void show(std::string_view flag, const Track& track, const std::string& variable,
            std::string_view detail = "") {
    std::string alias = track.name.substr(std::min(shortened_, track.name.size()));
    std::replace(alias.begin(), alias.end(), '.', ' ');
    const int colour = kColours[static_cast<std::size_t>(track.block)];
    out_.write(flag);
    if (colour != 0) line(out_, {"[color] ", std::to_string(colour)});
    line(out_, {"+{", alias, detail, "} ", track.name, variable});
  }

  Output& out_;
  const std::size_t shortened_;
};

/// Everything of one node.
void show_group(Output& out, const std::string& name, std::size_t prefix,
                const std::vector<Track>& tracks) {
  line(out, {flags::kClosedGroupBegins, "-", name});
  Rows rows(out, prefix + name.size() + 1);
  for (const Track& track : tracks) {
    if (track.kind != TrackKind::kActivity || group_of(track, prefix) != name) continue;
    rows.show_busy(track);
    rows.show_label(track, " label");
  }
  for (const Track& track : tracks)
    if (track.kind == TrackKind::kSignal && group_of(track, prefix) == name)
      rows.show_signal(track);
  line(out, {flags::kClosedGroupEnds, "-", name});
}

/// The track is of something in the node, or is called after it elsewhere: "network.node0.in".
bool is_of(const std::string& node, const Track& track) {
  return ("." + track.name + ".").find("." + node + ".") != std::string::npos;
}

/// The node's rows of the screen with all nodes.
void show_overview(Output& out, const std::string& node, std::size_t prefix,
                   const std::vector<Track>& tracks) {
  std::vector<const Track*> shown;
  for (const Track& track : tracks)
    if (track.row != Row::kNone && has_waves(track) && is_of(node, track)) shown.push_back(&track);
  std::ranges::stable_sort(shown, {}, &Track::row);
  line(out, {flags::kGroupBegins, "-", node});
  Rows rows(out, prefix);
  for (const Track* track : shown)
    track->kind == TrackKind::kActivity ? rows.show_label(*track, "") : rows.show_signal(*track);
  line(out, {flags::kGroupEnds, "-", node});
}

/// Signals that two descriptions of a chip have, one below the other: "CHIP.rtl.pc" and
/// "CHIP.model.pc".
void show_pairs(Output& out, std::size_t prefix, const std::vector<Track>& tracks) {
  const std::string title = "RTL and model";
  bool open = false;
  Rows rows(out, prefix);
  for (const Track& model : tracks) {
    if (model.kind != TrackKind::kSignal || model.beside.empty()) continue;
    if (!open) line(out, {flags::kGroupBegins, "-", title});
    open = true;
    const auto rtl = std::ranges::find(tracks, model.beside, &Track::name);
    if (rtl != tracks.end()) rows.show_signal(*rtl);
    rows.show_signal(model);
  }
  if (open) line(out, {flags::kGroupEnds, "-", title});
}

/// The name of a marker, which GTKWave centres over it, when the time from `from` to `to` is on the
/// screen. At an edge spaces move it to where nothing of it is cut.
class MarkerName {
 public:
  MarkerName(const MessageBegin& message, Time from, Time to)
      : text_("message " + std::to_string(message.message)),
        begin_(message.at.ps() - width(from, to) / 2),
        end_(begin_ + width(from, to)) {
    const std::string blank(text_.size(), ' ');
    if (begin_ < from.ps()) {
      text_.insert(0, blank);
      move(width(from, to) / 2);
    } else if (end_ > to.ps()) {
      text_ += blank;
      move(-width(from, to) / 2);
    }
  }
  bool overlaps(const MarkerName& earlier) const { return begin_ < earlier.end_; }
  const std::string& text() const { return text_; }

 private:
  static std::int64_t width(Time from, Time to) { return (to - from).ps() / kNamesAcross; }
  void move(std::int64_t by) {
    begin_ += by;
    end_ += by;
  }

  std::string text_;
  std::int64_t begin_, end_;  ///< ps
};

struct Marker {
  Time at;
  MarkerName name;
};

/// The messages whose markers have names that do not overlap. A message that is there at the begin
/// of a window may have begun before it, and gives way to one that begins.
std::vector<Marker> markers_of(const std::vector<MessageBegin>& messages, Time from, Time to) {
  std::vector<Marker> result;
  for (const MessageBegin& message : messages) {
    const Marker marker{message.at, MarkerName(message, from, to)};
    if (result.empty() || !marker.name.overlaps(result.back().name))
      result.push_back(marker);
    else if (from > Time() && result.back().at == from)
      result.back() = marker;
  }
  return result;
}

/// All of the time from `from` to `to`, no cursor, and markers where messages begin.
void show_time(Output& out, Time from, Time to, const std::vector<MessageBegin>& messages) {
  const std::vector<Marker> markers = markers_of(messages, from, to);
  const double units = std::max(1.0, static_cast<double>((to - from).ps()) / kWidth);
  line(out, {"[timestart] ", std::to_string(from.ps())});
  line(out, {"[size] 1500 900\n[signals_width] 240\n[sst_expanded] 0"});
  std::string times;
  for (const Marker& marker : markers) times.append(" ").append(std::to_string(marker.at.ps()));
  line(out, {"*", std::to_string(-std::log2(units)), " -1", times});
  for (std::size_t i = 0; i < markers.size(); ++i)
    line(out,
         {"[markername] ", std::string(1, static_cast<char>('A' + i)), markers[i].name.text()});
}

}  // namespace

void write_gtkw(const std::filesystem::path& waveform, const std::vector<Track>& tracks, Time from,
                Time to, const std::vector<MessageBegin>& messages) {
  Output out(waveform.string() + ".gtkw");
  show_time(out, from, to, messages);
  const std::size_t prefix = common_prefix(tracks);
  Scope groups;
  for (const Track& track : tracks)
    if (has_waves(track)) groups.add(group_of(track, prefix), 0);
  show_pairs(out, prefix, tracks);
  std::size_t nodes = 0;
  for (const auto& group : groups.children)
    if (group->name.starts_with("node") && nodes++ < kNodesInOverview)
      show_overview(out, group->name, prefix, tracks);
  for (const auto& group : groups.children) show_group(out, group->name, prefix, tracks);
  out.commit();
}

}  // namespace flybar
