#include "testbenches/experiments/stacks/inet/inet_checks.h"

#include <algorithm>
#include <string>

#include "models/common/quantity.h"
#include "models/inet/inet_params.h"
#include "models/inet/stack/stack.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kHeaderRoom(128);  ///< of a message, for headers
constexpr Bytes kIpAndTcpHeader(40);

void check_messages(const LayerParams& node, std::vector<Fault>& faults) {
  const Bytes most = std::min(largest_payload(node) + kHeaderRoom, inet::Stack::kMostMtu);
  const Bytes mtu = node.get<inet::InetParams>().ip.mtu;
  if (mtu > most || mtu < inet::Stack::kLeastMtu)
    faults.push_back({"ip.mtu", quantity::print(mtu),
                      quantity::print(inet::Stack::kLeastMtu) + " .. " + quantity::print(most) +
                          ", which is mcp.max_payload and 128 B of a control message",
                      "change it, or mcp.max_payload"});
}

void check_socket_buffer(Bytes socket_buffer, Bytes mtu, const char* mtu_key,
                         std::vector<Fault>& faults) {
  const Bytes least(2 * (mtu - kIpAndTcpHeader).count);
  if (socket_buffer >= least && socket_buffer <= inet::Stack::kMostSocketBuffer) return;
  faults.push_back({"socket_buffer", quantity::print(socket_buffer),
                    quantity::print(least) + ", two segments, .. " +
                        quantity::print(inet::Stack::kMostSocketBuffer) +
                        ", the most that the window scale can say",
                    std::string("change it, or ") + mtu_key});
}

}  // namespace

void check_inet(Transport transport, std::size_t nodes, Bytes socket_buffer,
                const cluster::SystemParams& system, std::vector<Fault>& faults) {
  check_transport(transport, nodes, system, faults);
  if (!faults.empty()) return;
  check_switches(nodes, system, faults);
  if (!faults.empty()) return;
  for (std::size_t n = 0; n < nodes && faults.empty(); ++n) {
    if (transport == Transport::kIpTrapeze) check_messages(system.node(n), faults);
    check_socket_buffer(socket_buffer, mtu_of(transport, system, n), mtu_key(transport), faults);
  }
}

}  // namespace flybar::experiments
