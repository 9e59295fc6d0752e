#include "testbenches/experiments/inet/netperf_bench.h"

#include <algorithm>
#include <utility>

#include "testbenches/experiments/inet/netperf_notes.h"
#include "testbenches/experiments/inet/timeouts.h"
#include "testbenches/experiments/stacks/inet/calls_over_ip.h"

namespace flybar::experiments {

namespace {

constexpr Time kRunPatience = Time::ms(600'000);

}  // namespace

NetperfBench::NetperfBench(const Context& context, const NetperfSetup& what)
    : setup(what),
      testbed(context, {.patience = kRunPatience}),
      link(make_link_layer(testbed, what.transport)),
      hosts(testbed, *link,
            {what.socket_buffer, what.checksum == NetperfSetup::Checksum::kSoftware}),
      calls(what.beside != NetperfSetup::Beside::kNone && link->kernels() == nullptr
                ? calls_over_ip(testbed, hosts)
                : nullptr),
      beside(make_beside(what.beside, link->stack(), calls ? calls.get() : link->kernels())) {}

void NetperfBench::run_on(std::size_t n, std::function<void()> software) {
  link->stack().run_on(n, [this, n, software = std::move(software)](cluster::Node&) {
    if (beside) beside->start(n);
    software();
    if (beside && n == kClient) beside->stop();
  });
}

inet::CopyPolicy NetperfBench::policy(std::size_t n) const {
  return setup.policy(testbed.context().system.node(n).get<inet::InetParams>().socket.remap_least);
}

NetperfBench::Sides NetperfBench::sides(std::size_t n) {
  inet::Inet& inet = hosts.inet(n);
  return {inet.output().counters(), inet.stack().retransmissions(), hosts.drops(n)};
}

inet::Stack::Timeouts NetperfBench::timeouts() {
  inet::Stack::Timeouts sum;
  for (const std::size_t n : {kClient, kServer}) sum += hosts.inet(n).stack().timeouts();
  return sum;
}

void NetperfBench::begin(std::size_t n) {
  host::Cpu& cpu = hosts.inet(n).cpu();
  cpu.sync();
  link->stack().count_from(n);
  costs[n].begin(cpu);
  begin_[n] = sides(n);
  if (n == setup.receiver()) timeouts_before_ = timeouts();
  if (beside && n == kClient) beside->begin();
}

void NetperfBench::end(std::size_t n) {
  host::Cpu& cpu = hosts.inet(n).cpu();
  cpu.sync();
  link->stack().count_to(n);
  costs[n].end(cpu);
  end_[n] = sides(n);
  if (n == setup.receiver()) timeouts_ = timeouts().since(timeouts_before_);
  if (beside && n == kClient) beside->end();
}

void NetperfBench::account(Results& results, const Moved& bytes, const inet::CopyCounters& sent,
                           const inet::CopyCounters& received, std::uint64_t copied_on_write) {
  const std::size_t from = setup.sender(), to = setup.receiver();
  const auto add = [&](const char* name, double value, const char* unit) {
    results.numbers.push_back({name, value, unit});
  };
  const auto sum = [](const inet::CopyCounters& copies) {
    std::uint64_t all = 0;
    for (const std::uint64_t count : copies.copies) all += count;
    return static_cast<double>(all);
  };
  add("cpu_send", costs[from].percent(), "%");
  add("cpu_receive", costs[to].percent(), "%");
  add("service_demand_send", costs[from].busy() / (bytes.sent / 1024), "us/KB");
  add("service_demand_receive", costs[to].busy() / (bytes.received / 1024), "us/KB");
  const auto counted = [&](std::size_t n, auto inet::OutputCounters::*which) {
    return static_cast<double>(end_[n].output.*which - begin_[n].output.*which);
  };
  const double segments = counted(from, &inet::OutputCounters::segments);
  const double packets = counted(from, &inet::OutputCounters::packets);
  add("segments", segments, "");
  add("acks", counted(to, &inet::OutputCounters::acks), "");
  add("retransmissions", static_cast<double>(end_[from].retransmissions + end_[to].retransmissions),
      "");
  add("pages_remapped", static_cast<double>(sent.pages + received.pages), "");
  add("pages_copied", sum(sent) + sum(received), "");
  add("cow_faults", static_cast<double>(copied_on_write), "");
  if (beside) {
    beside->account(results, costs[kClient].elapsed());
    const Table shares = shares_table(costs);
    note_starved(costs[kClient].percent(), shares.rows[kKernelWork].values[kClient], results);
    results.tables.push_back(shares);
  }
  results.tables.push_back(costs_table("CPU time of a packet",
                                       {{"sender", &costs[from]}, {"receiver", &costs[to]}},
                                       std::max(setup.tcp() ? segments : packets, 1.0)));
  add_copies(results, sent, received);
  note_copies(results, "sender", policy(from).remap_sent, sent);
  note_copies(results, "receiver", policy(to).remap_received, received);
  add_drops(results);
  link->stack().account(results);
  find_timeouts(results);
}

void NetperfBench::add_copies(Results& results, const inet::CopyCounters& sent,
                              const inet::CopyCounters& received) {
  Table table{"pages and copies", "way", {"sent", "sent KB", "received", "received KB"}, {}};
  table.rows.push_back(
      {"remapped pages",
       {static_cast<double>(sent.pages), 0, static_cast<double>(received.pages), 0}});
  for (std::size_t why = 0; why < inet::kWhyCopied; ++why) {
    if (sent.copies[why] + received.copies[why] == 0) continue;
    table.rows.push_back(
        {"copied: " + std::string(name(static_cast<inet::WhyCopied>(why))),
         {static_cast<double>(sent.copies[why]), static_cast<double>(sent.bytes[why]) / 1024,
          static_cast<double>(received.copies[why]),
          static_cast<double>(received.bytes[why]) / 1024}});
  }
  results.tables.push_back(std::move(table));
}

/// Of a side that wants to remap the pages of a stream, if it never could: the reason behind most
/// bytes, of equal ones that which the others follow from.
void NetperfBench::note_copies(Results& results, const char* side, bool remaps,
                               const inet::CopyCounters& copies) const {
  if (!remaps || copies.pages > 0 || !setup.streams()) return;
  const auto most = std::max_element(copies.bytes.rbegin(), copies.bytes.rend());
  if (*most == 0) return;
  const auto why = static_cast<inet::WhyCopied>(copies.bytes.rend() - most - 1);
  results.notes.push_back(std::string("the ") + side +
                          " remapped nothing and copied all: " + std::string(name(why)));
}

void NetperfBench::add_drops(Results& results) {
  Table table{"packets dropped or kept waiting", "cause", {"sender", "receiver"}, {}};
  const auto &sender = end_[setup.sender()].drops, &receiver = end_[setup.receiver()].drops;
  for (std::size_t i = 0; i < std::min(sender.size(), receiver.size()); ++i)
    if (sender[i].count + receiver[i].count > 0)
      table.rows.push_back(
          {std::string(sender[i].cause),
           {static_cast<double>(sender[i].count), static_cast<double>(receiver[i].count)}});
  if (!table.rows.empty()) results.tables.push_back(std::move(table));
}

/// Of one connection, either end of which may wait.
void NetperfBench::find_timeouts(Results& results) const {
  limit_by_timeouts(
      results, {timeouts_,
                costs[setup.receiver()].elapsed(),
                {link->dropped_by_cards(), sum_of({end_[kClient].drops, end_[kServer].drops})}});
}

}  // namespace flybar::experiments
