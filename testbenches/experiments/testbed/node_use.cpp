#include "testbenches/experiments/testbed/node_use.h"

#include <algorithm>

#include "models/host/memory/words.h"
#include "models/myrinet/network_params.h"

namespace flybar::experiments {

namespace {

std::uint32_t sum(const Board& board, const std::vector<std::uint32_t>& places) {
  std::uint32_t sum = 0;
  for (const std::uint32_t place : places) sum += host::get_word(board.memory().subspan(place));
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

NodeUse NodeUse::of(cluster::Hardware& hardware, std::size_t n, const CounterPlaces& places) {
  cluster::Node& node = hardware.node(n);
  const Time now = node.cpu.now();
  node.board->catch_up(now);
  const myrinet::CableCounters& sent = hardware.network().sent(n);
  return {
      .at = now,
      .cpu = node.cpu.use().busy(),
      .waiting = waited(node.cpu.use()),
      .bus = node.bus->use().busy,
      .link = Bytes(static_cast<std::int64_t>(sent.bytes)),
      .sram_waits = node.board->memory_waits(),
      .looking = node.board->program_waits(),
      .disk = node.disk.use().busy,
      .retries = node.bus->use().retries,
      .stops = sent.stops,
      .sent = sum(*node.board, places.sent),
      .received = sum(*node.board, places.received),
      .dropped = sum(*node.board, places.dropped),
      .damaged = sum(*node.board, places.damaged),
  };
}

Table use_table() {
  return {"utilisation",
          "node",
          {"CPU %", "polling %", "PCI bus %", "retries", "link out %", "STOPs", "SRAM waits %",
           "sent", "received", "dropped", "damaged"},
          {}};
}

void add_use(Table& table, const std::string& node, const NodeUse& begin, const NodeUse& end,
             Time byte_time) {
  const Time whole = end.at - begin.at;
  const Time link = byte_time * (end.link - begin.link).count;
  const Time work = (end.cpu - end.waiting) - (begin.cpu - begin.waiting);
  const auto count = [](auto now, auto before) { return static_cast<double>(now - before); };
  table.rows.push_back({node,
                        {percent(work, whole), percent(end.waiting - begin.waiting, whole),
                         percent(end.bus - begin.bus, whole), count(end.retries, begin.retries),
                         percent(link, whole), count(end.stops, begin.stops),
                         percent(end.sram_waits - begin.sram_waits, whole),
                         count(end.sent, begin.sent), count(end.received, begin.received),
                         count(end.dropped, begin.dropped), count(end.damaged, begin.damaged)}});
}

namespace {

void add_node(Loads& loads, const NodeSpan& span, const std::string& node) {
  const NodeUse &begin = span.begin, &end = span.end;
  const Time whole = end.at - begin.at;
  const Time work = (end.cpu - end.waiting) - (begin.cpu - begin.waiting);
  loads.all.push_back({Part::kHostCpu, node, percent(work, whole)});
  if (end.looking && begin.looking)
    loads.all.push_back(
        {Part::kCardProcessor, node, 100 - percent(*end.looking - *begin.looking, whole)});
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
  CableLoads(Testbed& testbed, Time took) : testbed_(testbed), took_(took) {}

  Direction direction(std::size_t cable, bool forward) const {
    const myrinet::Network& network = testbed_.hardware().network();
    const auto& params = testbed_.context().system.shared.get<myrinet::NetworkParams>();
    const myrinet::CableCounters& data = network.on_cable(cable, forward);
    const Time moving = params.byte_time() * static_cast<std::int64_t>(data.bytes);
    return {percent(moving, took_), percent(data.held, took_),
            percent(network.on_cable(cable, !forward).stopped, took_)};
  }

  /// Only the output of a switch is closed to others while a packet stands in it; a node's own link
  /// waits for the engines of its card, which are resources of their own.
  void add(Loads& loads) const {
    for (std::size_t i = 0; i < testbed_.topology().cables.size(); ++i) {
      const myrinet::CableLayout& layout = testbed_.topology().cables[i];
      for (const bool forward : {true, false}) {
        const myrinet::End& from = forward ? layout.a : layout.b;
        const myrinet::End& to = forward ? layout.b : layout.a;
        const Direction use = direction(i, forward);
        const double closed = std::max(use.moving, use.held - use.stopped);
        loads.all.push_back({Part::kCable, to_text(from) + " -> " + to_text(to), use.moving,
                             from.is_switch() ? closed : 0});
      }
    }
  }

  /// How long packets of node `n` stood in its link without moving, and how long it held back those
  /// that came, each as far as its SRAM can be the reason.
  SramHold hold(std::size_t n, const std::string& node, double sram) const {
    SramHold hold{node, 0, 0};
    for (std::size_t i = 0; i < testbed_.topology().cables.size(); ++i) {
      const myrinet::CableLayout& layout = testbed_.topology().cables[i];
      for (const bool forward : {true, false}) {
        if ((forward ? layout.a : layout.b) != myrinet::End::node(n)) continue;
        const Direction out = direction(i, forward), in = direction(i, !forward);
        hold.sent = std::clamp(out.held - out.moving - out.stopped, 0.0, sram);
        hold.received = std::min(in.stopped, sram);
      }
    }
    return hold;
  }

 private:
  Testbed& testbed_;
  const Time took_;
};

}  // namespace

Loads loads_of(Testbed& testbed, const std::vector<NodeSpan>& spans) {
  Loads loads;
  Time first = kernel_time();
  for (const NodeSpan& span : spans) first = std::min(first, span.begin.at);
  if (first == kernel_time()) return loads;
  const CableLoads cables(testbed, kernel_time() - first);
  for (const NodeSpan& span : spans) {
    const std::string node = testbed.hardware().node(span.number).basename();
    add_node(loads, span, node);
    const double sram =
        percent(span.end.sram_waits - span.begin.sram_waits, span.end.at - span.begin.at);
    loads.holds.push_back(cables.hold(span.number, node, sram));
  }
  cables.add(loads);
  return loads;
}

}  // namespace flybar::experiments
