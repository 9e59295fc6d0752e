#include "testbenches/experiments/stacks/pm/pm_stack.h"

#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"
#include "models/host/params.h"

namespace flybar::experiments {

using namespace literals;

namespace {

using pm::layout::Status;

/// How often a process looks whether the others have come as far. Not part of what is measured.
constexpr Time kLook = 5_us;
constexpr Bytes kPage = Bytes(1 << pm::layout::kPageShift);

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

std::vector<std::string> names_of(cluster::Hardware& hardware) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < hardware.nodes(); ++n) names.emplace_back(hardware.node(n).name());
  return names;
}

}  // namespace

void check_pm(std::size_t nodes, const cluster::SystemParams& system, std::vector<Fault>& faults) {
  if (nodes > pm::layout::kMostNodes)
    faults.push_back(
        {"nodes", std::to_string(nodes),
         "at most " + std::to_string(pm::layout::kMostNodes) + ", the route table of the firmware",
         "use fewer nodes"});
  system.node(0).get<pm::Params>();  // refused without PM
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
  cpu.in_step();
  ++count_;
  last_ = software_time();
  while (count_ < all || last_ == software_time()) {
    cpu.sleep(kLook);
    cpu.in_step();
  }
}

const StackFirmware PmStack::kFirmware{
    .file = [](const LayerParams&) { return "pm.elf"; },
    .symbol = "pm_nic",
    .serves = "an image that serves PM channels",
    .advice = "leave --firmware out, or build one as firmware/pm does",
    .counters = &counters_of};

PmStack::PmStack(Testbed& testbed)
    : FirmwareStack(testbed, kFirmware),
      under_way_(testbed.messages().watcher(), testbed.context().observer, kChannel,
                 names_of(testbed.hardware())) {
  for (std::size_t n = 0; n < nodes(); ++n) {
    attach(n);
    name_messages(n);
    const auto all = static_cast<std::uint32_t>(nodes());
    nics_.emplace_back(node(n).cpu, params(n).get<pm::Params>(), pm::NicConfig{config_of(n), all});
    channels_.emplace_back(nics_.back(), kChannel).watch(under_way_);
  }
}

void PmStack::name_messages(std::size_t n) {
  board(n).name_packets([this](auto bytes) { return under_way_.packet(bytes); });
  if (testbed().messages().watches_engines())
    board(n).name_transfers([this, n](auto& moved) { return under_way_.transfer(n, moved); });
}

void PmStack::run_on(std::size_t n, Software software) {
  FirmwareStack::run_on(n, [this, n, software = std::move(software)](cluster::Node& node) {
    Host host{n, node.cpu, node.memory, &channels_[n]};
    software(host);
  });
}

void PmStack::start(std::size_t n) {
  nics_[n].start({firmware(n).image.bytes, firmware(n).shared});
  channels_[n].open();
  up_.wait_for(nodes(), node(n).cpu);
}

void PmStack::end(std::size_t n) {
  ended_.wait_for(nodes(), node(n).cpu);
  channels_[n].close();
}

std::uint32_t PmStack::counter(std::size_t n, std::uint32_t field) const {
  const std::uint32_t status = firmware(n).shared + pm::layout::Nic::kStatus;
  return host::get_word(board(n).memory().subspan(status + field));
}

std::uint64_t PmStack::counters(std::uint32_t field) const {
  std::uint64_t sum = 0;
  for (std::size_t n = 0; n < nodes(); ++n) sum += counter(n, field);
  return sum;
}

/// What the firmware has counted, from its start to the end of the run.
void PmStack::account_own(Results& results) {
  constexpr std::pair<const char*, std::uint32_t> kCounted[] = {
      {"messages", Status::kMessages},   {"write packets", Status::kWrites},
      {"acks", Status::kAcks},           {"nacks", Status::kNacks},
      {"resent", Status::kResent},       {"no room", Status::kFull},
      {"discarded", Status::kDiscarded}, {"refused", Status::kRefused},
      {"failed", Status::kFailed},       {"timeouts", Status::kTimeouts}};
  Table table{"firmware", "node", {}, {}};
  for (const auto& [name, field] : kCounted) table.columns.emplace_back(name);
  for (std::size_t n = 0; n < nodes(); ++n) {
    Table::Row row{node(n).basename(), {}};
    for (const auto& [name, field] : kCounted) row.values.push_back(counter(n, field));
    table.rows.push_back(row);
  }
  table.shown = kShownNodes;
  results.tables.push_back(table);
  testbed().messages().account(results);
}

}  // namespace flybar::experiments
