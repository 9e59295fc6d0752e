#include "traces/sinks/profile.h"

#include <algorithm>

namespace flybar {
namespace {

constexpr std::uint32_t kInstructionBytes = 4;
/// More than any NIC's memory. An instruction beyond it, which only faulty firmware reaches, counts
/// as this one.
constexpr std::uint32_t kHighestPc = (16u << 20) - kInstructionBytes;
/// Deeper calls count as part of the deepest frame.
constexpr std::size_t kMostFrames = 256;

}  // namespace

void Profile::add(const Retired& retired) {
  const std::uint32_t pc = std::min(retired.pc, kHighestPc);
  Place& here = place(pc);
  if (here.function != last_function_ && last_function_ != 0) enter(here, retired);
  const std::uint64_t cycles = retired.cycles * retired.times;
  const std::uint64_t stalls = cycles - std::min(cycles, retired.times);
  const Cost cost{cycles, retired.times, stalls};
  here.cost += cost;
  total_ += cost;
  if (retired.times > 1) skipped_ += cost;
  last_function_ = here.function;
  last_pc_ = pc;
}

Profile::Place& Profile::place(std::uint32_t pc) {
  const std::size_t index = pc / kInstructionBytes;
  if (index >= places_.size()) places_.resize(std::max(index + 1, places_.size() * 2));
  Place& it = places_[index];
  if (it.function == 0) {
    it.function = function(pc);
    it.first = pc == 0 || function(pc - kInstructionBytes) != it.function;
  }
  return it;
}

std::uint32_t Profile::function(std::uint32_t pc) {
  const SourceLocation location = locate_(pc);
  const auto next = static_cast<std::uint32_t>(functions_.size() + 1);
  return functions_.try_emplace(location.file + ":" + location.function, next).first->second;
}

void Profile::enter(const Place& next, const Retired& retired) {
  if (!next.first) return return_to(next.function);
  if (frames_.size() == kMostFrames) return;
  const std::uint32_t to = std::min(retired.pc, kHighestPc);
  frames_.push_back({last_function_, last_pc_, to, total_});
  calls_[{last_pc_, to}].count += retired.times;
}

/// Leaves every function called since; a jump to where nobody waits leaves all as it is.
void Profile::return_to(std::uint32_t function) {
  const auto waits = [&](const Frame& frame) { return frame.caller == function; };
  const auto caller = std::find_if(frames_.rbegin(), frames_.rend(), waits);
  if (caller == frames_.rend()) return;
  const auto remaining = static_cast<std::size_t>(frames_.rend() - caller) - 1;
  while (frames_.size() > remaining) leave_frame();
}

void Profile::leave_frame() {
  const Frame& frame = frames_.back();
  calls_[{frame.from, frame.to}].inclusive += total_ - frame.before;
  frames_.pop_back();
}

void Profile::finish() {
  while (!frames_.empty()) leave_frame();
}

std::vector<Profile::Line> Profile::lines() const {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].cost.instructions == 0) continue;
    const auto pc = static_cast<std::uint32_t>(i * kInstructionBytes);
    lines.push_back({pc, places_[i].cost, {}});
    for (auto call = calls_.lower_bound({pc, 0}); call != calls_.end(); ++call) {
      if (call->first.first != pc) break;
      lines.back().calls.emplace_back(call->first.second, call->second);
    }
  }
  return lines;
}

}  // namespace flybar
