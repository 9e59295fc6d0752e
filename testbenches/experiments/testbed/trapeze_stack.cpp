#include "testbenches/experiments/testbed/trapeze_stack.h"

#include "models/myrinet/network_params.h"
#include "models/trapeze/library_params.h"
#include "models/trapeze/mcp_params.h"
#include "models/trapeze/packet_name.h"

namespace flybar::experiments {

namespace {

/// A table of all would not fit on a screen.
constexpr std::size_t kShownNodes = 16;

std::uint32_t find_endpoint(const lanai::Image& image) {
  const auto symbol = image.find("tpz_endpoint");
  if (!symbol)
    throw ConfigurationError(
        {Fault{"firmware", "it has no symbol tpz_endpoint",
               "an image that serves a Trapeze endpoint", "define one, as firmware/trapeze does"}});
  return symbol->address;
}

CounterPlaces counters_of(std::uint32_t endpoint) {
  using trapeze::layout::Status;
  const std::uint32_t status = endpoint + trapeze::layout::Endpoint::kStatus;
  return {.sent = {status + Status::kSendDone},
          .received = {status + Status::kReceived},
          .dropped = {status + Status::kDroppedRingFull},
          .damaged = {status + Status::kCrcErrors, status + Status::kLengthErrors,
                      status + Status::kForeignPackets}};
}

}  // namespace

TrapezeStack::TrapezeStack(Testbed& testbed, const Setup& setup) : testbed_(testbed) {
  const Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    prepare(board(n), context, firmware(n).image);
    board(n).name_packets(&trapeze::packet_name);
    endpoints_.emplace_back(std::string(node.name()), node.cpu,
                            context.system.node(n).get<trapeze::LibraryParams>(),
                            endpoint_config(n, setup), context.observer);
    endpoints_.back().watch(*this);
  }
}

/// The stack of the firmware lies at the end of the SRAM, so boards of different size do not share
/// an image.
const TrapezeStack::Firmware& TrapezeStack::firmware(std::size_t n) {
  const std::pair<std::string, Bytes> key(trapeze::image_name(mcp(n)), board(n).params().sram);
  if (const auto found = firmware_.find(key); found != firmware_.end()) return found->second;
  lanai::Image image = load_firmware(testbed_.context(), key.first, key.second);
  const std::uint32_t endpoint = find_endpoint(image);
  return firmware_.emplace(key, Firmware{std::move(image), endpoint, counters_of(endpoint)})
      .first->second;
}

trapeze::EndpointConfig TrapezeStack::endpoint_config(std::size_t node, const Setup& setup) {
  cluster::Hardware& hardware = testbed_.hardware();
  trapeze::EndpointConfig config;
  config.bar0 = cluster::Node::kBoardBase;
  config.sram = board(node).params().sram;
  config.timer_tick = board(node).params().timer_tick;
  config.node = static_cast<trapeze::Node>(node);
  config.mcp = mcp(node);
  config.notify = setup.notify;
  config.attach_frames = setup.attach_frames;
  for (std::size_t to = 0; to < hardware.nodes(); ++to)
    if (to != node)
      config.routes.push_back({static_cast<trapeze::Node>(to), hardware.network().route(node, to)});
  return config;
}

TrapezeStack::Host TrapezeStack::host(std::size_t n) {
  cluster::Node& node = testbed_.hardware().node(n);
  return {n, node.cpu, node.memory, &endpoints_[n]};
}

void TrapezeStack::run_on(std::size_t n, Software software) {
  testbed_.run_on(n, [this, n, software = std::move(software)](cluster::Node& node) {
    endpoints_[n].start({firmware(n).image.bytes, firmware(n).endpoint});
    Host host = this->host(n);
    count_from(n);
    software(host);
    node.cpu.sync();
    Span& counted = spans_[n];
    if (!counted.end) count_to(n);
    counted.handlers = counted.end->at == counted.begin.at;
  });
}

void TrapezeStack::sent(const trapeze::SentMessage& message) {
  testbed_.messages().watcher().sent(message);
  count_handlers(message.source);
}

void TrapezeStack::received(const trapeze::ReceivedMessage& message) {
  testbed_.messages().watcher().received(message);
  count_handlers(message.node);
}

/// Only at an instant of its own software is it known what a node has done: when another node ends
/// the run, this one may be ahead of it, and how far depends on the stepping.
void TrapezeStack::count_handlers(std::size_t n) {
  const auto span = spans_.find(n);
  if (span != spans_.end() && span->second.handlers) count_to(n);
}

void TrapezeStack::account(Results& results) {
  testbed_.account(results);
  Table table = use_table();
  std::vector<NodeSpan> spans;
  const Time byte_time = testbed_.context().system.shared.get<myrinet::NetworkParams>().byte_time();
  for (const auto& [n, span] : spans_) {
    if (counted(n) <= Time()) continue;
    const std::string node = testbed_.hardware().node(n).basename();
    add_use(table, node, span.begin, *span.end, byte_time);
    spans.push_back({n, span.begin, *span.end});
  }
  table.shown = kShownNodes;
  results.tables.push_back(table);
  testbed_.messages().account(results);
  const Loads loads = loads_of(testbed_, spans);
  results.limit = find_limit(loads, results);
  results.tables.push_back(resources_table(loads));
}

}  // namespace flybar::experiments
