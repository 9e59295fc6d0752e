/// What the firmware did, as activities.
#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "traces/sinks/firmware/firmware_slices.h"
#include "traces/sinks/stages/stage.h"
#include "traces/sinks/texts.h"

namespace flybar {

/// Beside each program "node0.lanai.cpu" an activity track "node0.lanai.firmware": a slice for each
/// stretch of time in one function, the innermost of those that were inlined; but those of
/// firmware/common count as their callers. Laps of several functions that repeat exactly
/// are one slice "waits".
class Firmware : public Stage {
 public:
  using Stage::on;
  using Locate = decltype(SinkOptions::locate);
  Firmware(std::unique_ptr<Sink> next, Locate locate)
      : Stage(std::move(next)), locate_(std::move(locate)) {}

  void on(const Retired& retired) override;
  void close(Time end) override;

 protected:
  void declared(const Track& track) override;

 private:
  struct Program {
    std::string_view name;
    std::unique_ptr<FirmwareSlices> slices;
    std::vector<Retired> laps;  ///< the steps of a loop that was told as a whole
  };

  std::uint32_t label_at(std::string_view program, std::uint32_t pc);
  FirmwareSlice slice_of(const Program& program, const Retired& retired);
  void take_laps(Program& program);

  const Locate locate_;
  Texts labels_;
  std::unordered_map<std::uint32_t, std::uint32_t> label_at_;  ///< by pc
  std::map<TrackId, Program> programs_;
};

}  // namespace flybar
