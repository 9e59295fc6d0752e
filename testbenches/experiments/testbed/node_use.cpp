#include "testbenches/experiments/testbed/node_use.h"

#include "models/common/systemc_time.h"
#include "models/host/words.h"

namespace flybar::experiments {

namespace {

std::uint32_t sum(const Board& board, const std::vector<std::uint32_t>& places) {
  std::uint32_t sum = 0;
  for (const std::uint32_t place : places) sum += host::get_word(board.memory().subspan(place));
  return sum;
}

Time waiting(const host::CpuUse& use) {
  Time sum;
  for (const auto& [label, time] : use.by_label())
    if (label == host::kPolling.text || label == host::kPioStall.text) sum += time;
  return sum;
}

double percent(Time part, Time whole) {
  return 100.0 * static_cast<double>(part.ps()) / static_cast<double>(whole.ps());
}

NodeUse use_at(cluster::Hardware& hardware, std::size_t n, const CounterPlaces& places, Time now) {
  cluster::Node& node = hardware.node(n);
  node.board->catch_up(now);
  const myrinet::CableCounters& sent = hardware.network().sent(n);
  return {
      .at = now,
      .cpu = node.cpu.use().busy(),
      .waiting = waiting(node.cpu.use()),
      .bus = node.bus->use().busy,
      .link = Bytes(static_cast<std::int64_t>(sent.bytes)),
      .sram_waits = node.board->memory_waits(),
      .retries = node.bus->use().retries,
      .stops = sent.stops,
      .sent = sum(*node.board, places.sent),
      .received = sum(*node.board, places.received),
      .dropped = sum(*node.board, places.dropped),
      .damaged = sum(*node.board, places.damaged),
  };
}

}  // namespace

NodeUse NodeUse::of(cluster::Hardware& hardware, std::size_t n, const CounterPlaces& places) {
  return use_at(hardware, n, places, hardware.node(n).cpu.now());
}

NodeUse NodeUse::at_end(cluster::Hardware& hardware, std::size_t n, const CounterPlaces& places) {
  return use_at(hardware, n, places, kernel_time());
}

Table use_table() {
  return {"utilisation",
          "node",
          {"CPU %", "PCI bus %", "retries", "link out %", "STOPs", "SRAM waits %", "sent",
           "received", "dropped", "damaged"},
          {}};
}

void add_use(Table& table, const std::string& node, const NodeUse& begin, const NodeUse& end,
             Time byte_time) {
  const Time whole = end.at - begin.at;
  const Time link = byte_time * (end.link - begin.link).count;
  const auto count = [](auto now, auto before) { return static_cast<double>(now - before); };
  table.rows.push_back(
      {node,
       {percent(end.cpu - begin.cpu, whole), percent(end.bus - begin.bus, whole),
        count(end.retries, begin.retries), percent(link, whole), count(end.stops, begin.stops),
        percent(end.sram_waits - begin.sram_waits, whole), count(end.sent, begin.sent),
        count(end.received, begin.received), count(end.dropped, begin.dropped),
        count(end.damaged, begin.damaged)}});
}

void add_loads(std::vector<Load>& loads, const std::string& node, const NodeUse& begin,
               const NodeUse& end, Time byte_time) {
  const Time whole = end.at - begin.at;
  const Time link = byte_time * (end.link - begin.link).count;
  const Time work = (end.cpu - end.waiting) - (begin.cpu - begin.waiting);
  loads.push_back({"CPU (without waits)", node, percent(work, whole)});
  loads.push_back({"PCI bus", node, percent(end.bus - begin.bus, whole)});
  loads.push_back({"link out", node, percent(link, whole)});
}

}  // namespace flybar::experiments
