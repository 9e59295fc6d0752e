/// The driver that lets IP use a ring card.
///
/// Out: what lies in frames goes where it lies, each piece a buffer of a descriptor. Headers, and
/// whatever lies in no frame, are copied behind the link's header into memory of the driver, which
/// the card reads, too. A packet of too many pieces is gathered into a frame by copy.
///
/// In: the first bytes of a packet go to memory of the driver, the rest to a frame of the pool, in
/// cells to as many in a row as the longest packet takes. Kernels of the time had two or four
/// clusters of 2 KB in a frame; here a frame has one owner, so each packet has its own, and takes
/// as much of the pool as that costs.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"
#include "models/lan/params.h"
#include "models/lan/ring/card.h"

namespace flybar::lan {

/// The way to another node: what cluster::Hardware::route() says.
struct Route {
  std::uint32_t node;
  std::vector<std::uint8_t> bytes;
};

class Driver final : public inet::Device {
 public:
  struct Parts {
    host::Cpu& cpu;
    host::PagePool& pool;
    host::InterruptLine& interrupt;  ///< of the card's seat
    std::uint32_t window;            ///< likewise
    RingCard& card;
    std::vector<Route> routes;
  };
  struct Counters {
    std::uint64_t sent = 0;       ///< packets
    std::uint64_t received = 0;   ///< packets
    std::uint64_t gathered = 0;   ///< packets copied into a frame to be sent
    std::uint64_t ring_full = 0;  ///< times that a packet had to wait
    std::uint64_t no_frame = 0;   ///< packets dropped on receipt: no fresh frame for the ring
    std::uint64_t damaged = 0;    ///< likewise: the frame check was wrong
    std::uint64_t malformed = 0;  ///< likewise: too long, or no packet of IP
    std::uint64_t no_route = 0;   ///< packets dropped: to a node that is not there, or itself
  };

  /// Before the simulation starts.
  Driver(Parts parts, const LanParams& lan, const RingParams& params);

  /// By a process of the node, once: gives the rings to the card. Until then there is no room to
  /// send, and what comes is lost.
  void start();

  void connect(User& user) override { user_ = &user; }
  Bytes mtu() const override { return lan_.mtu; }
  bool computes_sums() const override { return false; }
  inet::Outcome send(const inet::Chain& packet) override;
  void complete_sent() override;

  const Counters& counters() const { return counters_; }
  const RingCard& card() const { return parts_.card; }
  /// Packets that the card or its ring hold.
  std::size_t count() const { return under_way_.size(); }

 private:
  struct Buffer {
    host::Physical at;
    std::uint32_t length;
    bool lent = false;  ///< it is the packet's, and not memory of the driver
  };
  struct UnderWay {
    std::uint32_t descriptors;
    std::vector<Buffer> lent;
    void* packet;             ///< null: its memory has been copied
    host::Physical gathered;  ///< 0: nowhere
  };
  host::Memory& memory() { return parts_.cpu.memory(); }
  std::uint32_t rings() const { return static_cast<std::uint32_t>(params_.rings); }
  std::uint32_t frame_size() const;
  std::uint32_t frames_for(std::uint32_t length) const;
  host::Physical send_descriptor(std::uint32_t n) const;
  host::Physical receive_descriptor(std::uint32_t n) const;
  host::Physical send_header(std::uint32_t n) const;
  host::Physical receive_header(std::uint32_t n) const;
  void put(host::Physical at, std::uint32_t word);
  void set_register(std::uint32_t offset, std::uint32_t value);
  void make_receive_descriptor(std::uint32_t n);

  template <class Work>
  void uninterrupted(Work work);
  const Route* route_to(std::uint32_t node) const;
  std::size_t most_buffers() const;
  bool has_room(std::size_t descriptors) const;
  inet::Outcome post(const inet::Chain& packet, const Route& route);
  std::vector<std::uint8_t> link_header(const Route& route) const;
  std::vector<Buffer> lay_out(const inet::Chain& packet, const Route& route);
  std::vector<Buffer> gather(const inet::Chain& packet, const Route& route);
  void write_descriptors(const std::vector<Buffer>& buffers, const Route& route);
  void reclaim();
  void reclaim_one();

  void interrupt();
  void receive(std::uint32_t place);
  bool is_packet(std::span<const std::uint8_t> head) const;
  bool take(std::uint32_t place, std::uint32_t length);

  const Parts parts_;
  const LanParams lan_;
  const RingParams params_;
  std::uint32_t frames_ = 1;  ///< in a row, behind each receive descriptor
  User* user_ = nullptr;
  host::Physical own_ = 0;              ///< memory of rings and headers; 0: not started
  std::vector<host::Physical> behind_;  ///< frames of the receive descriptors
  std::uint32_t head_ = 0;              ///< place of the next descriptor to send
  std::uint32_t used_ = 0;              ///< descriptors that the card has, or had until it was seen
  std::uint32_t next_ = 0;              ///< receive descriptor
  std::uint32_t serial_ = 0;
  std::deque<UnderWay> under_way_;  ///< in the order of the ring
  Counters counters_;
};

}  // namespace flybar::lan
