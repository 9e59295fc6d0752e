#include "models/inet/socket/connection_options.h"

#include <lwip/tcp.h>

#include <algorithm>

#include "models/inet/ip/inet.h"

namespace flybar::inet {
namespace {

u32_t ms(Time time) {
  return static_cast<u32_t>(time / Time::ms(1));
}

/// What the window reaches: without a scale 16 bits say it.
tcpwnd_size_t reach(const tcp_pcb& pcb, std::uint32_t window) {
  return (pcb.flags & TF_WND_SCALE) != 0 ? window : std::min<tcpwnd_size_t>(window, 0xffff);
}

std::size_t size_of(const std::optional<Bytes>& asked_for, const Inet& inet) {
  return static_cast<std::size_t>(asked_for.value_or(inet.setup().socket_buffer).count);
}

}  // namespace

std::size_t SocketBuffers::send_size(const Inet& inet) const {
  return size_of(sending, inet);
}

std::size_t SocketBuffers::receive_size(const Inet& inet) const {
  return size_of(receiving, inet);
}

void AppliedOptions::apply(tcp_pcb& pcb, bool open) {
  pcb.tos = options_.service;
  if (options_.no_delay)
    tcp_nagle_disable(&pcb);
  else
    tcp_nagle_enable(&pcb);
  if (options_.keep_alive.on)
    ip_set_option(&pcb, SOF_KEEPALIVE);
  else
    ip_reset_option(&pcb, SOF_KEEPALIVE);
  pcb.keep_idle = ms(options_.keep_alive.idle);
  pcb.keep_intvl = ms(options_.keep_alive.interval);
  pcb.keep_cnt = options_.keep_alive.count;
  if (!open) stack_.most_segment = options_.most_segment;
  apply_room(pcb, open);
  apply_window(pcb, open);
}

/// lwIP keeps what is left of its room, and begins with that of the host. A smaller buffer is
/// room()'s.
void AppliedOptions::apply_room(tcp_pcb& pcb, bool open) {
  if (lwip_room_ == 0) lwip_room_ = static_cast<std::size_t>(inet_.setup().socket_buffer.count);
  const std::size_t wanted = send_buffer();
  if (wanted <= lwip_room_) return;
  pcb.snd_buf += static_cast<tcpwnd_size_t>(wanted - lwip_room_);
  if (!open) pcb.ssthresh = static_cast<tcpwnd_size_t>(wanted);
  lwip_room_ = wanted;
}

/// What the peer has been told of the window of an open connection is not taken back.
void AppliedOptions::apply_window(tcp_pcb& pcb, bool open) {
  const auto wanted = static_cast<std::uint32_t>(options_.buffers.receive_size(inet_));
  const auto before = static_cast<std::uint32_t>(receive_buffer());
  if (wanted == before || (open && wanted < before)) return;
  stack_.window = wanted;
  if (open)
    pcb.rcv_wnd += reach(pcb, wanted) - reach(pcb, before);
  else
    pcb.rcv_wnd = pcb.rcv_ann_wnd = reach(pcb, wanted);
}

std::size_t AppliedOptions::send_buffer() const {
  return options_.buffers.send_size(inet_);
}

std::size_t AppliedOptions::receive_buffer() const {
  return stack_.window != 0 ? stack_.window
                            : static_cast<std::size_t>(inet_.setup().socket_buffer.count);
}

std::size_t AppliedOptions::room(const tcp_pcb& pcb) const {
  const std::size_t all = send_buffer(), used = lwip_room_ - pcb.snd_buf;
  return all - std::min(all, used);
}

std::size_t AppliedOptions::low_water() const {
  return std::min(static_cast<std::size_t>(inet_.params().tcp.low_water.count), send_buffer());
}

}  // namespace flybar::inet
