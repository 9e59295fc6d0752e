#include "testbenches/experiments/testbed/node_use.h"

#include <algorithm>

#include "models/host/memory/words.h"

namespace flybar::experiments {

namespace {

std::uint32_t sum(const Board* board, const std::vector<std::uint32_t>& places) {
  std::uint32_t sum = 0;
  for (const std::uint32_t place : places) sum += host::get_word(board->memory().subspan(place));
  return sum;
}

Time waited(const host::CpuUse& use) {
  Time sum;
  for (const auto& [label, time] : use.by_label())
    if (label == host::kPolling.text || label == host::kPioStall.text) sum += time;
  return sum;
}

double percent(Time part, Time whole) {
  return 100.0 * static_cast<double>(part.ps()) / static_cast<double>(whole.ps());
}

}  // namespace

NodeUse NodeUse::of(cluster::Hardware& hardware, std::size_t n, const CounterPlaces& places,
                    std::size_t card) {
  cluster::Node& node = hardware.node(n);
  const Time now = node.cpu.now();
  const cluster::Node::Seat& seat = node.seat(card);
  seat.card->catch_up(now);
  const auto* board = dynamic_cast<const Board*>(seat.card.get());  // else it has no firmware
  const Network& network = hardware.network(seat.network);
  const HostBus::Use bus = node.bus(seat.bus).use();
  return {
      .at = now,
      .cpu = node.cpu.use().busy(),
      .waiting = waited(node.cpu.use()),
      .bus = bus.busy,
      .link = network.sent(seat.port),
      .sram_waits = board ? board->memory_waits() : Time(),
      .looking = board ? board->program_waits() : std::nullopt,
      .disk = node.disk.busy_before(now),
      .retries = bus.retries,
      .stops = network.stops(seat.port),
      .sent = sum(board, places.sent),
      .received = sum(board, places.received),
      .dropped = sum(board, places.dropped),
      .damaged = sum(board, places.damaged),
  };
}

Table use_table(Testbed& testbed, const std::vector<NodeSpan>& spans, std::size_t card) {
  Table table{"utilisation",
              "node",
              {"CPU %", "polling %", "PCI bus %", "retries", "link out %", "STOPs", "SRAM waits %",
               "sent", "received", "dropped", "damaged"},
              {}};
  const auto count = [](auto now, auto before) { return static_cast<double>(now - before); };
  for (const auto& [number, begin, end] : spans) {
    const Time whole = end.at - begin.at;
    const Network& network = testbed.hardware().network_of(number, card);
    const Time link = network.byte_time() * (end.link - begin.link).count;
    const Time work = (end.cpu - end.waiting) - (begin.cpu - begin.waiting);
    table.rows.push_back({testbed.hardware().node(number).basename(),
                          {percent(work, whole), percent(end.waiting - begin.waiting, whole),
                           percent(end.bus - begin.bus, whole), count(end.retries, begin.retries),
                           percent(link, whole), count(end.stops, begin.stops),
                           percent(end.sram_waits - begin.sram_waits, whole),
                           count(end.sent, begin.sent), count(end.received, begin.received),
                           count(end.dropped, begin.dropped), count(end.damaged, begin.damaged)}});
  }
  return table;
}

namespace {

void add_node(Loads& loads, const NodeSpan& span, const std::string& node) {
  const NodeUse &begin = span.begin, &end = span.end;
  const Time whole = end.at - begin.at;
  const Time work = (end.cpu - end.waiting) - (begin.cpu - begin.waiting);
  loads.all.push_back({Part::kHostCpu, node, percent(work, whole)});
  // A lap of the firmware counts when it ends; the first may have begun before the span.
  if (end.looking && begin.looking)
    loads.all.push_back({Part::kCardProcessor, node,
                         100 - percent(std::min(*end.looking - *begin.looking, whole), whole)});
  loads.all.push_back({Part::kSram, node, percent(end.sram_waits - begin.sram_waits, whole)});
  loads.all.push_back({Part::kBus, node, percent(end.bus - begin.bus, whole)});
  loads.all.push_back({Part::kDisk, node, percent(end.disk - begin.disk, whole)});
}

/// One direction of a cable, in % of the time.
struct Direction {
  double moving;
  double held;
  double stopped;  ///< by the receiving end
};

class CableLoads {
 public:
  explicit CableLoads(Testbed& testbed) : took_(testbed.cables_counted()) {
    const cluster::Hardware& hardware = testbed.hardware();
    for (std::size_t i = 0; i < hardware.networks(); ++i)
      cables_.push_back(hardware.network(i).cables(kernel_time()));
  }

  /// Only the output of a switch is closed to others while a packet stands in it; a node's own link
  /// waits for the engines of its card, which are resources of their own.
  void add(Loads& loads) const {
    for (const std::vector<CableTraffic>& network : cables_)
      for (const CableTraffic& cable : network) {
        const Direction use = direction(cable, took_);
        const double closed = std::max(use.moving, use.held - use.stopped);
        loads.all.push_back({Part::kCable, cable.from + " -> " + cable.to, use.moving,
                             cable.from_port ? 0 : closed});
      }
  }

  /// How long packets of a card stood in its link without moving, and how long it held back those
  /// that came, in its span, each as far as its SRAM can be the reason.
  SramHold hold(const cluster::Node::Seat& seat, const std::string& node, double sram,
                Time span) const {
    SramHold hold{node, 0, 0};
    for (const CableTraffic& cable : cables_[seat.network]) {
      const Direction use = direction(cable, span);
      if (cable.from_port == seat.port)
        hold.sent = std::clamp(use.held - use.moving - use.stopped, 0.0, sram);
      if (cable.to_port == seat.port) hold.received = std::min(use.stopped, sram);
    }
    return hold;
  }

 private:
  static Direction direction(const CableTraffic& cable, Time of) {
    return {percent(cable.moving, of), percent(cable.held, of), percent(cable.stopped, of)};
  }

  const Time took_;
  std::vector<std::vector<CableTraffic>> cables_;  ///< of each network
};

}  // namespace

Loads loads_of(Testbed& testbed, const std::vector<NodeSpan>& spans, std::size_t card) {
  Loads loads;
  if (spans.empty() || testbed.cables_counted() <= Time()) return loads;
  const CableLoads cables(testbed);
  for (const NodeSpan& span : spans) {
    cluster::Node& parts = testbed.hardware().node(span.number);
    const std::string node = parts.basename();
    add_node(loads, span, node);
    const Time took = span.end.at - span.begin.at;
    const double sram = percent(span.end.sram_waits - span.begin.sram_waits, took);
    loads.holds.push_back(cables.hold(parts.seat(card), node, sram, took));
  }
  cables.add(loads);
  return loads;
}

}  // namespace flybar::experiments
