#include "models/cluster/system_table.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flybar::cluster {
namespace {

void describe_chipset(Parameters& table, std::string& chipset) {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const std::string& name : pci::chipset_names()) choices.emplace_back(name, name);
  table.add_choice("pci.chipset", chipset, choices,
                   {"the host bridge whose values pci.bridge.* start with", "of the platform"});
}

/// One nonblocking call too many ends the oldest, and the page that it was for comes from disk.
void check_calls(const NodeParams& node, std::vector<Fault>& faults) {
  const std::int64_t gets = node.gms.outstanding;
  const std::int64_t puts = node.gms.puts;
  const std::int64_t calls = node.gmsnet.nonblocking_calls;
  if (gets + puts <= calls) return;
  faults.push_back({"gms.outstanding",
                    std::to_string(gets) + ", with gms.puts of " + std::to_string(puts),
                    "a sum of at most gmsnet.nonblocking_calls, " + std::to_string(calls),
                    "lower one of the two, or raise gmsnet.nonblocking_calls"});
}

/// The chip counts whole words, once in each clock.
std::vector<Fault> check_slack(const NodeParams& node, const myrinet::NetworkParams& network) {
  const lanai::ChipParams& chip = node.lanai;
  const Bytes whole_words((chip.stop_mark.count + 3) / 4 * 4);
  return myrinet::check_slack("lanai", {chip.slack, whole_words, chip.clock}, network,
                              network.link.length);
}

/// One line for each block of a node.
void describe_node(Parameters& table, NodeParams& node, const myrinet::NetworkParams& network) {
  lanai::describe(table, node.lanai, "lanai.");
  pci::describe(table, node.bus);
  describe_chipset(table, node.chipset);
  pci::describe(table, node.bridge);
  host::describe(table, node.host, "host.");
  host::describe(table, node.disk);
  trapeze::describe(table, node.mcp);
  trapeze::describe(table, node.library, "tpz.");
  gmsnet::describe(table, node.gmsnet, "gmsnet.");
  gms::describe(table, node.gms, "gms.");
  table.add_check([&node, &network](std::vector<Fault>& faults) {
    check_calls(node, faults);
    for (Fault& fault : check_slack(node, network)) faults.push_back(std::move(fault));
  });
}

/// Faults that both roles have stand once; others say whose they are.
std::vector<Fault> merge(std::vector<Fault> client, std::vector<Fault> server) {
  const auto has = [](const std::vector<Fault>& faults, const Fault& wanted) {
    return std::any_of(faults.begin(), faults.end(),
                       [&](const Fault& fault) { return fault.text() == wanted.text(); });
  };
  std::vector<Fault> all;
  for (Fault fault : client) {
    if (!has(server, fault)) fault.where.insert(0, kClientRole);
    all.push_back(std::move(fault));
  }
  for (Fault fault : server) {
    if (has(client, fault)) continue;
    fault.where.insert(0, kServerRole);
    all.push_back(std::move(fault));
  }
  return all;
}

}  // namespace

SystemTable::SystemTable(SystemParams& params) {
  describe_node(client_, params.client, params.network);
  describe_node(server_, params.server, params.network);
  myrinet::describe(network_, params.network);
}

SystemTable::Target SystemTable::target(std::string_view key) {
  if (key.starts_with(kClientRole)) return {&client_, nullptr, key.substr(kClientRole.size())};
  if (key.starts_with(kServerRole)) return {&server_, nullptr, key.substr(kServerRole.size())};
  if (network_.find(key)) return {&network_, nullptr, key};
  return {&client_, &server_, key};
}

const Parameter* SystemTable::find(std::string_view key) const {
  if (key.starts_with(kClientRole)) return client_.find(key.substr(kClientRole.size()));
  if (key.starts_with(kServerRole)) return server_.find(key.substr(kServerRole.size()));
  if (const Parameter* parameter = network_.find(key)) return parameter;
  return client_.find(key);
}

std::vector<std::string> SystemTable::keys() const {
  std::vector<std::string> all;
  for (const Parameters* table : {&network_, &client_})
    for (const Parameter& parameter : table->all()) all.push_back(parameter.key);
  return all;
}

void SystemTable::set(std::string_view key, std::string_view text) {
  if (!find(key)) throw ParameterError(unknown_key(key, key, keys()));
  const Target to = target(key);
  to.table->set(to.key, text);
  if (to.second) to.second->set(to.key, text);
}

std::vector<Fault> SystemTable::faults() const {
  std::vector<Fault> all = network_.faults();
  for (Fault& fault : merge(client_.faults(), server_.faults())) all.push_back(std::move(fault));
  return all;
}

std::vector<SystemTable::Row> SystemTable::rows() const {
  std::vector<Row> all;
  for (const Parameter& parameter : network_.all()) all.push_back({parameter.key, &parameter});
  for (std::size_t i = 0; i < client_.all().size(); ++i) {
    const Parameter& client = client_.all()[i];
    const Parameter& server = server_.all()[i];
    if (client.value() == server.value()) {
      all.push_back({client.key, &client});
    } else {
      all.push_back({std::string(kClientRole) + client.key, &client});
      all.push_back({std::string(kServerRole) + server.key, &server});
    }
  }
  return all;
}

}  // namespace flybar::cluster
