#include "testbenches/experiments/stacks/inet/inet_checks.h"

#include <algorithm>
#include <string>

#include "models/common/quantity.h"
#include "models/inet/inet_params.h"
#include "models/inet/stack/stack.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kHeaderRoom(128);  ///< of a message, for headers
constexpr Bytes kIpAndTcpHeader(40);

void check_node(Bytes socket_buffer, const LayerParams& node, std::vector<Fault>& faults) {
  const Bytes payload = largest_payload(node);
  const Bytes most = std::min(payload + kHeaderRoom, inet::Stack::kMostMtu);
  const Bytes mtu = node.get<inet::InetParams>().ip.mtu;
  if (mtu > most || mtu < inet::Stack::kLeastMtu)
    faults.push_back({"ip.mtu", quantity::print(mtu),
                      quantity::print(inet::Stack::kLeastMtu) + " .. " + quantity::print(most) +
                          ", which is mcp.max_payload and 128 B of a control message",
                      "change it, or mcp.max_payload"});
  const Bytes least(2 * (mtu - kIpAndTcpHeader).count);
  if (socket_buffer >= least && socket_buffer <= inet::Stack::kMostSocketBuffer) return;
  faults.push_back({"socket_buffer", quantity::print(socket_buffer),
                    quantity::print(least) + ", two segments, .. " +
                        quantity::print(inet::Stack::kMostSocketBuffer) +
                        ", the most that the window scale can say",
                    "change it, or ip.mtu"});
}

}  // namespace

void check_inet(std::size_t nodes, Bytes socket_buffer, const cluster::SystemParams& system,
                std::vector<Fault>& faults) {
  check_switches(nodes, system, faults);
  if (!faults.empty()) return;
  for (std::size_t n = 0; n < nodes && faults.empty(); ++n)
    check_node(socket_buffer, system.node(n), faults);
}

}  // namespace flybar::experiments
