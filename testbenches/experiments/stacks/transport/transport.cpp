#include "testbenches/experiments/stacks/transport/transport.h"

#include <algorithm>
#include <optional>
#include <string>

#include "models/lan/params.h"

namespace flybar::experiments {

namespace {

struct Kind {
  Transport transport;
  const char* name;
  const char* card;     ///< the block of its cards
  const char* network;  ///< the kind of its network
  const char* framing;  ///< of that, if it has several
};
constexpr Kind kTransports[] = {{Transport::kTrapeze, "trapeze", "lanai", "myrinet", nullptr},
                                {Transport::kIpTrapeze, "ip-trapeze", "lanai", "myrinet", nullptr},
                                {Transport::kIpMyriapi, "ip-myriapi", "lanai", "myrinet", nullptr},
                                {Transport::kEthernet, "ethernet", "ring", "lan", "ethernet"},
                                {Transport::kAtm, "atm", "ring", "lan", "aal5"}};

const Kind& kind_of(Transport transport) {
  return *std::find_if(std::begin(kTransports), std::end(kTransports),
                       [&](const Kind& kind) { return kind.transport == transport; });
}

/// Who sets it asks for another transport.
void check_framing(const Kind& kind, const cluster::SystemParams& system,
                   std::vector<Fault>& faults) {
  const bool cells = system.shared.get<lan::LanParams>().cells();
  if (cells == (kind.transport == Transport::kAtm)) return;
  faults.push_back({"lan.framing",
                    std::string(cells ? "aal5" : "ethernet") + ", with transport=" + kind.name,
                    std::string(kind.framing) + " with that transport",
                    std::string("leave it out, or set transport=") + (cells ? "atm" : "ethernet")});
}

std::optional<std::size_t> find_card(const Kind& kind, const cluster::NodePlan& plan) {
  for (std::size_t i = 0; i < plan.cards.size(); ++i)
    if (plan.cards[i].kind->block == kind.card) return i;
  return std::nullopt;
}

}  // namespace

void add_transport(Parameters& options, Transport& transport, const std::vector<Transport>& allowed,
                   const char* source) {
  std::vector<std::pair<std::string, Transport>> values;
  for (const Transport one : allowed) values.emplace_back(kind_of(one).name, one);
  options.add_choice("transport", transport, values,
                     {"What carries messages and packets: its cards and its network are those of "
                      "the system, unless node.cards and system.networks are set.",
                      source});
}

std::vector<cluster::Setting> parts_of(Transport transport) {
  const Kind& kind = kind_of(transport);
  if (kind.framing == nullptr) return {};
  const std::string where = std::string("transport=") + kind.name;
  return {{where, "node.cards", kind.card},
          {where, "system.networks", kind.network},
          {where, "lan.framing", kind.framing}};
}

std::size_t card_of(Transport transport, const cluster::SystemParams& system) {
  return find_card(kind_of(transport), system.plan(system.node(0))).value_or(0);
}

void check_transport(Transport transport, std::size_t nodes, const cluster::SystemParams& system,
                     std::vector<Fault>& faults) {
  const Kind& kind = kind_of(transport);
  std::optional<std::size_t> first;
  for (std::size_t n = 0; n < nodes; ++n) {
    const auto card = find_card(kind, system.plan(system.node(n)));
    if (n == 0) first = card;
    if (card && card == first) continue;
    const std::string needed = std::string("a card of kind ") + kind.card;
    faults.push_back(
        {"transport",
         std::string(kind.name) + ", and node" + std::to_string(n) + " has " +
             (card ? "its card at another place than node0" : "no " + needed.substr(2)),
         needed + " at the same place in node.cards of each node",
         std::string("add it to node.cards, or choose another transport")});
    return;
  }
  if (kind.framing != nullptr) check_framing(kind, system, faults);
}

bool has_firmware(Transport transport) {
  return kind_of(transport).framing == nullptr;
}

/// As published for IP over Trapeze; nobody says it of the others, whose systems did so then.
bool sums_by_software(Transport transport) {
  return transport != Transport::kIpTrapeze;
}

}  // namespace flybar::experiments
