#include "traces/sinks/profile.h"

#include <algorithm>

namespace flybar {
namespace {

constexpr std::uint32_t kInstructionBytes = 4;
/// More than any NIC's memory. An instruction beyond it, which only faulty firmware reaches, counts
/// as this one.
constexpr std::uint32_t kHighestPc = (16u << 20) - kInstructionBytes;

}  // namespace

void Profile::add(const Retired& retired) {
  const std::uint32_t pc = std::min(retired.pc, kHighestPc);
  Place& here = place(pc);
  if (frames_.empty() || frames_.back().function != here.function) enter(here, pc, retired.times);
  const std::uint64_t cycles = retired.cycles * retired.times;
  const std::uint64_t stalls = cycles - std::min(cycles, retired.times);
  const Cost cost{cycles, retired.times, stalls};
  here.cost += cost;
  total_ += cost;
  last_pc_ = pc;
}

Profile::Place& Profile::place(std::uint32_t pc) {
  const std::size_t index = pc / kInstructionBytes;
  if (index >= places_.size()) places_.resize(std::max(index + 1, places_.size() * 2));
  Place& it = places_[index];
  if (it.function == 0) {
    const SourceLocation begin = entry(pc);
    const auto next = static_cast<Function>(functions_.size() + 1);
    it.function = functions_.try_emplace({begin.file, begin.function}, next).first->second;
    it.first = locate_(pc).offset == 0;
  }
  return it;
}

/// Control has come to another function. A jump to the middle of one that does not wait ends the
/// function that ran.
void Profile::enter(const Place& next, std::uint32_t pc, std::uint64_t times) {
  const auto waits = std::find_if(frames_.begin(), frames_.end(), [&](const Frame& frame) {
    return frame.function == next.function;
  });
  if (waits != frames_.end()) {
    const auto remaining = static_cast<std::size_t>(waits - frames_.begin()) + 1;
    while (frames_.size() > remaining) leave_frame();
  } else if (next.first && !frames_.empty()) {
    frames_.push_back({next.function, CallSite{last_pc_, pc}, total_});
    calls_[{last_pc_, pc}].count += times;
  } else {
    if (!frames_.empty()) leave_frame();
    frames_.push_back({next.function, std::nullopt, total_});
  }
}

void Profile::leave_frame() {
  const Frame& frame = frames_.back();
  if (frame.call) calls_[*frame.call].inclusive += total_ - frame.before;
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
