#include "models/inet/api/tcp_info.h"

// That of the kernel has more fields than that of the C library.
#include <linux/tcp.h>
#include <lwip/priv/tcp_priv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace flybar::inet {
namespace {

/// The number that Linux gives to each state of a connection (TCP_ESTABLISHED is 1), by tcp_state
/// of lwIP.
constexpr std::array<std::uint8_t, 11> kStates = {7, 10, 2, 3, 1, 4, 5, 8, 11, 9, 6};
constexpr std::uint8_t kClosed = 7, kListens = 10;
constexpr std::int64_t kSlowTick = 500'000;    ///< us
constexpr std::uint32_t kSegmentHeaders = 40;  ///< bytes of IP and TCP
constexpr std::uint32_t kMost = 0x7fff'ffff;

std::uint32_t us(Time time) {
  return static_cast<std::uint32_t>(time / Time::us(1));
}

void fill_windows(tcp_info& info, const tcp_pcb& pcb) {
  const std::uint32_t mss = pcb.mss;
  info.tcpi_state = kStates.at(pcb.state);
  info.tcpi_snd_mss = mss;
  info.tcpi_snd_cwnd = pcb.cwnd / mss;
  info.tcpi_snd_ssthresh = pcb.ssthresh / mss;
  info.tcpi_rcv_space = pcb.rcv_wnd;
  if ((pcb.flags & TF_WND_SCALE) != 0) info.tcpi_options = TCPI_OPT_WSCALE;
  info.tcpi_snd_wscale = pcb.snd_scale & 15;
  info.tcpi_rcv_wscale = pcb.rcv_scale & 15;
}

void fill_waiting(tcp_info& info, const tcp_pcb& pcb) {
  for (const tcp_seg* one = pcb.unacked; one != nullptr; one = one->next) ++info.tcpi_unacked;
  for (const tcp_seg* one = pcb.unsent; one != nullptr; one = one->next)
    info.tcpi_notsent_bytes += one->len;
  info.tcpi_rto = static_cast<std::uint32_t>(pcb.rto * kSlowTick);
  info.tcpi_retransmits = pcb.nrtx;
  info.tcpi_probes = pcb.persist_probe;
  info.tcpi_backoff = pcb.persist_backoff;
}

void fill_figures(tcp_info& info, const Connection& connection) {
  const ConnectionFigures figures = connection.record()->complete();
  const FlybarLwipConnection& stack = connection.record()->stack;
  info.tcpi_rtt = us(figures.round_trip);
  info.tcpi_rttvar = us(figures.round_trip_variation);
  info.tcpi_min_rtt = stack.measured != 0 ? us(Time::ps(stack.least_ps)) : ~0U;
  info.tcpi_total_retrans = static_cast<std::uint32_t>(figures.retransmissions);
  info.tcpi_bytes_sent = figures.bytes_sent;
  info.tcpi_bytes_acked = figures.bytes_acknowledged;
  info.tcpi_bytes_received = figures.bytes_received;
  info.tcpi_segs_out = static_cast<std::uint32_t>(figures.segments_sent);
  info.tcpi_segs_in = static_cast<std::uint32_t>(figures.segments_received);
}

}  // namespace

std::optional<int> segment_of(const Connection& connection) {
  const tcp_pcb* const pcb = connection.record()->block;
  if (pcb == nullptr || pcb->state < ESTABLISHED) return std::nullopt;
  return pcb->mss;
}

std::vector<std::byte> tcp_info_of(const Inet& inet, const Connection* connection, bool listens) {
  tcp_info info = {};
  info.tcpi_state = listens ? kListens : kClosed;
  info.tcpi_snd_ssthresh = kMost;
  info.tcpi_pmtu = static_cast<std::uint32_t>(inet.mtu().count);
  info.tcpi_rcv_mss = info.tcpi_advmss = info.tcpi_pmtu - kSegmentHeaders;
  if (connection != nullptr) {
    const std::uint32_t asked = connection->record()->stack.most_segment;
    if (asked != 0) info.tcpi_rcv_mss = info.tcpi_advmss = std::min(info.tcpi_advmss, asked);
    fill_figures(info, *connection);
    if (const tcp_pcb* const pcb = connection->record()->block) {
      fill_windows(info, *pcb);
      fill_waiting(info, *pcb);
    }
  }
  const auto bytes = std::as_bytes(std::span(&info, 1));
  return {bytes.begin(), bytes.end()};
}

}  // namespace flybar::inet
