/// The driver that lets IP use a NIC with the vendor's firmware, which nobody else uses then.
///
/// It copies no data: a packet is gathered from the buffers that it lies in, and comes to buffers
/// of the kernel, a host DMA for each. Headers are written to a buffer that the card reads; on
/// receipt the first bytes come to a small buffer, the others to clusters. What a descriptor cannot
/// express is gathered by copy. A link header stands in front of each packet; what it says on a
/// real link, channel and route say here, so its bytes are 0.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"
#include "models/inet/inet_params.h"
#include "models/myriapi/nic.h"

namespace flybar::inet {

class MyriapiDriver final : public Device {
 public:
  /// That IP packets have; others are dropped.
  static constexpr std::uint32_t kChannel = 1;

  struct Counters {
    std::uint64_t sent = 0;       ///< packets given to the card
    std::uint64_t pieces = 0;     ///< of host memory that they were gathered from
    std::uint64_t gathered = 0;   ///< packets copied into frames of their own
    std::uint64_t ring_full = 0;  ///< times that a packet had to wait
    std::uint64_t no_frame = 0;   ///< packets dropped on receipt: no fresh frames for the ring
    std::uint64_t malformed = 0;  ///< likewise: not stored, too short, or of another channel
    std::uint64_t no_route = 0;   ///< packets dropped: to a node that is not there, or itself
  };

  /// Before the simulation starts. The NIC interrupts (myriapi::Notify::kInterrupt); its start()
  /// fills its receive ring with frames of the host.
  MyriapiDriver(myriapi::Nic& nic, host::PagePool& pool, const InetParams& params);
  MyriapiDriver(const MyriapiDriver&) = delete;
  MyriapiDriver& operator=(const MyriapiDriver&) = delete;

  void connect(User& user) override { user_ = &user; }
  Bytes mtu() const override;
  bool computes_sums() const override { return false; }
  Outcome send(const Chain& packet) override;
  void complete_sent() override;

  const Counters& counters() const { return counters_; }
  /// Packets that the card or its ring hold.
  std::size_t count() const { return held_.size() - free_.size(); }

 private:
  using Pieces = std::vector<myriapi::Piece>;
  /// What a packet holds until it has left.
  struct Held {
    void* packet = nullptr;  ///< null: none, its memory has been copied
    Pieces lent = {};
    host::Physical row = 0;  ///< frames that it was gathered into, or 0
    std::uint32_t frames = 0;
  };
  /// Of the receive ring.
  struct Entry {
    host::Physical head = 0;  ///< the small buffer
    host::Physical row = 0;   ///< frames in a row behind it
  };
  host::Physical frame_size() const;
  std::uint32_t frames_for(std::size_t length) const;
  std::size_t link_header() const;
  host::Physical shared_row(std::size_t bytes);
  template <class Work>
  void uninterrupted(Work work);

  Outcome post(const Chain& packet);
  std::size_t head_of(const Chain& packet) const;
  std::optional<Pieces> rest_of(const Chain& packet, std::size_t head) const;
  void split(host::Physical at, std::size_t length, Pieces& pieces) const;
  Outcome post_held(const Chain& packet, std::size_t head, const Pieces& rest);
  Outcome post_gathered(const Chain& packet);
  std::uint64_t give(const Chain& packet, const Pieces& pieces, Held& held);
  Held& hold();
  void left(Held& held);

  void fill_ring();
  Pieces pieces_of(const Entry& entry) const;
  void receive(const myriapi::Packet& packet);
  bool take_rest(const myriapi::Packet& packet, Arrival& arrival);

  myriapi::Nic& nic_;
  host::Cpu& cpu_;
  host::PagePool& pool_;
  const InetParams params_;
  User* user_ = nullptr;
  const std::uint32_t frames_;      ///< in a row behind the small buffer of the longest packet
  const host::Physical head_room_;  ///< a buffer for each send descriptor
  std::array<Entry, myriapi::layout::kReceiveEntries> entries_;
  std::uint32_t sent_ = 0;  ///< descriptors used so far
  std::deque<Held> held_;
  std::vector<Held*> free_;
  Counters counters_;
};

}  // namespace flybar::inet
