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
}

void ReceiveDma::advance(const Window& window, int clocks, Time t) {
  const Record& last = window.records[clocks - 1];
  buffer.skip_arrivals(last.arrived);
  if (last.receive == 0) return;
  if (!in_packet_) {
    int first = 0;
    while (window.records[first].receive == 0) ++first;
    begin_packet(t + params_.clock * first);
  }
  take(t + params_.clock * (clocks - 1), last.receive);
}

/// Words none of which ends the packet.
void ReceiveDma::store(std::uint32_t words) {
  sram_.set_bytes(pointer, buffer.front(words));
  pointer += words * 4;
  buffer.drop(words);
}

void ReceiveDma::take(Time t, std::uint32_t words) {
  begin_packet(t);
  const bool tail = buffer.before_tail() < words;
  store(tail ? words - 1 : words);
  if (tail) end_packet(t);
  if (words_to_limit() == 0) {
    buffer_full_ = true;
    armed_ = false;
  }
}

void ReceiveDma::end_packet(Time t) {
  const std::uint32_t bytes = buffer.tail_bytes();
  const auto last = buffer.front(1).first(bytes);
  const auto packet = buffer.packet();
  std::array<std::uint8_t, 4> stored{};
  std::copy(last.begin(), last.end(), stored.begin());
  // The CRC byte is stored as what is left of the check: 0 when good.
  stored[bytes - 1] = myrinet::crc8(0, packet);
  sram_.set_bytes(pointer, stored);
  pointer += 4;
  overrun_ = 4 - bytes;
  received_ = true;
  armed_ = false;
  in_packet_ = false;
  const Time end = t + params_.clock;
  observer_.on(Activity{activity_, packet_begin_, end, "packet", 0,
                        static_cast<std::int64_t>(packet.size())});
  observer_.on(Packet{packets_, packet_begin_, end, false, 0, packet});
  buffer.drop_tail();
}

}  // namespace flybar::lanai
