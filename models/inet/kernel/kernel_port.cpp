#include "models/inet/kernel/kernel_port.h"

#include <lwip/udp.h>

#include <string>
#include <utility>

#include "models/common/error.h"
#include "models/inet/ip/lent_page.h"
#include "models/inet/labels.h"
#include "models/inet/socket/callbacks.h"

namespace flybar::inet {

using host::Physical;

KernelPort::KernelPort(Inet& inet, std::uint16_t port, User& user)
    : inet_(inet), port_(port), user_(user) {
  const Stack::Enter inside(inet_.stack(), Time());
  pcb_ = udp_new();
  udp_recv(pcb_, &KernelPort::received, this);
  if (udp_bind(pcb_, IP_ADDR_ANY, port) == ERR_OK) return;
  udp_remove(pcb_);
  throw SimulationError("TCP/IP of node " + std::to_string(inet_.setup().node),
                        "port " + std::to_string(port) + " of the kernel is in use",
                        "one user of each port", "give one of them another port");
}

/// The stack frees its control block itself if it ends first.
KernelPort::~KernelPort() {
  if (alive_.expired()) return;
  const Stack::Enter inside(inet_.stack(), Time());
  for (const Came& one : arrived_) pbuf_free(one.chain);
  udp_remove(pcb_);
}

bool KernelPort::send(Peer to, std::span<const std::uint8_t> head, const Page& page) {
  // The handler may have interrupted who is inside the stack.
  if (inet_.cpu().in_interrupt()) return false;
  const std::size_t length = head.size() + static_cast<std::size_t>(page.length.count);
  if (!inet_.has_room(kUdpHeader + length)) {
    ++counters_.no_room;
    inet_.run([] {});
    return false;
  }
  spend_output(length, page.length > Bytes());
  bool taken = false;
  inet_.run([&] {
    taken = inet_.admit(kUdpHeader + length);
    if (taken && !pass_on(to, head, page)) ++counters_.unsent;
  });
  inet_.pages().tell_left();
  return taken;
}

void KernelPort::spend_output(std::size_t length, bool page) {
  host::Cpu& cpu = inet_.cpu();
  cpu.spend(inet_.params().inet.mbuf * (page ? 2 : 1), kMbuf);
  cpu.spend(inet_.params().udp.output, kUdpOutput);
  if (!inet_.stack().sums()) return;
  cpu.spend(inet_.params().inet.checksum_start, kChecksumStart);
  cpu.scan(Bytes(static_cast<std::int64_t>(length)), kChecksum);
}

/// What is queued holds the frame of the page itself.
bool KernelPort::pass_on(Peer to, std::span<const std::uint8_t> head, const Page& page) {
  const auto size = static_cast<u16_t>(head.size());
  pbuf* const chain = pbuf_alloc(PBUF_TRANSPORT, size, PBUF_RAM);
  pbuf_take(chain, head.data(), size);
  const bool with_page = page.length > Bytes();
  if (with_page) {
    inet_.pages().lend(page);
    pbuf_cat(chain, LentPage::make(inet_.pages(), page, inet_.cpu().memory().view(page.at).data()));
  }
  const ip_addr_t address = address_at(to.node);
  const bool sent = udp_sendto(pcb_, chain, &address, to.port) == ERR_OK;
  if (with_page) inet_.pages().release(page.at);
  pbuf_free(chain);
  return sent;
}

void KernelPort::received(void* of, udp_pcb*, pbuf* chain, const ip4_addr* from,
                          std::uint16_t port) {
  auto& own = *static_cast<KernelPort*>(of);
  own.inet_.concern(own);
  own.joined_.came(chain->tot_len);
  if (own.held_ + chain->tot_len >
      static_cast<std::size_t>(own.inet_.setup().socket_buffer.count)) {
    ++own.counters_.dropped;
    pbuf_free(chain);
    return;
  }
  own.held_ += chain->tot_len;
  own.arrived_.push_back({chain, node_at(*from), port});
}

void KernelPort::settle() {
  joined_.spend();
  while (!arrived_.empty()) {
    const Came one = arrived_.front();
    arrived_.pop_front();
    inet_.cpu().spend(inet_.params().socket.append, kSocketAppend);
    user_.arrived(one);
  }
}

std::size_t KernelPort::length(const Came& datagram) {
  return datagram.chain->tot_len;
}

void KernelPort::read(const Came& datagram, std::size_t offset, std::span<std::uint8_t> to) {
  pbuf_copy_partial(datagram.chain, to.data(), static_cast<u16_t>(to.size()),
                    static_cast<u16_t>(offset));
}

Physical KernelPort::take_frame(const Came& datagram, std::size_t offset, std::size_t length) {
  pbuf* at = datagram.chain;
  for (; at != nullptr && offset >= at->len; at = at->next) offset -= at->len;
  if (at == nullptr || offset > 0 || at->len != length) return 0;
  ReceivedFrame* const frame = ReceivedFrame::of(at);
  if (frame == nullptr || !frame->alone || frame->bytes != at->payload) return 0;
  const Physical came = std::exchange(frame->frame, 0);
  if (came != 0) inet_.input().taken();
  return came;
}

void KernelPort::release(const Came& datagram) {
  held_ -= datagram.chain->tot_len;
  inet_.run([&] { pbuf_free(datagram.chain); });
}

}  // namespace flybar::inet
