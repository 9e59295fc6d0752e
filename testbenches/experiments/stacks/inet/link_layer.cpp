#include "testbenches/experiments/stacks/inet/link_layer.h"

#include "models/inet/inet_params.h"
#include "models/lan/params.h"
#include "models/layouts/generated/myriapi_layout.hpp"
#include "models/myriapi/params.h"
#include "testbenches/experiments/stacks/inet/myriapi_link.h"
#include "testbenches/experiments/stacks/inet/ring_link.h"
#include "testbenches/experiments/stacks/inet/trapeze_link.h"

namespace flybar::experiments {

std::unique_ptr<LinkLayer> make_link_layer(Testbed& testbed, Transport transport, BesideIp beside) {
  const std::size_t card = card_of(transport, testbed.context().system);
  switch (transport) {
    case Transport::kTrapeze:
    case Transport::kIpTrapeze:
      return std::make_unique<TrapezeLink>(testbed, card, beside);
    case Transport::kIpMyriapi:
      return std::make_unique<MyriapiLink>(testbed, card);
    case Transport::kEthernet:
    case Transport::kAtm:
      break;
  }
  return std::make_unique<RingLink>(testbed, card);
}

const char* mtu_key(Transport transport) {
  switch (transport) {
    case Transport::kTrapeze:
    case Transport::kIpTrapeze:
      return "ip.mtu";
    case Transport::kIpMyriapi:
      return "myriapi.ip_header";
    case Transport::kEthernet:
    case Transport::kAtm:
      break;
  }
  return "lan.mtu";
}

Bytes mtu_of(Transport transport, const cluster::SystemParams& system, std::size_t n) {
  const LayerParams& node = system.node(n);
  switch (transport) {
    case Transport::kTrapeze:
    case Transport::kIpTrapeze:
      return node.get<inet::InetParams>().ip.mtu;
    case Transport::kIpMyriapi:
      return Bytes(static_cast<std::int64_t>(myriapi::layout::kMtu)) -
             node.get<myriapi::Params>().ip_header;
    case Transport::kEthernet:
    case Transport::kAtm:
      break;
  }
  return system.shared.get<lan::LanParams>().mtu;
}

}  // namespace flybar::experiments
