/// Everything that can be seen of a run, as text whose lines can be compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/observer.h"

namespace flybar::lockstep {

/// One program's instructions in a stretch of clocks.
struct Stretch {
  std::string program;  ///< track, "system.node0.lanai.cpu"; empty: none
  std::uint64_t begin = 0;
  static constexpr std::uint64_t kClocks = 256;
};

class Witness : public Observer {
 public:
  /// Writes down each instruction of `detail`; of others only a hash for each stretch.
  /// Without `results`, what an instruction computes is left out.
  explicit Witness(Stretch detail, bool results = true)
      : detail_(std::move(detail)), results_(results) {}

  TrackId declare(const Track& track) override;
  void on(const Activity& activity) override;
  void on(const Packet& packet) override;
  void on(const Retired& retired) override;
  using Observer::on;
  /// The interrupt line of a node moves.
  void on_interrupt(std::size_t node, bool level, Time at);

  /// What was over by `last`, in the order of time, one line each.
  std::string text(Time last = Time::never()) const;

 private:
  struct Line {
    Time at;
    std::string text;
    friend auto operator<=>(const Line&, const Line&) = default;
  };
  void write(Time at, std::string text) { lines_.push_back({at, std::move(text)}); }
  void detail(const Retired& retired);

  const Stretch detail_;
  const bool results_;
  std::vector<Track> tracks_;
  std::vector<std::vector<std::uint64_t>> stretches_;  ///< of each track: sums of hashes
  std::vector<Line> lines_;
};

std::uint64_t hash(std::span<const std::uint8_t> bytes);

}  // namespace flybar::lockstep
