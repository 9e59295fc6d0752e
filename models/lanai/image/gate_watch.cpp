#include "models/lanai/image/gate_watch.h"

namespace flybar::lanai {

bool GateWatch::covers(std::uint32_t address) const {
  return std::any_of(gate_->words.begin(), gate_->words.end(), [address](const auto& words) {
    const std::uint32_t offset = address - words.first;
    return offset / words.stride < words.count && offset % words.stride == 0;
  });
}

bool GateWatch::all_zero(const Sram& sram) {
  if (covers(not_zero_) && sram.word(not_zero_) != 0) return false;
  for (const SendGate::Words& words : gate_->words)
    for (std::uint32_t i = 0; i < words.count; ++i) {
      not_zero_ = words.first + i * words.stride;
      if (sram.word(not_zero_) != 0) return false;
    }
  return true;
}

std::int64_t GateWatch::words_left(const Sram& sram, std::int64_t piece) const {
  if (gate_->packet == 0) return 0;
  const std::uint32_t packet = sram.word(gate_->packet);
  const auto inside = [&](std::uint32_t offset) {
    return packet % 4 == 0 && std::uint64_t{packet} + offset + 4 <= sram.size();
  };
  if (!inside(gate_->packet_length) || !inside(gate_->packet_sent)) return 0;
  const std::int64_t length = sram.word(packet + gate_->packet_length);
  const std::int64_t sent = sram.word(packet + gate_->packet_sent);
  return std::max<std::int64_t>(0, length - sent - piece) / 4;
}

}  // namespace flybar::lanai
