#include "testbenches/tests/inet/datagrams.h"

#include "lwip/udp.h"

namespace flybar::inet {
namespace {

constexpr std::uint16_t kPort = 7;

void take(void* datagrams, udp_pcb*, pbuf* packet, const ip_addr_t*, std::uint16_t) {
  Packet& bytes = static_cast<Datagrams*>(datagrams)->received.emplace_back(packet->tot_len);
  pbuf_copy_partial(packet, bytes.data(), packet->tot_len, 0);
  pbuf_free(packet);
}

}  // namespace

Datagrams::Datagrams(Pair& owner) : pair(owner) {
  pair.in(1, [&] {
    udp_pcb* block = udp_new();
    udp_bind(block, IP_ADDR_ANY, kPort);
    udp_recv(block, take, this);
  });
  // Bound, so that it is the stack's to free.
  pair.in(0, [&] {
    sender_ = udp_new();
    udp_bind(sender_, IP_ADDR_ANY, kPort);
  });
}

void Datagrams::send(const Packet& bytes) {
  pair.in(0, [&] {
    pbuf* packet = pbuf_alloc(PBUF_TRANSPORT, static_cast<std::uint16_t>(bytes.size()), PBUF_RAM);
    pbuf_take(packet, bytes.data(), packet->tot_len);
    const ip_addr_t to{lwip_htonl(pair.address(1))};
    udp_sendto(sender_, packet, &to, kPort);
    pbuf_free(packet);
  });
}

}  // namespace flybar::inet
