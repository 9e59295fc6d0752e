#include "models/lanai/receive_dma.h"

#include "models/myrinet/crc8.h"

namespace flybar::lanai {

ReceiveDma::ReceiveDma(const ChipParams& params, Sram& sram, Observer& observer, TrackId activity,
                       TrackId packets)
    : buffer(params.byte_time),
      params_(params),
      sram_(sram),
      observer_(observer),
      activity_(activity),
      packets_(packets) {}

void ReceiveDma::reset() {
  buffer.clear();
  armed_ = buffer_full_ = received_ = stopped_ = in_packet_ = false;
  pointer = limit_ = overrun_ = 0;
  crc_ = 0;
  packet_.clear();
}

void ReceiveDma::advance(Time t, std::uint32_t words) {
  if (words == 0) return;
  if (!in_packet_) in_packet_ = true, packet_begin_ = t, packet_.clear(), crc_ = 0;
  for (const auto& part : buffer.front(words)) {
    if (part.empty()) continue;
    sram_.set_bytes(pointer, part);
    crc_ = myrinet::crc8(crc_, part);
    packet_.insert(packet_.end(), part.begin(), part.end());
    pointer += static_cast<std::uint32_t>(part.size());
  }
  buffer.drop(words);
}

void ReceiveDma::take(Time t, std::uint32_t words) {
  const bool tail = buffer.before_tail() < words;
  advance(t, tail ? words - 1 : words);
  if (tail) end_packet(t);
  if (words_to_limit() == 0) {
    buffer_full_ = true;
    armed_ = false;
  }
}

void ReceiveDma::end_packet(Time t) {
  if (!in_packet_) in_packet_ = true, packet_begin_ = t, packet_.clear(), crc_ = 0;
  const std::uint32_t bytes = buffer.tail_bytes();
  const auto last = buffer.front(1)[0].first(bytes);
  packet_.insert(packet_.end(), last.begin(), last.end());
  std::array<std::uint8_t, 4> stored{};
  std::copy(last.begin(), last.end(), stored.begin());
  // The CRC byte is stored as what is left of the check: 0 when good.
  stored[bytes - 1] = myrinet::crc8(crc_, last);
  sram_.set_bytes(pointer, stored);
  pointer += 4;
  overrun_ = 4 - bytes;
  received_ = true;
  armed_ = false;
  in_packet_ = false;
  buffer.drop_tail();
  const Time end = t + params_.clock;
  observer_.on(Activity{activity_, packet_begin_, end, "packet", 0,
                        static_cast<std::int64_t>(packet_.size())});
  observer_.on(Packet{packets_, packet_begin_, end, false, 0, packet_});
}

}  // namespace flybar::lanai
