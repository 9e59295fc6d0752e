/// Packets on their way from the protocol stack to the device: what each costs, and the queue of
/// the interface.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/inet/device/device.h"
#include "models/inet/inet_params.h"
#include "models/inet/ip/packet_log.h"
#include "models/inet/ip/pages_under_way.h"
#include "models/inet/stack/stack.h"

namespace flybar::inet {

/// What has left the protocol stack, and what never reached the device.
struct OutputCounters {
  std::uint64_t packets = 0;
  std::uint64_t segments = 0;  ///< of TCP, with data
  std::uint64_t acks = 0;      ///< of TCP, with nothing else
  std::uint64_t queue_full = 0;
  std::uint64_t refused = 0;   ///< datagrams: the queue has no room for all their fragments
  std::uint64_t no_frame = 0;  ///< to gather a packet into
};

class Output {
 public:
  struct Parts {
    host::Cpu& cpu;
    Stack& stack;
    PagesUnderWay& pages;
    PacketLog& log;
    SegmentLog& segments;
  };
  Output(const Parts& parts, const InetParams& params) : parts_(parts), params_(params) {}

  /// What goes to this host itself is given to `loop`.
  void connect(Device& device, Device& loop) {
    device_ = &device;
    loop_ = &loop;
  }

  /// Asked by the sender of a datagram of `length` bytes behind its header of IP. True: the
  /// interface queue has room for all packets of the datagram. False: the datagram is counted as
  /// refused, and its sender gives up, as in FreeBSD; some of its fragments without the others are
  /// of no use.
  bool admit(std::size_t length);
  /// The same, and nothing is counted.
  bool has_room(std::size_t length) const;
  /// Inside a guard of the stack: a packet that leaves when flush() is called.
  void made(pbuf* packet, std::uint32_t to);
  /// Outside: spends what the packets cost, and hands them to the interface. By software that no
  /// other software inside the stack interrupts.
  void flush();
  /// The device is given what waits for it.
  void start();
  /// Something waits for the device, and nothing but a call of start() gets it going.
  bool waiting() const { return !queue_.empty(); }
  /// Completes what the device has sent.
  void complete_sent() { device_->complete_sent(); }
  /// By the device.
  void sent(void* packet);

  /// Packets that the stack, the queue or the device hold.
  std::size_t count() const { return packets_.size() - free_.size(); }
  const OutputCounters& counters() const { return counters_; }

 private:
  struct Packet {
    pbuf* head = nullptr;  ///< null: the stack has it back, and the device the frames
    std::uint32_t to = 0;
    std::size_t headers = 0;
    std::size_t length = 0;
    bool fragment = false;
    bool tcp = false;
    bool lent = false;  ///< bytes of it lie in a lent page: the buffers stay until it is sent
    std::uint64_t message = 0;  ///< as traces call it, once the device has it
    std::vector<Piece> pieces = {};
  };
  Packet& describe(pbuf* packet, std::uint32_t to);
  void spend(const Packet& packet);
  void give_back(Packet& packet);
  void let_go(Packet& packet);

  const Parts parts_;
  const InetParams params_;
  Device* device_ = nullptr;
  Device* loop_ = nullptr;
  std::deque<Packet> packets_;
  std::vector<Packet*> free_;
  std::vector<Packet*> made_;
  std::deque<Packet*> queue_;  ///< of the interface
  OutputCounters counters_;
  bool starting_ = false;
};

}  // namespace flybar::inet
