#include "testbenches/experiments/inet/netperf_many.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "testbenches/experiments/inet/inet_options.h"
#include "testbenches/experiments/inet/many_transfers.h"
#include "testbenches/experiments/inet/timeouts.h"
#include "testbenches/experiments/many/cable_use.h"
#include "testbenches/experiments/measure/cut_packets.h"
#include "testbenches/experiments/stacks/inet/inet_checks.h"

namespace flybar::experiments {

namespace {

constexpr std::int64_t kDefaultNodes = 24, kMostNodes = 64;
constexpr Time kManyPatience = Time::ms(600'000);

/// Jain's index: 1 if all are equal, 1 / n if one of n has everything.
double fairness(const std::vector<double>& rates) {
  double sum = 0, squares = 0;
  for (const double rate : rates) sum += rate, squares += rate * rate;
  return squares > 0 ? sum * sum / (static_cast<double>(rates.size()) * squares) : 1;
}

Table drops_table(const std::vector<std::vector<Drops>>& drops) {
  Table table{"packets dropped or kept waiting", "cause", {"all nodes"}, {}};
  for (const std::vector<Drops>& some : drops)
    for (const Drops& one : some)
      if (one.count > 0)
        table.rows.push_back({std::string(one.cause), {static_cast<double>(one.count)}});
  return table;
}

double lost(const std::vector<std::vector<Drops>>& drops) {
  std::uint64_t sum = 0;
  for (const std::vector<Drops>& some : drops)
    for (const Drops& one : some) sum += one.lost ? one.count : 0;
  return static_cast<double>(sum);
}

/// On average over the nodes, each in the time that counts there. The rows add up to "all".
Table costs_table(const std::vector<CostsOf>& nodes) {
  const auto count = static_cast<double>(nodes.size());
  std::map<std::string_view, double> percent;
  double all = 0;
  for (const CostsOf& node : nodes) {
    all += node.percent() / count;
    for (const auto& [label, us] : node.by_label())
      percent[label] += 100 * us / node.elapsed() / count;
  }
  Table table{"CPU time", "cost", {"of a node %"}, {}};
  for (const auto& [label, part] : percent) table.rows.push_back({std::string(label), {part}});
  std::stable_sort(
      table.rows.begin(), table.rows.end(),
      [](const Table::Row& a, const Table::Row& b) { return a.values[0] > b.values[0]; });
  table.rows.push_back({"all", {all}});
  return table;
}

}  // namespace

NetperfMany::NetperfMany() {
  setup_.socket_buffer = Bytes(64 * 1024);
  setup_.amount = Bytes(128 * 1024);
}

void NetperfMany::describe(Parameters& options) {
  options.add("nodes", nodes_, {0, kMostNodes},
              {"Nodes that take part; 0: all of the system file that may, or 24 without one.",
               "asked for"});
  options.add_choice("pattern", pattern_,
                     {{"all-to-all", Pattern::kAllToAll},
                      {"incast", Pattern::kIncast},
                      {"pairs", Pattern::kPairs}},
                     {"Who sends to whom: every node to every other one, all to the first that "
                      "receives, or one half of them each to one of the other half.",
                      "asked for"});
  options.add("amount", setup_.amount, {Bytes(1), Bytes(std::int64_t{1} << 40)},
              {"Bytes that each sender sends to each of its receivers.", "choice"});
  options.add("socket_buffer", setup_.socket_buffer,
              {inet::Stack::kLeastSocketBuffer, Bytes(16 * 1024 * 1024)},
              {"Of each socket, for sending and for receiving.", "choice"});
  add_copy(options, setup_.copy);
  add_ip_transport(options, setup_.transport);
  add_checksum(options, setup_);
}

std::size_t NetperfMany::nodes_of(const cluster::SystemParams& system) const {
  if (system.is_from_file()) return system.nodes;
  return static_cast<std::size_t>(nodes_ > 0 ? nodes_ : kDefaultNodes);
}

Members NetperfMany::candidates(const cluster::SystemParams& system) const {
  Members members = Members::of(system, nodes_of(system));
  if (pattern_ != Pattern::kAllToAll) return members;
  return {members.both(), members.both()};
}

std::vector<Flow> NetperfMany::flows(const cluster::SystemParams& system) const {
  Members members = candidates(system);
  if (nodes_ > 0) members = members.first(static_cast<std::size_t>(nodes_));
  switch (pattern_) {
    case Pattern::kAllToAll:
      return members.all_to_all();
    case Pattern::kIncast:
      return members.incast();
    case Pattern::kPairs:
      break;
  }
  return members.pairs();
}

void NetperfMany::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const Members members = Members::of(system, nodes_of(system));
  if (system.is_from_file() && pattern_ == Pattern::kAllToAll)
    if (const auto fault = members.no_all_to_all(system.nodes)) return faults.push_back(*fault);
  const auto there = static_cast<std::int64_t>(
      system.is_from_file() ? candidates(system).all().size() : kMostNodes);
  if (nodes_ == 1 || nodes_ > there)
    faults.push_back(
        {"nodes", std::to_string(nodes_) + " of " + std::to_string(there) + " that may take part",
         "2 .. " + std::to_string(there), "change it, or \"runs\" of nodes"});
  if (!faults.empty()) return;
  check_inet(setup_.transport, nodes_of(system), setup_.socket_buffer, system, faults);
  if (faults.empty() && flows(system).empty())
    faults.push_back({"system", "no node sends to another", "2 or more nodes that do",
                      "look at \"runs\" of its nodes"});
}

/// Nodes that might take part, and that the pattern leaves out.
void NetperfMany::note_idle(const cluster::SystemParams& system, Results& results) const {
  Members members = candidates(system);
  if (nodes_ > 0) members = members.first(static_cast<std::size_t>(nodes_));
  std::vector<std::size_t> idle = members.all();
  for (const Flow& flow : flows(system))
    std::erase_if(idle, [&](std::size_t n) { return n == flow.from || n == flow.to; });
  for (const std::size_t n : idle)
    results.notes.push_back("node" + std::to_string(n) +
                            " does nothing: the pattern has nobody for it to send to or receive "
                            "from");
}

Results NetperfMany::run(const Context& context) {
  Testbed testbed(context, {.nodes = nodes_of(context.system), .patience = kManyPatience});
  const std::unique_ptr<LinkLayer> link = make_link_layer(testbed, setup_.transport);
  Stack& stack = link->stack();
  InetHosts hosts(testbed, *link,
                  {setup_.socket_buffer, setup_.checksum == NetperfSetup::Checksum::kSoftware});
  const ManyTransfers transfers(stack, hosts, flows(context.system), setup_);
  testbed.run();

  const CutPackets cut(testbed.hardware(), context.system);
  const std::vector<std::vector<Drops>> drops = {
      link->dropped_by_cards(),
      sum_of(transfers.drops()),
      {{"cut by switches", true, cut.count(), "switch.timeout"}}};
  Results results;
  add_transfers(results, transfers);
  results.numbers.push_back({"dropped", lost(drops), ""});
  results.tables.push_back(costs_table(transfers.costs()));
  results.tables.push_back(drops_table(drops));
  stack.account(results);
  double connection_us = 0;
  for (const Time time : transfers.times()) connection_us += time.us();
  limit_by_timeouts(results, {transfers.timeouts(), connection_us, drops});
  results.tables.push_back(CableUse(testbed).table());
  note_idle(context.system, results);
  return results;
}

void NetperfMany::add_transfers(Results& results, const ManyTransfers& transfers) const {
  const double bits = 8 * static_cast<double>(setup_.amount.count);
  Histogram times;
  std::vector<double> rates;
  for (const Time time : transfers.times()) {
    times.add(time);
    rates.push_back(bits / time.us());
  }
  const double all = bits * static_cast<double>(rates.size());
  results.numbers = {{"throughput", all / transfers.took().us(), "Mb/s"},
                     {"slowest", *std::min_element(rates.begin(), rates.end()), "Mb/s"},
                     {"fairness", fairness(rates), ""},
                     {"transfer_p50", times.quantile(0.5).us(), "us"},
                     {"transfer_p99", times.quantile(0.99).us(), "us"},
                     {"retransmissions", static_cast<double>(transfers.retransmissions()), ""}};
  results.histograms.push_back({"transfers", times});
}

}  // namespace flybar::experiments
