#include "models/inet/device/faulty_device.h"

#include <cmath>

namespace flybar::inet {

FaultyDevice::FaultyDevice(const Parts& parts, const PacketFaults& faults, std::uint32_t node)
    : parts_(parts),
      faults_(faults),
      seed_(mix(static_cast<std::uint64_t>(faults.seed)) ^ mix(node)) {
  if (faults_.late > 0)
    late_line_ = &parts_.cpu.add_device("late packets", [this](host::Cpu&) { interrupt(); });
}

void FaultyDevice::connect(Device::User& user) {
  user_ = &user;
  parts_.device.connect(*this);
}

Arrival FaultyDevice::Kept::arrival() const {
  Arrival packet = rest;
  packet.head = head;
  return packet;
}

bool FaultyDevice::by_chance(double share) {
  return share > 0 && std::ldexp(static_cast<double>(random()), -64) < share;
}

/// What is late may be damaged and come twice, too.
void FaultyDevice::arrived(const Arrival& packet) {
  if (by_chance(faults_.lost)) {
    ++counters_.lost;
    if (packet.frames > 0) parts_.pool.free(packet.frame, packet.frames);
    return;
  }
  Kept kept{{packet.head.begin(), packet.head.end()}, packet};
  if (by_chance(faults_.damaged)) damage(kept);
  if (!by_chance(faults_.late)) return pass_on(kept);
  ++counters_.late;
  kept.due = parts_.cpu.now() + faults_.late_by;
  if (late_.empty()) parts_.agenda.schedule(*this, kept.due);
  late_.push_back(std::move(kept));
}

void FaultyDevice::run(Time now) {
  late_line_->raise(now);
}

void FaultyDevice::interrupt() {
  late_line_->lower(parts_.cpu.now());
  while (!late_.empty() && late_.front().due <= parts_.cpu.now()) {
    const Kept one = std::move(late_.front());
    late_.pop_front();
    pass_on(one);
  }
  if (!late_.empty()) parts_.agenda.schedule(*this, std::max(late_.front().due, parts_.cpu.now()));
}

void FaultyDevice::pass_on(const Kept& packet) {
  if (by_chance(faults_.doubled)) return pass_on_twice(packet);
  user_->arrived(packet.arrival());
}

/// The copy first: the frames of the other one are the user's afterwards.
void FaultyDevice::pass_on_twice(const Kept& packet) {
  Arrival copy = packet.arrival();
  if (copy.frames > 0) {
    const auto frames = parts_.pool.try_allocate(copy.frames);
    if (frames) {
      std::vector<std::uint8_t> bytes(copy.length);
      parts_.cpu.memory().read(copy.frame, bytes);
      parts_.cpu.memory().write(*frames, bytes);
      copy.frame = *frames;
    } else {
      ++counters_.no_frame;
      return user_->arrived(packet.arrival());
    }
  }
  ++counters_.doubled;
  user_->arrived(copy);
  user_->arrived(packet.arrival());
}

void FaultyDevice::damage(Kept& packet) {
  ++counters_.damaged;
  const std::uint64_t bit = random() % ((packet.head.size() + packet.rest.length) * 8);
  const std::uint64_t byte = bit / 8;
  const auto changed = static_cast<std::uint8_t>(1U << bit % 8);
  if (byte < packet.head.size()) {
    packet.head[byte] ^= changed;
    return;
  }
  const host::Physical at =
      packet.rest.frame + static_cast<host::Physical>(byte - packet.head.size());
  std::uint8_t one = 0;
  parts_.cpu.memory().read(at, {&one, 1});
  one ^= changed;
  parts_.cpu.memory().write(at, {&one, 1});
}

}  // namespace flybar::inet
