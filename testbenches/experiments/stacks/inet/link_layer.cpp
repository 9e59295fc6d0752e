#include "testbenches/experiments/stacks/inet/link_layer.h"

#include "models/inet/inet_params.h"
#include "testbenches/experiments/stacks/inet/trapeze_link.h"

namespace flybar::experiments {

std::unique_ptr<LinkLayer> make_link_layer(Testbed& testbed, Transport transport, BesideIp beside) {
  const std::size_t card = card_of(transport, testbed.context().system);
  return std::make_unique<TrapezeLink>(testbed, card, beside);
}

const char* mtu_key(Transport) {
  return "ip.mtu";
}

Bytes mtu_of(Transport, const cluster::SystemParams& system, std::size_t n) {
  return system.node(n).get<inet::InetParams>().ip.mtu;
}

}  // namespace flybar::experiments
