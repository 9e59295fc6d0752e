#include "testbenches/experiments/measure/node_use.h"

#include <algorithm>

#include "testbenches/experiments/measure/cable_loads.h"
#include "testbenches/experiments/measure/percent.h"

namespace flybar::experiments {

namespace {

/// Adds up what all buses of the card declare. Columns of the second and later buses begin with the
/// name of the bus, because two buses may be of one kind.
Uses uses_of_buses(cluster::Node& node, const cluster::Node::Seat& seat) {
  Uses all;
  for (const std::size_t bus : seat.buses)
    for (Use& use : node.bus(bus).uses()) {
      if (bus != seat.buses.front() && !use.column.empty())
        use.column = node.bus_name(bus) + ": " + use.column;
      all.push_back(std::move(use));
    }
  return all;
}

Uses uses_of_link(const Network& network, std::size_t port) {
  return {{.column = "link out %", .time = network.byte_time() * network.sent(port).count},
          {.column = "STOPs", .count = static_cast<std::int64_t>(network.stops(port))}};
}

}  // namespace

NodeUse NodeUse::of(cluster::Hardware& hardware, std::size_t n, std::size_t card) {
  cluster::Node& node = hardware.node(n);
  const Time now = node.cpu.now();
  const cluster::Node::Seat& seat = node.seat(card);
  seat.card->catch_up(now);
  return {
      .at = now,
      .cpu = node.cpu.uses(),
      .card = seat.card->uses(),
      .buses = uses_of_buses(node, seat),
      .link = uses_of_link(hardware.network(seat.network), seat.port),
      .disk = node.disk.uses(now),
  };
}

namespace {

/// What a use tells of a span: % of its time, or a number.
double value(const Use& begin, const Use& end, Time whole) {
  if (end.count) return static_cast<double>(*end.count - *begin.count);
  // A stretch of rest counts when it ends; the first may have begun before the span.
  if (end.rests) return 100 - percent(std::min(end.time - begin.time, whole), whole);
  return percent(end.time - begin.time, whole);
}

/// Columns in the order in which they are first told of.
class UseTable {
 public:
  void begin_row(const std::string& name) { table_.rows.push_back({name, {}}); }
  void add(const std::string& column, double value) {
    const auto known = std::find(table_.columns.begin(), table_.columns.end(), column);
    const auto at = static_cast<std::size_t>(known - table_.columns.begin());
    if (known == table_.columns.end()) table_.columns.push_back(column);
    std::vector<double>& values = table_.rows.back().values;
    values.resize(std::max(values.size(), at + 1));
    values[at] = value;
  }
  void add(const Uses& begin, const Uses& end, Time whole) {
    for (std::size_t i = 0; i < end.size(); ++i)
      if (!end[i].column.empty()) add(end[i].column, value(begin[i], end[i], whole));
  }
  Table take() {
    for (Table::Row& row : table_.rows) row.values.resize(table_.columns.size());
    return std::move(table_);
  }

 private:
  Table table_{"utilisation", "node", {}, {}};
};

}  // namespace

Table use_table(Testbed& testbed, const std::vector<NodeSpan>& spans) {
  UseTable table;
  for (const auto& [number, begin, end] : spans) {
    const Time whole = end.at - begin.at;
    table.begin_row(testbed.hardware().node(number).basename());
    for (const auto part : {&NodeUse::cpu, &NodeUse::buses, &NodeUse::link, &NodeUse::card})
      table.add(begin.*part, end.*part, whole);
    if (!end.messages) continue;
    const MessageCounts &before = *begin.messages, &now = *end.messages;
    table.add("sent", now.sent - before.sent);
    table.add("received", now.received - before.received);
    table.add("dropped", now.dropped - before.dropped);
    table.add("damaged", now.damaged - before.damaged);
  }
  return table.take();
}

namespace {

/// Fills in, from a use at both ends of a span, how long messages may have waited and the parts.
void add_parts(Load& load, const Use& begin, const Use& end, Time whole) {
  load.awaited =
      end.awaited ? percent(*end.awaited - begin.awaited.value_or(Time()), whole) : load.busy;
  for (const Relieved& part : end.parts) {
    Time earlier;
    for (const Relieved& before : begin.parts)
      if (std::string_view(before.by) == part.by) earlier = before.time;
    load.parts.push_back({part.by, percent(part.time - earlier, whole)});
  }
}

void add_node(Loads& loads, const NodeSpan& span, const std::string& node) {
  const Time whole = span.end.at - span.begin.at;
  for (const auto part : {&NodeUse::cpu, &NodeUse::card, &NodeUse::buses, &NodeUse::disk}) {
    const Uses &begin = span.begin.*part, &end = span.end.*part;
    for (std::size_t i = 0; i < end.size(); ++i)
      if (end[i].resource != nullptr && !end[i].resource->paces_link) {
        Load& load =
            loads.all.emplace_back(Load{end[i].resource, node, value(begin[i], end[i], whole)});
        add_parts(load, begin[i], end[i], whole);
      }
  }
}

void add_kind(Loads& loads, const Resource* kind) {
  if (kind == nullptr ||
      std::find(loads.kinds.begin(), loads.kinds.end(), kind) != loads.kinds.end())
    return;
  loads.kinds.push_back(kind);
}

/// Adds the kinds that any node declares, also nodes without a span.
void add_kinds(Loads& loads, cluster::Hardware& hardware, std::size_t card) {
  for (std::size_t n = 0; n < hardware.nodes(); ++n) {
    cluster::Node& node = hardware.node(n);
    const cluster::Node::Seat& seat = node.seat(card);
    for (const Uses& uses : {node.cpu.uses(), seat.card->uses(), uses_of_buses(node, seat)})
      for (const Use& use : uses) {
        add_kind(loads, use.resource);
        if (!use.relief.empty()) loads.reliefs.try_emplace(use.resource, use.relief);
      }
    add_kind(loads, &hardware.network(seat.network).cable());
    add_kind(loads, hardware.network(seat.network).crossing());
  }
}

}  // namespace

Loads loads_of(Testbed& testbed, const std::vector<NodeSpan>& spans, std::size_t card) {
  Loads loads;
  add_kinds(loads, testbed.hardware(), card);
  if (spans.empty() || testbed.cables_counted() <= Time()) return loads;
  const CableLoads cables(testbed, card);
  for (const NodeSpan& span : spans) {
    cluster::Node& node = testbed.hardware().node(span.number);
    const std::size_t first = loads.all.size();
    add_node(loads, span, node.basename());
    for (std::size_t i = first; i < loads.all.size(); ++i)
      if (loads.all[i].what->holds_link)
        loads.holds.push_back(
            cables.hold(node.seat(card), loads.all[i], span.end.at - span.begin.at));
  }
  cables.add(loads);
  cables.add_crossings(loads);
  return loads;
}

}  // namespace flybar::experiments
