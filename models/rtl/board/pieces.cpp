#include "models/rtl/board/pieces.h"

#include <algorithm>

#include "models/lanai/core/words.h"
#include "models/lanai/engines/tracks.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::rtl {

using namespace lanai;

Pieces::Pieces(const ChipParams& params, Observer& observer, const std::string& chip,
               Executor& executor, LinkIn& link_in, TrackId packets, LinkOut& link_out)
    : params_(params),
      observer_(observer),
      executor_(executor),
      link_in_(link_in),
      link_out_(link_out),
      host_track_(observer.declare(host_track(chip))),
      receive_track_(observer.declare(receive_track(chip))),
      send_track_(observer.declare(send_track(chip))),
      packets_(packets) {}

void Pieces::written(Time t, std::uint32_t offset, std::uint32_t value) {
  switch (offset) {
    case regs::DmaCtr::kOffset:
      host_.begin = t;
      host_.bytes = value;
      break;
    case regs::Ear::kOffset:
      host_.ear = value;
      break;
    case regs::Lar::kOffset:
      host_.lar = value;
      break;
    case regs::Sa::kOffset:
      send_.alignment = value & 3;
      break;
    case regs::Sml::kOffset:
    case regs::Smlt::kOffset:
      start_send(value & ~3u, offset == regs::Smlt::kOffset);
      break;
    default:
      break;
  }
}

void Pieces::start_send(std::uint32_t limit, bool tail) {
  std::vector<std::uint8_t> piece = bytes(executor_.insight().smp, limit + 4);
  piece.erase(piece.begin(),
              piece.begin() + std::min<std::ptrdiff_t>(send_.alignment, std::ssize(piece)));
  if (send_.tail) link_out_.talker.begin_message(name(piece));
  send_ = {.bytes = std::ssize(piece), .tail = tail};
}

void Pieces::fetched(Time t) {
  send_.begin = std::min(send_.begin, t);
  if (executor_.insight().send_active) return;
  observer_.on(Activity{send_track_, send_.begin, t + params_.clock, kSendLabel,
                        link_out_.talker.message(), send_.bytes});
}

void Pieces::moved(Time t, const Outputs& out) {
  if (out.hdma_left > 0) return;
  observer_.on(Activity{host_track_, host_.begin, t + params_.clock,
                        out.hdma_write ? kWriteLabel : kReadLabel, transferred(!out.hdma_write),
                        host_.bytes});
}

std::uint64_t Pieces::transferred(bool to_card) const {
  if (!name_transfer) return 0;
  const std::vector<std::uint8_t> around = bytes(host_.lar - kAround, host_.lar + kAround);
  return name_transfer({host_.ear, host_.lar, host_.bytes, to_card, around});
}

void Pieces::received(Time t, std::uint32_t words) {
  const Insight chip = executor_.insight();
  if (!receive_.moving) {
    receive_.moving = true;
    receive_.begin = t;
    receive_.place = chip.rmp - words * 4;
    if (!receive_.in_packet) receive_.packet_begin = t;
    receive_.in_packet = true;
  }
  bool ended = false;
  for (; words > 0; --words) ended = link_in_.stored();
  if (ended) {
    const std::vector<std::uint8_t>& packet = link_in_.packet();
    if (receive_.begin == receive_.packet_begin) receive_.message = name(packet);
    observer_.on(Packet{packets_, receive_.packet_begin, t + params_.clock, false, receive_.message,
                        packet});
    receive_.in_packet = false;
  }
  if (ended || chip.rmp > chip.rml) end_received(t + params_.clock, chip.rmp);
}

void Pieces::end_received(Time end, std::uint32_t pointer) {
  const std::vector<std::uint8_t> piece = bytes(std::min(receive_.place, pointer), pointer);
  if (receive_.in_packet && receive_.begin == receive_.packet_begin) receive_.message = name(piece);
  receive_.moving = false;
  observer_.on(Activity{receive_track_, receive_.begin, end, kReceiveLabel, receive_.message,
                        std::ssize(piece)});
}

void Pieces::reset() {
  receive_ = {};
  send_ = {};
}

std::vector<std::uint8_t> Pieces::bytes(std::uint32_t from, std::uint32_t to) const {
  std::vector<std::uint8_t> bytes(to > from ? to - from : 0);
  for (std::size_t i = 0; i < bytes.size(); i += 4)
    put_word(&bytes[i], executor_.sram_word((from + static_cast<std::uint32_t>(i)) / 4));
  return bytes;
}

}  // namespace flybar::rtl
