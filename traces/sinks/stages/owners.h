/// Gives activities that know no message the one for which they happen.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/sinks/stages/stage.h"
#include "traces/sinks/texts.h"

namespace flybar {

/// What the card does on the bus during a transfer of the host DMA belongs to the message of that;
/// what the host's CPU and the bridge begin during a call that sends or receives, to that of the
/// call; and what the firmware does until it starts an engine, to the message that this moves.
class Owners : public Stage {
 public:
  using Stage::on;
  using Stage::Stage;

  void on(const Activity& activity) override;
  void close(Time end) override;

 protected:
  void declared(const Track& track) override;

 private:
  /// So many parts wait on one track for the whole; older ones stay without a message.
  static constexpr std::size_t kMostHeld = 4096;
  /// How a part is known to belong to a whole.
  enum class Bond : std::uint8_t { kBeginsWithin, kStarts };
  struct Outer {
    TrackId track;
    Bond bond;
  };
  struct Pair {
    std::vector<Outer> outer;
    std::optional<TrackId> inner;
  };
  struct Inner {
    TrackId track;
    Bond bond;
  };
  struct Rule {
    std::string_view outer, inner;  ///< names below the node
    Bond bond = Bond::kBeginsWithin;
  };
  static const Rule kRules[];

  static bool belongs(const Activity& part, const Activity& owner, Bond bond);
  void give(std::vector<Activity>& waiting, const Activity& owner, Bond bond);
  void hand_on(std::vector<Activity>& waiting, std::size_t count);

  std::map<std::string, Pair> pairs_;              ///< by the name of the inner track
  std::map<TrackId, std::vector<Inner>> inner_;    ///< of outer tracks
  std::map<TrackId, std::vector<Activity>> held_;  ///< of inner tracks
  Texts labels_;
};

}  // namespace flybar
