#include "testbenches/tests/agree/lockstep/witness.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/mix.h"
#include "models/common/quantity.h"

namespace flybar::lockstep {

std::uint64_t hash(std::span<const std::uint8_t> bytes) {
  std::uint64_t all = bytes.size();
  for (const std::uint8_t byte : bytes) all = mix(all ^ byte);
  return all;
}

TrackId Witness::declare(const Track& track) {
  tracks_.push_back(track);
  stretches_.emplace_back();
  return static_cast<TrackId>(tracks_.size() - 1);
}

/// Of two programs that end in the same instant one counts as the last: it stays until the system
/// has settled, so its time on the CPU is not told.
void Witness::on(const Activity& activity) {
  if (activity.label == "program") return;
  write(activity.end,
        fmt::format("{} .. {} {} {}, message {:#x}, {} B", quantity::print(activity.begin),
                    quantity::print(activity.end), tracks_[activity.track].name, activity.label,
                    activity.message, activity.bytes));
}

void Witness::on(const Packet& packet) {
  write(packet.end, fmt::format("{} .. {} {} {}, {} B, hash {:x}", quantity::print(packet.begin),
                                quantity::print(packet.end), tracks_[packet.track].name,
                                packet.outbound ? "sent" : "received", packet.bytes.size(),
                                hash(packet.bytes)));
}

void Witness::on_interrupt(std::size_t node, bool level, Time at) {
  write(at, fmt::format("{} node {} {} its interrupt", quantity::print(at), node,
                        level ? "raises" : "lowers"));
}

void Witness::on(const Retired& retired) {
  std::vector<std::uint64_t>& sums = stretches_[retired.track];
  const std::uint32_t result = results_ ? retired.result : 0;
  const std::uint64_t what = mix(retired.pc ^ std::uint64_t{result} << 32);
  const std::uint64_t last = retired.cycle + (retired.times - 1) * retired.period;
  if (sums.size() <= last / Stretch::kClocks) sums.resize(last / Stretch::kClocks + 1);
  for (std::uint64_t i = 0, cycle = retired.cycle; i < retired.times; ++i, cycle += retired.period)
    sums[cycle / Stretch::kClocks] += mix(what + cycle);
  if (tracks_[retired.track].name == detail_.program) detail(retired);
}

void Witness::detail(const Retired& retired) {
  const Time clock = tracks_[retired.track].period;
  for (std::uint64_t i = 0, cycle = retired.cycle; i < retired.times; ++i, cycle += retired.period)
    if (cycle - detail_.begin < Stretch::kClocks)
      write(clock * static_cast<std::int64_t>(cycle),
            fmt::format("{} clock {} pc {:#x} result {:#x}", detail_.program, cycle, retired.pc,
                        results_ ? retired.result : 0));
}

std::string Witness::text(Time last) const {
  std::vector<Line> all = lines_;
  for (std::size_t track = 0; track < tracks_.size(); ++track)
    for (std::size_t i = 0; i < stretches_[track].size(); ++i) {
      const std::uint64_t begin = i * Stretch::kClocks;
      const auto end = static_cast<std::int64_t>(begin + Stretch::kClocks);
      all.push_back(
          {tracks_[track].period * end, fmt::format("{} stretch {} hash {:x}", tracks_[track].name,
                                                    begin, stretches_[track][i])});
    }
  std::erase_if(all, [=](const Line& line) { return line.at > last; });
  std::sort(all.begin(), all.end());
  std::string text;
  for (const Line& line : all) text += line.text + "\n";
  return text;
}

}  // namespace flybar::lockstep
