#include "models/myrinet/link/cable.h"

#include <utility>

#include "models/common/details.h"
#include "models/common/error.h"
#include "models/common/quantity.h"

namespace flybar::myrinet {

Cable::Cable(Time delay, Time byte_time, const LinkFaults& faults, std::uint64_t seed)
    : data(byte_time), delay_(delay) {
  if (faults.any()) faults_.emplace(faults, seed);
}

void Cable::watch(Observer& observer, const std::string& name, bool buffered) {
  track_ = declare_details(observer, {.name = name,
                                      .kind = TrackKind::kLink,
                                      .delay = delay_,
                                      .buffered = buffered,
                                      .block = Block::kNetwork,
                                      .row = buffered ? Row::kLinkValid : Row::kNone});
  if (track_ == kUntold) return;
  observer_ = &observer;
  stop_track_ = observer.declare({.name = name + ".STOP",
                                  .kind = TrackKind::kSignal,
                                  .block = Block::kNetwork,
                                  .row = buffered ? Row::kNone : Row::kLinkStop});
  observer.on(Change{stop_track_, Time(), 0, {}});
  told_after_ = buffered ? Time() : delay_;
}

/// The last `count` bytes, which have left from `at` on.
void Cable::tell_bytes(Time at, std::uint64_t count) {
  at += told_after_;
  for (std::uint64_t next = data.times.end() - count; next < data.times.end();) {
    const auto piece = data.bytes.piece(next, data.times.end() - next);
    const auto size = static_cast<std::int64_t>(piece.size());
    observer_->on(ByteRun{track_, at, data.times.byte_time(), size, piece});
    at += data.times.byte_time() * size;
    next += piece.size();
  }
}

void Cable::send(Time at, std::span<const std::uint8_t> bytes, bool tail, std::uint64_t message) {
  require(at + delay_ >= data.known, at);
  count(at, bytes.size(), tail);
  if (faults_) {
    const auto alive = faults_->survivors(at, data.times.byte_time(), bytes.size());
    counters_.lost_bytes += bytes.size() - alive;
    tail = tail && alive == bytes.size();
    bytes = bytes.first(alive);
    if (tail && faults_->loses_tail()) {
      tail = false;
      ++counters_.lost_tails;
    }
  }
  if (bytes.empty()) return;
  data.append(at + delay_, bytes, tail, message);
  tell(&News::symbols);
  if (faults_)
    counters_.damaged_bytes += faults_->damage(data.bytes, data.times.end() - bytes.size());
  if (observer_ != nullptr) tell_bytes(at, bytes.size());
}

void Cable::count(Time at, std::uint64_t bytes, bool tail) {
  counters_.bytes += bytes;
  counters_.packets += tail;
  const Time end = at + data.times.byte_time() * static_cast<std::int64_t>(bytes);
  times_.moving.add(at, end);
  if (!open_) times_.held.begin(at);
  open_ = !tail;
  if (tail) times_.held.end(end);
}

void Cable::send(FlowSymbol symbol) {
  require(symbol.at + delay_ >= flow_known, symbol.at);
  counters_.stops += symbol.stop;
  const bool was_stopped = std::exchange(stopped_, symbol.stop);
  if (symbol.stop && !was_stopped) times_.stopped.begin(symbol.at);
  if (!symbol.stop && was_stopped) times_.stopped.end(symbol.at);
  if (faults_ && faults_->dead(symbol.at)) return;
  flow.push({symbol.at + delay_, symbol.stop});
  if (observer_ != nullptr)
    observer_->on(Change{stop_track_, symbol.at + told_after_, symbol.stop, {}});
  tell(&News::symbols);
}

void Cable::require(bool later, Time at) {
  if (!later)
    throw SimulationError("a cable of the network", "a symbol leaves at " + quantity::print(at),
                          "not before the guarantee of its sender",
                          "correct what that sender guarantees");
}

}  // namespace flybar::myrinet
