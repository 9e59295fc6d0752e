#include "testbenches/experiments/pm/pm_stack.h"

#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "models/host/memory/words.h"
#include "models/host/params.h"
#include "models/myrinet/network_params.h"
#include "models/pm/packet_name.h"

namespace flybar::experiments {

using namespace literals;

namespace {

using pm::layout::Status;

/// A table of all would not fit on a screen.
constexpr std::size_t kShownNodes = 16;
/// How often a process looks whether the others have come as far. Not part of what is measured.
constexpr Time kLook = 5_us;
constexpr Bytes kPage = Bytes(1 << pm::layout::kPageShift);

std::uint32_t find_nic(const lanai::Image& image) {
  if (const auto symbol = image.find("pm_nic")) return symbol->address;
  throw ConfigurationError(
      {Fault{"firmware", "it has no symbol pm_nic", "an image that serves PM channels",
             "leave --firmware out, or build one as firmware/pm does"}});
}

CounterPlaces counters_of(std::uint32_t nic) {
  using pm::layout::Channel;
  using pm::layout::HostStatus;
  using pm::layout::Nic;
  const std::uint32_t status = nic + Nic::kStatus;
  CounterPlaces places{.sent = {},
                       .received = {status + Status::kMessages, status + Status::kWrites},
                       .dropped = {status + Status::kFull},
                       .damaged = {status + Status::kCrcErrors, status + Status::kForeignPackets}};
  for (std::uint32_t i = 0; i < pm::layout::kMostChannels; ++i)
    places.sent.push_back(nic + Nic::kChannels + i * Nic::kChannelsStride + Channel::kHost +
                          HostStatus::kDone);
  return places;
}

}  // namespace

void check_pm(std::size_t nodes, const cluster::SystemParams& system, std::vector<Fault>& faults) {
  if (nodes > pm::layout::kMostNodes)
    faults.push_back(
        {"nodes", std::to_string(nodes),
         "at most " + std::to_string(pm::layout::kMostNodes) + ", the route table of the firmware",
         "use fewer nodes"});
  const Bytes frame = system.node(0).get<host::HostParams>().frame;
  if (frame != kPage)
    faults.push_back({"host.frame", quantity::print(frame), quantity::print(kPage) + " for PM",
                      "use --platform rwc-pentium-pro, or set host.frame"});
}

void check_message(Bytes payload, std::vector<Fault>& faults) {
  const Bytes most(pm::layout::kMtu);
  if (payload > most)
    faults.push_back({"payload", quantity::print(payload) + ", longer than the longest message",
                      "at most " + quantity::print(most), "lower it, or set path = write"});
}

void check_write(Bytes payload, int areas, const cluster::SystemParams& system,
                 std::vector<Fault>& faults) {
  const std::int64_t entries = system.node(0).get<pm::Params>().firmware.pin_entries;
  const std::int64_t pages = payload.count / kPage.count + 2;  // it may begin in the middle of one
  if (areas * pages > entries)
    faults.push_back({"payload",
                      quantity::print(payload) + ", of which " + std::to_string(areas) +
                          " must be pinned at a time",
                      "what fits into pm.pin_entries = " + std::to_string(entries),
                      "lower it, or raise pm.pin_entries"});
}

void Rendezvous::wait_for(std::size_t all, host::Cpu& cpu) {
  cpu.sync();
  ++count_;
  last_ = kernel_time();
  while (count_ < all || last_ == kernel_time()) cpu.sleep(kLook);
}

PmStack::PmStack(Testbed& testbed) : testbed_(testbed) {
  const Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    prepare(board(n), context, firmware(n).image);
    board(n).name_packets(&pm::packet_name);
    nics_.emplace_back(node.cpu, context.system.node(n).get<pm::Params>(), nic_config(n));
    channels_.emplace_back(nics_.back(), kChannel);
  }
}

