/// What the engines work on, for observers: put together from what the chip shows in each clock.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/lanai/engines/name_packet.h"
#include "models/lanai/params.h"
#include "models/rtl/board/link_in.h"
#include "models/rtl/board/link_out.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class Pieces {
 public:
  Pieces(const lanai::ChipParams& params, Observer& observer, const std::string& chip,
         Executor& executor, LinkIn& link_in, TrackId packets, LinkOut& link_out);

  /// What observers call the packet that begins with these bytes.
  lanai::NamePacket name_packet;
  lanai::NameTransfer name_transfer;

  /// The clock at `t` has passed.
  void passed(Time t, const Outputs& out) {
    if (out.grant_receive > 0) received(t, out.grant_receive);
    if (out.grant_send > 0) fetched(t);
    if (out.hdma_moved) moved(t, out);
    if (out.write) written(t, out.write_offset, out.write_data);
  }
  /// A special register was written, by whoever, in the clock at `t`.
  void written(Time t, std::uint32_t offset, std::uint32_t value);
  /// The host resets the chip.
  void reset();

 private:
  void received(Time t, std::uint32_t words);
  void fetched(Time t);
  void moved(Time t, const Outputs& out);
  std::uint64_t transferred(bool to_card) const;
  void end_received(Time end, std::uint32_t pointer);
  void start_send(std::uint32_t limit, bool tail);
  std::vector<std::uint8_t> bytes(std::uint32_t from, std::uint32_t to) const;
  std::uint64_t name(const std::vector<std::uint8_t>& begin) const {
    return name_packet ? name_packet(begin) : 0;
  }

  const lanai::ChipParams& params_;
  Observer& observer_;
  Executor& executor_;
  LinkIn& link_in_;
  LinkOut& link_out_;
  const TrackId host_track_, receive_track_, send_track_, packets_;

  struct {
    Time begin;
    std::uint32_t bytes = 0, ear = 0, lar = 0;
  } host_;
  struct {
    bool moving = false, in_packet = false;
    Time begin, packet_begin;
    std::uint32_t place = 0;
    std::uint64_t message = 0;
  } receive_;
  struct {
    Time begin = Time::never();
    std::int64_t bytes = 0;
    std::uint32_t alignment = 0;
    bool tail = true;
  } send_;
};

}  // namespace flybar::rtl
