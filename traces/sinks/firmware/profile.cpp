#include "traces/sinks/firmware/profile.h"

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
  if (frames_.empty() || frames_.back().level != here.level) enter(here, pc, retired.times);
  const std::uint64_t cycles = retired.cycles * retired.times;
  const std::uint64_t stalls = cycles - std::min(cycles, retired.times);
  const Cost cost{cycles, retired.times, stalls};
  here.cost += cost;
  total_ += cost;
  last_pc_ = pc;
}

Function Profile::outermost(std::uint32_t pc) const {
  const SourceLocation at = locate_(pc);
  return {at.function_file, at.function};
}

Function Profile::function(std::uint32_t pc) const {
  const SourceLocation at = locate_(pc);
  if (at.inlined.empty()) return {at.function_file, at.function};
  return {at.inlined.back().file, at.inlined.back().function};
}

Profile::Place& Profile::place(std::uint32_t pc) {
  const std::size_t index = pc / kInstructionBytes;
  if (index >= places_.size()) places_.resize(std::max(index + 1, places_.size() * 2));
  Place& it = places_[index];
  if (it.level == nullptr) {
    const SourceLocation at = locate_(pc);
    it.level = level_of(at);
    it.first = at.offset == 0;
  }
  return it;
}

Profile::Level* Profile::level_of(const SourceLocation& at) {
  const Function function{at.function_file, at.function};
  Level* level =
      &levels_.try_emplace({0, 0, function}, Level{function, nullptr, {}, {}}).first->second;
  unsigned depth = 0;
  for (const InlinedCall& call : at.inlined) {
    const Function inlined{call.file, call.function};
    level = &levels_.try_emplace({call.first, ++depth, inlined}, Level{inlined, level, call, {}})
                 .first->second;
  }
  return level;
}

/// Control has come to another function, or to another place of what was inlined into it.
void Profile::enter(const Place& next, std::uint32_t pc, std::uint64_t times) {
  std::vector<Level*> levels;
  for (Level* level = next.level; level != nullptr; level = level->outer) levels.push_back(level);
  std::size_t known = enter_function(levels.back(), next.first, pc, times) + 1;
  levels.pop_back();
  for (; known < frames_.size() && !levels.empty() && frames_[known].level == levels.back();
       ++known)
    levels.pop_back();
  leave_frames(known);
  for (; !levels.empty(); levels.pop_back()) enter_inlined(levels.back(), pc, times);
}

/// Returns the frame of a function that was not inlined, above which there is at most what was
/// inlined into it. A jump to the middle of one that does not wait ends the function that ran.
std::size_t Profile::enter_function(Level* next, bool first, std::uint32_t pc,
                                    std::uint64_t times) {
  const auto waits = std::find_if(frames_.begin(), frames_.end(),
                                  [&](const Frame& frame) { return frame.level == next; });
  if (waits != frames_.end()) {
    const auto frame = static_cast<std::size_t>(waits - frames_.begin());
    leave_frames(function_above(frame));
    return frame;
  }
  if (first && !frames_.empty()) {
    Calls& calls = calls_[{last_pc_, pc}];
    calls.count += times;
    frames_.push_back({next, &calls, total_});
  } else {
    std::size_t remaining = frames_.size();
    while (remaining > 0 && frames_[remaining - 1].level->outer != nullptr) --remaining;
    leave_frames(remaining == 0 ? 0 : remaining - 1);
    frames_.push_back({next, nullptr, total_});
  }
  return frames_.size() - 1;
}

void Profile::enter_inlined(Level* next, std::uint32_t pc, std::uint64_t times) {
  const bool waits = std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) {
    return frame.level->function == next->function;
  });
  if (!waits && pc == next->call.first) next->calls.count += times;
  frames_.push_back({next, waits ? nullptr : &next->calls, total_});
}

/// Returns the first frame above this one whose function was not inlined, or the number of frames.
std::size_t Profile::function_above(std::size_t frame) const {
  do ++frame;
  while (frame < frames_.size() && frames_[frame].level->outer != nullptr);
  return frame;
}

void Profile::leave_frames(std::size_t remaining) {
  for (; frames_.size() > remaining; frames_.pop_back()) {
    const Frame& frame = frames_.back();
    if (frame.calls != nullptr) frame.calls->inclusive += total_ - frame.before;
  }
}

void Profile::finish() {
  leave_frames(0);
}

std::vector<Profile::Inlined> Profile::inlined() const {
  std::vector<Inlined> inlined;
  for (const auto& [key, level] : levels_) {
    if (level.outer == nullptr || level.calls.inclusive.instructions == 0) continue;
    const std::uint64_t count = std::max<std::uint64_t>(level.calls.count, 1);
    inlined.push_back({level.outer->function, level.call, {count, level.calls.inclusive}});
  }
  return inlined;
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