/// The stack of the firmware lies at the end of the SRAM, so boards of different size do not share
/// an image.
const PmStack::Firmware& PmStack::firmware(std::size_t n) {
  const Bytes sram = board(n).params().sram;
  if (const auto found = firmware_.find(sram); found != firmware_.end()) return found->second;
  lanai::Image image = load_firmware(testbed_.context(), kPmFirmware, sram);
  const std::uint32_t nic = find_nic(image);
  return firmware_.emplace(sram, Firmware{std::move(image), nic, counters_of(nic)}).first->second;
}

pm::NicConfig PmStack::nic_config(std::size_t node) {
  cluster::Hardware& hardware = testbed_.hardware();
  pm::NicConfig config;
  config.bar0 = cluster::Node::kBoardBase;
  config.sram = board(node).params().sram;
  config.timer_tick = board(node).params().timer_tick;
  config.node = static_cast<std::uint32_t>(node);
  config.nodes = static_cast<std::uint32_t>(hardware.nodes());
  for (std::size_t to = 0; to < hardware.nodes(); ++to)
    if (to != node)
      config.routes.push_back({static_cast<std::uint32_t>(to), hardware.network().route(node, to)});
  return config;
}

void PmStack::run_on(std::size_t n, Software software) {
  testbed_.run_on(n, [this, n, software = std::move(software)](cluster::Node& node) {
    nics_[n].start({firmware(n).image.bytes, firmware(n).nic});
    channels_[n].open();
    up_.wait_for(nics_.size(), node.cpu);
    Host host{n, node.cpu, node.memory, &channels_[n]};
    count_from(n);
    software(host);
    node.cpu.sync();
    if (!spans_[n].end) count_to(n);
    ended_.wait_for(nics_.size(), node.cpu);
    channels_[n].close();
  });
}

std::uint32_t PmStack::counter(std::size_t n, std::uint32_t field) const {
  const Board& board = *testbed_.hardware().node(n).board;
  const std::uint32_t nic = firmware_.begin()->second.nic;
  return host::get_word(board.memory().subspan(nic + pm::layout::Nic::kStatus + field));
}

std::uint64_t PmStack::counters(std::uint32_t field) const {
  std::uint64_t sum = 0;
  for (std::size_t n = 0; n < nics_.size(); ++n) sum += counter(n, field);
  return sum;
}

/// What the firmware has counted, from its start to the end of the run.
Table PmStack::firmware_table() const {
  constexpr std::pair<const char*, std::uint32_t> kCounted[] = {
      {"messages", Status::kMessages},   {"write packets", Status::kWrites},
      {"acks", Status::kAcks},           {"nacks", Status::kNacks},
      {"resent", Status::kResent},       {"no room", Status::kFull},
      {"discarded", Status::kDiscarded}, {"refused", Status::kRefused},
      {"failed", Status::kFailed},       {"timeouts", Status::kTimeouts}};
  Table table{"firmware", "node", {}, {}};
  for (const auto& [name, field] : kCounted) table.columns.emplace_back(name);
  for (std::size_t n = 0; n < nics_.size(); ++n) {
    Table::Row row{testbed_.hardware().node(n).basename(), {}};
    for (const auto& [name, field] : kCounted) row.values.push_back(counter(n, field));
    table.rows.push_back(row);
  }
  table.shown = kShownNodes;
  return table;
}

void PmStack::account(Results& results) {
  testbed_.account(results);
  Table table = use_table();
  std::vector<NodeSpan> spans;
  const Time byte_time = testbed_.context().system.shared.get<myrinet::NetworkParams>().byte_time();
  for (const auto& [n, span] : spans_) {
    if (!span.end || span.end->at <= span.begin.at) continue;
    const std::string node = testbed_.hardware().node(n).basename();
    add_use(table, node, span.begin, *span.end, byte_time);
    spans.push_back({n, span.begin, *span.end});
  }
  table.shown = kShownNodes;
  results.tables.push_back(table);
  results.tables.push_back(firmware_table());
  const Loads loads = loads_of(testbed_, spans);
  results.limit = find_limit(loads, results);
  results.tables.push_back(resources_table(loads));
}

}  // namespace flybar::experiments
