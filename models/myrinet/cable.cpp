#include "models/myrinet/cable.h"

namespace flybar::myrinet {

Cable::Cable(Time delay, Time byte_time, const LinkFaults& faults, std::uint64_t seed)
    : data(byte_time), delay_(delay) {
  if (faults.any()) faults_.emplace(faults, seed);
}

void Cable::send(Time at, std::span<const std::uint8_t> bytes, bool tail, std::uint64_t message) {
  counters_.bytes += bytes.size();
  counters_.packets += tail;
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
  if (faults_)
    counters_.damaged_bytes += faults_->damage(data.bytes, data.times.end() - bytes.size());
}

void Cable::send(FlowSymbol symbol) {
  counters_.stops += symbol.stop;
  if (faults_ && faults_->dead(symbol.at)) return;
  flow.push({symbol.at + delay_, symbol.stop});
}

}  // namespace flybar::myrinet
