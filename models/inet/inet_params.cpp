#include "models/inet/inet_params.h"

#include <algorithm>
#include <string>

#include "models/common/layer_params.h"
#include "models/common/quantity.h"
#include "models/host/params.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/trapeze/mcp_params.h"

namespace flybar::inet {
namespace {

using enum Confidence;
using namespace literals;
namespace layout = trapeze::layout;

// What IP can name, and what every host has to take.
constexpr Bytes kMostPacket = Bytes(65'535);
constexpr Bytes kLeastPacket = 576_B;

/// A cost that nobody published.
void cost(Parameters& table, const char* key, Time& field, const char* summary,
          const char* source) {
  table.add(key, field, {Time(), Time::ms(1)}, {summary, source, kGuess});
}

void describe_socket(Parameters& table, SocketParams& p) {
  cost(table, "socket.call", p.call,
       "CPU time of one send or receive call, entry to exit, plausibly [2..8] us",
       "4.4BSD's path: trap, descriptor, sosend or soreceive, lock of the buffer; some 700 "
       "instructions of the 21164, half out of its caches");
  cost(table, "socket.page_send", p.page_send,
       "CPU time of a page that is pinned and marked copy-on-write, besides its map, plausibly "
       "[1..5] us",
       "finding and wiring a page, an mbuf that refers to it: some 500 instructions of the 21164 "
       "under the object's lock, half out of its caches");
  cost(table, "socket.page_receive", p.page_receive,
       "CPU time of a page that is flipped into the user's buffer, besides map and frames, "
       "plausibly [2..10] us",
       "two objects locked, a page out of one's hash and list and into the other's: some 900 "
       "instructions of the 21164, half out of its caches");
  cost(table, "socket.append", p.append,
       "CPU time of a chain to or from a socket buffer, plausibly [0.5..2] us",
       "4.4BSD's sbappend and sbdrop: counts and links of a chain, some 200 instructions of the "
       "21164, half out of its caches");
  cost(table, "socket.wake", p.wake,
       "CPU time of a wake-up, on the side that wakes, plausibly [0.5..2] us",
       "4.4BSD's sowakeup: a hash of sleepers, the run queue; some 200 instructions of the 21164, "
       "half out of its caches");
  table.add("socket.remap_least", p.remap_least, {1_B, 1024_KB},
            {"requests shorter than this are copied, not remapped; a frame unless set", "choice"});
}

void describe_buffers(Parameters& table, BufferParams& p) {
  cost(table, "inet.mbuf", p.mbuf,
       "CPU time of allocating and freeing one mbuf, plausibly [0.2..1] us",
       "4.4BSD's MGET and MFREE: priority level, free list, counts; some 60 instructions of the "
       "21164 each, few out of its caches");
  cost(table, "inet.checksum_start", p.checksum_start,
       "CPU time of one checksum, besides its bytes at host.read_rate, plausibly [0.2..1.5] us",
       "4.4BSD's in_cksum: pseudo header, walk of the chain, ends that are no whole words; some "
       "100 instructions of the 21164");
  table.add(
      "inet.cluster", p.cluster, {128_B, 64_KB}, kPowersOfTwo,
      {"kernel buffer that requests below a page are copied to", "4.4BSD: MCLBYTES", kDocumented});
}

void describe_tcp_costs(Parameters& table, TcpParams& p) {
  cost(table, "tcp.output", p.output, "CPU time of a segment sent, ACKs too, plausibly [3..10] us",
       "4.4BSD's tcp_output: window, Nagle and silly window, options, template, m_copy; some 800 "
       "instructions of the 21164, half out of its caches, and the connection's data");
  cost(table, "tcp.input_data", p.input_data,
       "CPU time of a data segment that header prediction hits, plausibly [3..10] us",
       "4.4BSD's tcp_input: connection, options, prediction, counts; some 700 instructions of the "
       "21164, half out of its caches, and the connection's data");
  cost(table, "tcp.input_ack", p.input_ack,
       "CPU time of an ACK that header prediction hits, plausibly [2..8] us",
       "as data, without a chain to hand on: some 600 instructions of the 21164, half out of its "
       "caches");
  cost(table, "tcp.input_slow", p.input_slow,
       "CPU time of a segment that header prediction misses, plausibly [6..25] us",
       "4.4BSD's tcp_input to its end: trimming, state, reassembly, congestion; twice to three "
       "times the instructions of the predicted one, nearly all out of the 21164's caches");
  cost(table, "tcp.timer", p.timer, "CPU time of one run of a timer, plausibly [1..5] us",
       "4.4BSD's tcp_fasttimo or tcp_slowtimo: callout, priority level, counters; some 300 "
       "instructions of the 21164, all out of its caches after 200 ms");
  cost(table, "tcp.timer_connection", p.timer_connection,
       "CPU time of one connection in a run of a timer, plausibly [0.1..1] us",
       "4.4BSD: four counters of a control block that is in no cache, 30 instructions of the "
       "21164, one or two misses");
}

void describe_tcp_rules(Parameters& table, TcpParams& p) {
  table.add_choice(
      "tcp.ack", p.ack,
      {{"on-read", AckPolicy::kOnRead}, {"every-second", AckPolicy::kEverySecond}},
      {"when data are acknowledged: as the reader takes two segments, or every second segment",
       "4.4BSD acknowledges with the window update; which rule Digital Unix 4.0 had is not told",
       kGuess});
  table.add("tcp.low_water", p.low_water, {1_B, 1024_KB},
            {"least room in a send buffer for which a waiting sender is woken", "4.4BSD: MCLBYTES",
             kDocumented});
  table.add("tcp.out_of_order", p.out_of_order, {1, 1024},
            {"segments that a connection holds out of order, at most, plausibly [16..256]",
             "bounded so that one connection cannot empty the frame pool", kGuess});
}

void describe_udp(Parameters& table, UdpParams& p) {
  cost(table, "udp.output", p.output, "CPU time of a datagram sent, plausibly [2..8] us",
       "4.4BSD's udp_output: a temporary connection to its peer, header; some 600 instructions of "
       "the 21164, half out of its caches");
  cost(table, "udp.input", p.input, "CPU time of a datagram received, plausibly [2..8] us",
       "4.4BSD's udp_input: search of the control blocks, address of the sender in an mbuf; some "
       "600 instructions of the 21164, half out of its caches");
}

void describe_ip_costs(Parameters& table, IpParams& p) {
  cost(table, "ip.output", p.output, "CPU time of an IP packet sent, plausibly [2..5] us",
       "4.4BSD's ip_output: route, header, its sum, interface queue; some 500 instructions of the "
       "21164, half out of its caches");
  cost(table, "ip.input", p.input, "CPU time of an IP packet received, plausibly [1..5] us",
       "4.4BSD's ipintr: queue, header and its sum, own addresses, protocol switch; some 350 "
       "instructions of the 21164, half out of its caches");
  cost(table, "ip.fragment", p.fragment,
       "CPU time of a fragment made or joined, plausibly [1..6] us",
       "4.4BSD's ip_output loop or ip_reass: header copied, m_copy or a place in the queue; some "
       "500 instructions of the 21164, half out of its caches");
  const char* driver =
      "chain walked, header copied, counts of the interface: some 350 instructions of the 21164, "
      "half out of its caches";
  cost(table, "ip.driver_out", p.driver_out,
       "CPU time of a packet through the driver, sent, besides tpz.*, plausibly [1..5] us", driver);
  cost(table, "ip.driver_in", p.driver_in,
       "CPU time of a packet through the driver, received, besides tpz.*, plausibly [1..5] us",
       driver);
}

void describe_ip_limits(Parameters& table, IpParams& p) {
  table.add("ip.mtu", p.mtu, {kLeastPacket, kMostPacket},
            {"largest IP packet over messages; a control message and a frame unless set",
             "published for both page sizes: 8320 and 4224 B", kDocumented});
  table.add("ip.interface_queue", p.interface_queue, {1, 65'536},
            {"packets that wait for the driver, plausibly [50..512]",
             "4.4BSD: 50 and no room for a window of 1 MB; systems of the time raised it", kGuess});
  table.add("ip.input_queue", p.input_queue, {1, 65'536},
            {"received packets that wait for the software interrupt, plausibly [50..512]",
             "4.4BSD: IFQ_MAXLEN", kGuess});
  table.add("ip.send_entries", p.send_entries, {1, layout::kSendEntries},
            {"entries of the send ring that IP takes, at most; three of four unless set",
             "so that calls between kernels always find one", kGuess});
  table.add("ip.entry_pause", p.entry_pause, {Time::us(1), Time::ms(1)},
            {"how long a process that waits for room sleeps when the send ring is full",
             "as gmsnet.entry_pause"});
}

void describe_faults(Parameters& table, PacketFaults& p) {
  const auto share = [&table](const char* key, double& field, const char* summary) {
    table.add(key, field, "", {0, 1}, {summary, "none unless asked for"});
  };
  share("ip.lost", p.lost, "share of the packets that are lost before the host, by chance");
  share("ip.damaged", p.damaged,
        "share of the packets that come with a wrong bit; hosts then compute sums by software");
  share("ip.doubled", p.doubled, "share of the packets that come twice");
  share("ip.late", p.late, "share of the packets that come late, behind others");
  table.add("ip.late_by", p.late_by, {Time::us(1), Time::ms(1'000)},
            {"how late those are", "none unless asked for"});
  table.add("ip.fault_seed", p.seed, {0, 1'000'000'000},
            {"seed of these chances, of which each node has its own", "choice"});
}

Bytes packet_of(Bytes payload) {
  return Bytes(layout::kMaxControl) + payload;
}

void check_mtu(const IpParams& ip, const trapeze::McpParams& mcp, std::vector<Fault>& faults) {
  const Bytes most = std::max(packet_of(mcp.max_payload), kLeastPacket);
  if (ip.mtu <= most) return;
  faults.push_back({"ip.mtu", quantity::print(ip.mtu) + " is more than a message holds",
                    "up to " + quantity::print(most) + ", a control message and mcp.max_payload",
                    "lower it, or raise mcp.max_payload"});
}

void check_entries(const IpParams& ip, const trapeze::McpParams& mcp, std::vector<Fault>& faults) {
  if (ip.send_entries < mcp.send_entries) return;
  faults.push_back({"ip.send_entries", std::to_string(ip.send_entries),
                    "fewer than mcp.send_entries, " + std::to_string(mcp.send_entries),
                    "leave some entries to other messages"});
}

/// Frames that hold a payload each are what can be remapped.
void follow_frames(Parameters& table, InetParams& own, const host::HostParams& host) {
  table.add_derived("socket.remap_least", [&own, &host] { own.socket.remap_least = host.frame; });
}

void follow_messages(Parameters& table, IpParams& ip, const trapeze::McpParams& mcp,
                     const host::HostParams& host) {
  table.add_derived("ip.mtu", [&ip, &mcp, &host] {
    ip.mtu =
        std::clamp(packet_of(std::min(mcp.max_payload, host.frame)), kLeastPacket, kMostPacket);
  });
  table.add_derived("ip.send_entries", [&ip, &mcp] { ip.send_entries = mcp.send_entries * 3 / 4; });
  table.add_check([&ip, &mcp](std::vector<Fault>& faults) {
    check_mtu(ip, mcp, faults);
    check_entries(ip, mcp, faults);
  });
}

}  // namespace

void describe(Parameters& table, InetParams& params) {
  describe_socket(table, params.socket);
  describe_buffers(table, params.inet);
  describe_tcp_costs(table, params.tcp);
  describe_tcp_rules(table, params.tcp);
  describe_udp(table, params.udp);
  describe_ip_costs(table, params.ip);
  describe_ip_limits(table, params.ip);
  describe_faults(table, params.ip.faults);
}

void add_layer(LayerParams& node) {
  node.add<InetParams>(
      {}, [](Parameters& table, InetParams& own, const LayerParams& below, const LayerParams&) {
        describe(table, own);
        if (!below.has(host::HostParams::kLayer)) return;
        const auto& host = below.get<host::HostParams>();
        follow_frames(table, own, host);
        if (below.has(trapeze::McpParams::kLayer))
          follow_messages(table, own.ip, below.get<trapeze::McpParams>(), host);
      });
}

}  // namespace flybar::inet
