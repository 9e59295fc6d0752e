#include "models/lanai/engines/receive_dma.h"

#include "models/lanai/engines/tracks.h"
#include "models/myrinet/link/crc8.h"

namespace flybar::lanai {

ReceiveDma::ReceiveDma(const ChipParams& params, ReceiveState& state, Sram& sram, Ipt& ipt,
                       Observer& observer, TrackId activity, TrackId packets)
    : buffer(state, params.byte_time),
      params_(params),
      rules_(params),
      state_(state),
      sram_(sram),
      ipt_(ipt),
      observer_(observer),
      activity_(activity),
      packets_(packets) {}

void ReceiveDma::reset() {
  buffer.clear();
  state_.armed = buffer_full_ = received_ = in_packet_ = moving_ = crc_enable = false;
  pointer = limit_ = overrun_ = 0;
}

/// Words none of which ends the packet.
void ReceiveDma::store(std::uint32_t words) {
  ipt_.watch(buffer.front(words));
  if (words == 1)
    sram_.set_bytes(pointer, buffer.front(1));
  else
    sram_.set_bytes(pointer, buffer.front(words));
  pointer += words * 4;
  buffer.drop(words);
}

void ReceiveDma::begin(Time t) {
  moving_ = true;
  piece_begin_ = t;
  piece_ = pointer;
  if (in_packet_) return;
  in_packet_ = true;
  packet_begin_ = t;
}

void ReceiveDma::take(Time t, std::uint32_t words) {
  if (!moving_) begin(t);
  const bool tail = buffer.before_tail() < words;
  store(tail ? words - 1 : words);
  if (tail) end_packet(t);
  if (words_to_limit() == 0) {
    buffer_full_ = true;
    state_.armed = false;
  }
  if (!state_.armed) end_piece(t + params_.clock);
}

void ReceiveDma::end_packet(Time t) {
  const std::uint32_t bytes = buffer.tail_bytes();
  const auto last = buffer.front(1).first(bytes);
  const auto packet = buffer.packet();
  std::array<std::uint8_t, 4> stored{};
  std::copy(last.begin(), last.end(), stored.begin());
  // The CRC byte is stored as what is left of the check: 0 when good.
  if (crc_enable) stored[bytes - 1] = myrinet::crc8(0, packet);
  sram_.set_bytes(pointer, stored);
  ipt_.watch(stored);
  ipt_.end_packet();
  pointer += 4;
  overrun_ = 4 - bytes;
  received_ = true;
  state_.armed = false;
  in_packet_ = false;
  if (piece_begin_ == packet_begin_) name(packet);
  observer_.on(Packet{packets_, packet_begin_, t + params_.clock, false, message_, packet});
  buffer.drop_tail();
}

void ReceiveDma::name(std::span<const std::uint8_t> begin) {
  message_ = name_packet ? name_packet(begin) : 0;
}

void ReceiveDma::end_piece(Time end) {
  // RMP may have been moved back meanwhile.
  const auto bytes = sram_.bytes(std::min(piece_, pointer), pointer - std::min(piece_, pointer));
  if (in_packet_ && piece_begin_ == packet_begin_) name(bytes);
  moving_ = false;
  observer_.on(Activity{activity_, piece_begin_, end, kReceiveLabel, message_,
                        static_cast<std::int64_t>(bytes.size())});
}

}  // namespace flybar::lanai
