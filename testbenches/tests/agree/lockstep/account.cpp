#include "testbenches/tests/agree/lockstep/account.h"

#include <numeric>

#include <fmt/format.h>

namespace flybar::lockstep {
namespace {

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string equal(const std::string& what, std::uint64_t found, std::uint64_t wanted) {
  return found == wanted ? "" : fmt::format("{}: {} instead of {}\n", what, found, wanted);
}

std::string at_most(const std::string& what, std::uint64_t found, std::uint64_t most) {
  return found <= most ? "" : fmt::format("{}: {}, more than {}\n", what, found, most);
}

}  // namespace

TrackId PacketCount::declare(const Track& track) {
  const auto id = static_cast<TrackId>(count_.size());
  count_.push_back(0);
  if (track.kind == TrackKind::kPackets && track.link_type == LinkType::kMyrinet)
    (track.name.ends_with("link_in") ? received_ : sent_).push_back(id);
  return id;
}

std::vector<std::uint64_t> PacketCount::of(const std::vector<TrackId>& tracks) const {
  std::vector<std::uint64_t> counts;
  counts.reserve(tracks.size());
  for (const TrackId track : tracks) counts.push_back(count_[track]);
  return counts;
}

void Account::add(const myrinet::Network& network, const PacketCount& packets) {
  received = packets.received();
  sent = packets.sent();
  lost_tails = network.losses().lost_tails;
  for (const myrinet::Switch& crossbar : network.switches())
    for (std::size_t port = 0; port < crossbar.ports(); ++port)
      for (const std::uint64_t drop : crossbar.counters(port).drops) switch_drops += drop;
}

std::uint64_t Account::sum(std::uint32_t tpz_counters::*counter) const {
  std::uint64_t all = 0;
  for (const tpz_counters& node : counters) all += node.*counter;
  return all;
}

std::uint64_t Account::drops(const tpz_counters& node) {
  return std::uint64_t{node.dropped_ring_full} + node.crc_errors + node.length_errors +
         node.foreign_packets;
}

std::uint64_t Account::drops() const {
  std::uint64_t all = 0;
  for (const tpz_counters& node : counters) all += drops(node);
  return all;
}

std::string Account::faults(bool exact) const {
  std::string text;
  for (std::size_t n = 0; n < counters.size(); ++n) {
    const std::string node = "node " + std::to_string(n);
    text += equal(node + ": packets sent", sent[n], counters[n].send_done);
    text += equal(node + ": packets received or dropped", counters[n].received + drops(counters[n]),
                  received[n]);
  }
  text += equal("entries refused", sum(&tpz_counters::send_refused), 0);
  text += equal("messages sent", sum(&tpz_counters::send_done), ledger->messages());
  text += equal("messages taken", ledger->delivered(), sum(&tpz_counters::received));
  text +=
      equal("payloads without a frame", ledger->discarded(), sum(&tpz_counters::payload_discarded));
  text += equal("unused tokens rejected", ledger->rejected_unused(), 0);
  text += equal("tokens rejected", ledger->rejected(), sum(&tpz_counters::ipt_rejected));
  const std::uint64_t missing = ledger->messages() - ledger->delivered();
  if (exact) text += equal("messages missing", missing, drops() + switch_drops);
  text += at_most("messages missing", missing, drops() + switch_drops + lost_tails);
  text += at_most("packets missing", total(sent), total(received) + switch_drops + lost_tails);
  return text;
}

std::string Account::text() const {
  return fmt::format(
      "{} nodes, {} messages, {} delivered ({} by token, {} with a rejected token, {} without a "
      "frame), dropped: {} ring full, {} CRC, {} length, {} foreign, {} by switches; {} tails "
      "lost; "
      "{} tokens cancelled, {} too late",
      counters.size(), ledger->messages(), ledger->delivered(), ledger->by_token(),
      ledger->rejected(), ledger->discarded(), sum(&tpz_counters::dropped_ring_full),
      sum(&tpz_counters::crc_errors), sum(&tpz_counters::length_errors),
      sum(&tpz_counters::foreign_packets), switch_drops, lost_tails, ledger->cancels(),
      ledger->late_cancels());
}

}  // namespace flybar::lockstep
