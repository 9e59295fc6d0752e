#include "testbenches/experiments/stacks/inet/link_layer.h"

#include "models/inet/inet_params.h"
#include "models/lan/params.h"
#include "testbenches/experiments/stacks/inet/ring_link.h"
#include "testbenches/experiments/stacks/inet/trapeze_link.h"

namespace flybar::experiments {

std::unique_ptr<LinkLayer> make_link_layer(Testbed& testbed, Transport transport, BesideIp beside) {
  const std::size_t card = card_of(transport, testbed.context().system);
  if (transport == Transport::kIpTrapeze)
    return std::make_unique<TrapezeLink>(testbed, card, beside);
  return std::make_unique<RingLink>(testbed, card);
}

const char* mtu_key(Transport transport) {
  return transport == Transport::kIpTrapeze ? "ip.mtu" : "lan.mtu";
}

Bytes mtu_of(Transport transport, const cluster::SystemParams& system, std::size_t n) {
  if (transport != Transport::kIpTrapeze) return system.shared.get<lan::LanParams>().mtu;
  return system.node(n).get<inet::InetParams>().ip.mtu;
}

}  // namespace flybar::experiments
