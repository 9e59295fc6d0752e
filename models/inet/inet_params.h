/// What sockets, TCP, UDP and IP cost a host's CPU, and their limits.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "models/inet/ack_policy.h"

namespace flybar {
class LayerParams;
class Parameters;
}  // namespace flybar

namespace flybar::inet {

/// CPU time of the socket layer, besides what it copies and maps (host.*).
struct SocketParams {
  Time call = Time::us(4);          ///< one send or receive call, entry to exit
  Time page_send = Time::us(3);     ///< a page pinned and marked copy-on-write
  Time page_receive = Time::us(5);  ///< a page flipped into the user's buffer
  Time append = Time::us(1);        ///< a chain to or from a socket buffer
  Time wake = Time::us(1);          ///< a wake-up, on the side that wakes
  /// Requests shorter than this are copied, never remapped. A frame (host.frame) unless it is set.
  Bytes remap_least = Bytes(8192);
};

/// Buffers and sums, which all protocols share.
struct BufferParams {
  Time mbuf = Time::ns(500);            ///< allocating and freeing one mbuf
  Time checksum_start = Time::ns(500);  ///< one sum, besides its bytes at host.read_rate
  Bytes cluster = Bytes(2048);          ///< that data of requests below a page is copied to
};

struct TcpParams {
  Time output = Time::us(6);              ///< per segment sent, ACKs too
  Time input_data = Time::us(5);          ///< per data segment that header prediction hits
  Time input_ack = Time::us(4);           ///< per ACK that header prediction hits
  Time input_slow = Time::us(12);         ///< per segment that it misses
  Time timer = Time::us(2);               ///< one run of a timer
  Time timer_connection = Time::ns(300);  ///< besides, per connection
  AckPolicy ack = AckPolicy::kOnRead;
  Bytes low_water = Bytes(2048);   ///< least room for which a waiting sender is woken
  std::int64_t out_of_order = 64;  ///< segments that a connection holds out of order, at most
};

struct UdpParams {
  Time output = Time::us(4);  ///< per datagram sent
  Time input = Time::us(4);   ///< per datagram received
};

/// What becomes of packets that come, by chance: shares of them.
struct PacketFaults {
  double lost = 0;
  double damaged = 0;  ///< one bit is wrong
  double doubled = 0;
  double late = 0;
  Time late_by = Time::ms(1);
  std::int64_t seed = 1;
  bool any() const { return lost > 0 || damaged > 0 || doubled > 0 || late > 0; }
};

struct IpParams {
  Time output = Time::us(3);    ///< per packet sent
  Time input = Time::us(2);     ///< per packet received
  Time fragment = Time::us(3);  ///< per fragment made or joined
  /// Per packet to or from the driver's queue, besides the Trapeze library (tpz.*).
  Time driver_out = Time::us(2);
  Time driver_in = Time::us(2);

  /// Largest packet. Unless it is set, a control message and a payload that fits into a frame: the
  /// lesser of mcp.max_payload and host.frame.
  Bytes mtu = Bytes(8320);
  std::int64_t interface_queue = 512;  ///< packets that wait for the driver
  std::int64_t input_queue = 50;       ///< packets that wait for the software interrupt
  /// Of the send ring, at most. Three of four (mcp.send_entries), unless it is set.
  std::int64_t send_entries = 24;
  Time entry_pause = Time::us(20);  ///< between two looks for a free send entry
  PacketFaults faults;
};

/// CPU times are those of an Alcor: HostParams::kernel_work() scales them. Sources:
/// inet_params.cpp.
struct InetParams {
  static constexpr const char* kLayer = "inet";
  SocketParams socket;
  BufferParams inet;
  TcpParams tcp;
  UdpParams udp;
  IpParams ip;
};

/// Adds every parameter: "socket.*", "inet.*", "tcp.*", "udp.*", "ip.*".
void describe(Parameters& parameters, InetParams& params);

/// Adds InetParams to those of a node. What is not set follows from the node's host and messages,
/// if it has them. A packet larger than a message, or more send entries than the ring has beside
/// those of others, are refused; so small a message that ip.mtu has no value is left to who opens
/// the interface.
void add_layer(LayerParams& node);

}  // namespace flybar::inet
