#include "testbenches/experiments/testbed/firmware_stack.h"

#include "models/lanai/board/loader.h"
#include "testbenches/experiments/testbed/cut_packets.h"
#include "testbenches/experiments/testbed/possible.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kLoadBurst = Bytes(32);

std::uint32_t find_shared(const lanai::Image& image, const StackFirmware& kind) {
  if (const auto symbol = image.find(kind.symbol)) return symbol->address;
  throw ConfigurationError({Fault{"firmware", std::string("it has no symbol ") + kind.symbol,
                                  kind.serves, kind.advice}});
}

}  // namespace

void FirmwareStack::attach(std::size_t n) {
  const Firmware& image = link(kind_.file(params(n)), board(n).params().sram);
  firmware_[n] = &image;
  prepare(board(n), testbed_.context(), image.image);
  if (kind_.packet_name) board(n).name_packets(kind_.packet_name);
}

/// The stack of the firmware lies at the end of the SRAM, so boards of different size do not share
/// an image.
const FirmwareStack::Firmware& FirmwareStack::link(const std::string& file, Bytes sram) {
  const auto [place, added] = linked_.try_emplace({file, sram});
  if (!added) return place->second;
  lanai::Image image = load_firmware(testbed_.context(), file, sram);
  const std::uint32_t shared = find_shared(image, kind_);
  const CounterPlaces counters = kind_.counters ? kind_.counters(shared) : CounterPlaces();
  place->second = {std::move(image), shared, counters};
  return place->second;
}

lanai::DriverConfig FirmwareStack::config_of(std::size_t n) const {
  const lanai::ChipParams& chip = board(n).params();
  const cluster::Node::Seat& seat = node(n).seat(card_);
  lanai::DriverConfig config{.bar0 = seat.window,
                             .interrupt = seat.interrupt,
                             .sram = chip.sram,
                             .timer_tick = chip.timer_tick,
                             .node = static_cast<std::uint32_t>(n),
                             .routes = {}};
  for (std::size_t to = 0; to < nodes(); ++to)
    if (to != n)
      config.routes.push_back(
          {static_cast<std::uint32_t>(to), testbed_.hardware().route(n, to, card_)});
  return config;
}

void FirmwareStack::run_on(std::size_t n, Testbed::Software software) {
  testbed_.run_on(n, [this, n, software = std::move(software)](cluster::Node& node) {
    start(n);
    begin_span(n);
    testbed_.starts(spans_[n].begin.at);
    software(node);
    node.cpu.sync();
    Span& span = spans_[n];
    if (!span.end) count_to(n);
    span.handlers = span.end->at == span.begin.at;
    end(n);
  });
}

void FirmwareStack::count_from(std::size_t n) {
  begin_span(n);
  testbed_.measures(spans_[n].begin.at);
}

/// Only at an instant of its own software is it known what a node has done: when another node ends
/// the run, this one may be ahead of it, and how far depends on the stepping.
void FirmwareStack::has_handled(std::size_t n) {
  const auto span = spans_.find(n);
  if (span != spans_.end() && span->second.handlers) count_to(n);
}

std::vector<NodeSpan> FirmwareStack::counted() const {
  std::vector<NodeSpan> all;
  for (const auto& [n, span] : spans_)
    if (span.end && span.end->at > span.begin.at) all.push_back({n, span.begin, *span.end});
  return all;
}

FirmwareStack::Dropped FirmwareStack::dropped() const {
  Dropped sum;
  for (const NodeSpan& span : counted()) {
    sum.no_room += span.end.messages.dropped - span.begin.messages.dropped;
    sum.damaged += span.end.messages.damaged - span.begin.messages.damaged;
  }
  return sum;
}

void FirmwareStack::account(Results& results) {
  testbed_.account(results);
  const std::vector<NodeSpan> spans = counted();
  results.tables.push_back(use_table(testbed_, spans));
  results.tables.back().shown = kShownNodes;
  account_own(results);
  Loads loads = loads_of(testbed_, spans, card_);
  for (const Resource* kind : resources()) loads.kinds.push_back(kind);
  results.limit = find_limit(loads, results, kind_.queues_hide);
  results.tables.push_back(resources_table(loads));
  CutPackets(testbed_.hardware(), testbed_.context().system).account(results);
  require_possible(results, most_received(testbed_));
}

BareStack::BareStack(Testbed& testbed, const StackFirmware& firmware)
    : FirmwareStack(testbed, firmware) {
  for (std::size_t n = 0; n < nodes(); ++n) attach(n);
}

void BareStack::start(std::size_t n) {
  lanai::Loader loader(node(n).cpu, config_of(n).board());
  loader.load(firmware(n).image.bytes, kLoadBurst);
  loader.release(lanai::Loader::Interrupt::kBlocked);
}

}  // namespace flybar::experiments
