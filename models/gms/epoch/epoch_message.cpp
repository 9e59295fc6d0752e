#include "models/gms/epoch/epoch_message.h"

#include <algorithm>

namespace flybar::gms {
namespace {

constexpr unsigned kNodeShift = 24;
constexpr std::uint32_t kMostWeight = (1u << kNodeShift) - 1;
constexpr std::uint32_t kNever = 0xffffffff;
constexpr std::int64_t kMostAbsence = kMostWeight;  // in ms
static_assert(5 + kMostMembers <= gmsnet::layout::kMaxArguments);

}  // namespace

void push(const AgeSummary& summary, gmsnet::Arguments& to) {
  to.push(summary.free);
  to.push(summary.evictions);
  to.push(summary.epoch);
  for (const std::uint32_t pages : summary.pages) to.push(pages);
}

AgeSummary pop_summary(gmsnet::Arguments& from) {
  AgeSummary summary;
  summary.free = from.pop();
  summary.evictions = from.pop();
  summary.epoch = from.pop();
  for (std::uint32_t& pages : summary.pages) pages = from.pop();
  return summary;
}

void push(const Epoch& epoch, gmsnet::Arguments& to) {
  to.push(epoch.number);
  to.push(epoch.coordinator << kNodeShift | epoch.predecessor);
  const bool never = epoch.min_age == Time::never();
  to.push(never ? kNever : static_cast<std::uint32_t>(epoch.min_age / Time::ms(1)));
  to.push(static_cast<std::uint32_t>(epoch.members.size()));
  for (std::size_t i = 0; i < epoch.members.size(); ++i) {
    to.push(epoch.members[i] << kNodeShift | std::min(epoch.weights[i], kMostWeight));
  }
  to.push(static_cast<std::uint32_t>(epoch.absent.size()));
  for (const Absence& absence : epoch.absent) {
    const std::int64_t ms = std::min(absence.lasts / Time::ms(1), kMostAbsence);
    to.push(absence.node << kNodeShift | static_cast<std::uint32_t>(ms));
  }
}

Epoch pop_epoch(gmsnet::Arguments& from) {
  Epoch epoch;
  epoch.number = from.pop();
  const std::uint32_t names = from.pop();
  epoch.coordinator = names >> kNodeShift;
  epoch.predecessor = names & kMostWeight;
  const std::uint32_t age = from.pop();
  epoch.min_age = age == kNever ? Time::never() : Time::ms(age);
  for (std::uint32_t left = from.pop(); left > 0; --left) {
    const std::uint32_t word = from.pop();
    epoch.members.push_back(word >> kNodeShift);
    epoch.weights.push_back(word & kMostWeight);
  }
  for (std::uint32_t left = from.pop(); left > 0; --left) {
    const std::uint32_t word = from.pop();
    epoch.absent.push_back({word >> kNodeShift, Time::ms(word & kMostWeight)});
  }
  return epoch;
}

}  // namespace flybar::gms
