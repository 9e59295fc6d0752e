/// Gives activities that know no message the one for which they happen.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/sinks/stage.h"
#include "traces/sinks/texts.h"

namespace flybar {

/// What the card does on the bus during a transfer of the host DMA belongs to the message of that;
/// what the host's CPU and the bridge begin during a call that sends or receives, to that of the
/// call.
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
  struct Pair {
    std::vector<TrackId> outer;
    std::optional<TrackId> inner;
  };

  void give(std::vector<Activity>& waiting, const Activity& owner);
  void hand_on(std::vector<Activity>& waiting, std::size_t count);

  std::map<std::string, Pair> pairs_;              ///< by the name of the inner track
  std::map<TrackId, std::vector<TrackId>> inner_;  ///< of outer tracks
  std::map<TrackId, std::vector<Activity>> held_;  ///< of inner tracks
  Texts labels_;
};

}  // namespace flybar
