/// GTKWave's save file. Each line of the form @FLAGS says how the signals after it are shown.
#include "traces/sinks/output.h"
#include "traces/sinks/waves.h"

namespace flybar {
namespace {

namespace flags {
constexpr std::string_view kText = "@820\n";
constexpr std::string_view kBit = "@28\n";
constexpr std::string_view kHex = "@22\n";
constexpr std::string_view kDecimal = "@24\n";
constexpr std::string_view kAnalogSteps = "@8024\n";
constexpr std::string_view kTallerAnalog = "@20000\n";
constexpr std::string_view kGroupBegins = "@800200\n";
constexpr std::string_view kGroupEnds = "@1000200\n";
}  // namespace flags

std::string range(unsigned bits) {
  return bits > 1 ? "[" + std::to_string(bits - 1) + ":0]" : "";
}

void show_activity(Output& out, const Track& track) {
  out.write(flags::kBit);
  out.write(track.name + ".busy\n");
  out.write(flags::kText);
  out.write(track.name + ".label\n");
  out.write(flags::kDecimal);
  out.write(track.name + ".bytes[31:0]\n");
}

void show_signal(Output& out, const Track& track) {
  const bool quantity = !track.unit.empty() && !track.text;
  out.write(track.text       ? flags::kText
            : quantity       ? flags::kAnalogSteps
            : track.bits > 1 ? flags::kHex
                             : flags::kBit);
  out.write(track.name + (track.text ? "" : range(track.bits)) + "\n");
  if (!quantity) return;
  out.write(flags::kTallerAnalog);
  out.write("-\n");
}

std::string node_of(const Track& track) {
  return track.name.substr(0, track.name.find('.'));
}

void show_node(Output& out, const std::string& node, const std::vector<Track>& tracks) {
  out.write(flags::kGroupBegins);
  out.write("-" + node + "\n");
  for (const Track& track : tracks) {
    if (node_of(track) != node) continue;
    if (track.kind == TrackKind::kActivity) show_activity(out, track);
    if (track.kind == TrackKind::kSignal) show_signal(out, track);
  }
  out.write(flags::kGroupEnds);
  out.write("-" + node + "\n");
}

}  // namespace

void write_gtkw(const std::filesystem::path& waveform, const std::vector<Track>& tracks) {
  Output out(waveform.string() + ".gtkw");
  Scope nodes;
  for (const Track& track : tracks) {
    if (track.kind == TrackKind::kActivity || track.kind == TrackKind::kSignal) {
      nodes.add(node_of(track), 0);
    }
  }
  for (const auto& node : nodes.children) show_node(out, node->name, tracks);
  out.commit();
}

}  // namespace flybar
