#include "models/myrinet/network_params.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/common/error.h"
#include "models/common/layer_params.h"
#include "models/common/parameters.h"
#include "models/common/quantity.h"
#include "models/myrinet/shape/route_byte.h"

namespace flybar::myrinet {
namespace {

using namespace literals;
using enum Confidence;

/// A sender that sends whole words goes on for so long after STOP.
constexpr std::int64_t kRestOfWord = 3;

/// Marks and sizes that are not set are multiples of this, and GO lies this far below STOP: the
/// values of Myrinet at 160 MB/s do (80, 56 and 40 B; Flich et al., IEEE TPDS 13(7) 2002).
constexpr std::int64_t kStep = 8;
constexpr Bytes kStopToGo = 16_B;

Bytes in_steps(std::int64_t bytes) {
  return Bytes((bytes + kStep - 1) / kStep * kStep);
}

std::int64_t bytes_begun_in(Time span, Time byte_time) {
  return (span + byte_time - Time::ps(1)) / byte_time;
}

void describe_link(Parameters& table, LinkParams& link) {
  table.add("link.rate", link.rate, {Rate::mb_per_s(10), Rate::mb_per_s(1250)},
            {"bytes on a cable, each direction", "Myricom: 1.28 Gb/s per direction since 1996",
             kDocumented});
  table.add("link.length", link.length, "m", {0.1, 100.0},
            {"length of every cable", "a machine room; not in the sources", kGuess});
  table.add("link.delay_per_metre", link.delay_per_metre, {3_ns, 7_ns},
            {"signal delay of the cable", "Flich et al., IEEE TPDS 13(7) 2002", kInferred});
}

void describe_switch(Parameters& table, SwitchParams& params) {
  table.add("switch.ports", params.ports, {2, static_cast<std::int64_t>(kMostPorts)},
            {"ports of a switch", "Myricom M2F-SW8", kDocumented});
  table.add(
      "switch.fall_through", params.fall_through, {100_ns, 550_ns},
      {"first byte in to first byte out, output free",
       "vendor figures: about 100 ns between SAN ports, 300 ns between LAN ports", kInferred});
  table.add("switch.slack", params.slack, {16_B, 4096_B},
            {"slack buffer of a port; if not set, what link.rate and the longest cable need",
             "Flich et al., IEEE TPDS 13(7) 2002", kInferred});
  table.add("switch.stop_mark", params.stop_mark, {2_B, 1024_B},
            {"fill level that sends STOP; if not set, what link.rate and switch.fall_through need",
             "Flich et al., IEEE TPDS 13(7) 2002", kInferred});
  table.add("switch.go_mark", params.go_mark, {1_B, 1024_B},
            {"fill level below which GO is sent; if not set, it follows switch.stop_mark",
             "Flich et al., IEEE TPDS 13(7) 2002", kInferred});
  table.add("switch.timeout", params.timeout, {1_us, kLongestTimeout},
            {"longest time that a packet stands still before the switch cuts it",
             "about 4 million characters", kInferred});
}

void describe_shape(Parameters& table, NetworkParams& params) {
  table.add_choice("network.shape", params.shape,
                   {{"tree", Shape::kTree}, {"clos", Shape::kClos}, {"one", Shape::kOne}},
                   {"switches as one or a tree, as a folded Clos network, or one with a port for "
                    "every node; a system file has its own",
                    "few nodes fit on one switch"});
  table.add_choice("network.bisection", params.bisection,
                   {{"full", Bisection::kFull}, {"half", Bisection::kHalf}},
                   {"of a folded Clos network: as many ways to its top as nodes, or half of that",
                    "nothing waits for a cable in a full one"});
}

void describe_faults(Parameters& table, FaultParams& faults) {
  const auto injected = [](const char* summary) { return About{summary, "off, unless asked for"}; };
  table.add("link.byte_errors", faults.byte_errors, "", {0.0, 1.0},
            injected("probability that a byte arrives with one bit wrong"));
  table.add("link.lost_tails", faults.lost_tails, "", {0.0, 1.0},
            injected("probability that the tail of a packet is lost on a cable"));
  table.add("link.dead_cable", faults.dead_cable, {-1, 1'000'000},
            injected("number of a cable that dies, that of node p is p; -1 for none"));
  table.add("link.dead_from", faults.dead_from, {0_ns, 1000'000_ms},
            injected("when that cable dies"));
  table.add("link.fault_seed", faults.seed, {0, 1'000'000'000},
            injected("seed of the faults of all cables"));
}

SlackRule rule_of(const SwitchParams& params) {
  return {params.slack, params.stop_mark, Time()};
}

/// A switch of Myrinet fits links of up to 160 MB/s and 10 m. Faster or longer ones get more.
void derive_marks(Parameters& table, NetworkParams& params) {
  SwitchParams& s = params.switches;
  table.add_derived("switch.stop_mark", [&params, &s, least = s.stop_mark] {
    const std::int64_t flowing = bytes_begun_in(s.fall_through, params.byte_time());
    s.stop_mark = std::max(least, in_steps(flowing + 1));
  });
  table.add_derived("switch.go_mark", [&s] { s.go_mark = go_mark_below(s.stop_mark); });
  table.add_derived("switch.slack", [&params, &s, least = s.slack] {
    const Bytes needed = least_slack(rule_of(s), params, params.lengths().all.longest);
    s.slack = std::max(least, in_steps(needed.count));
  });
}

/// The bytes of a cable must take time, and the slack behind it must hold what STOP cannot stop.
std::vector<Fault> check_cables(const NetworkParams& params) {
  const Lengths lengths = params.lengths().all;
  if (params.cable_delay(lengths.shortest) <= Time())
    return {{"link.length", quantity::print_number(lengths.shortest, "m"),
             "a cable that delays by 1 ps or more", "give it a length"}};
  return check_slack("switch", rule_of(params.switches), params, lengths.longest);
}

void widen(Lengths& lengths, double length) {
  lengths.shortest = std::min(lengths.shortest, length);
  lengths.longest = std::max(lengths.longest, length);
}

}  // namespace

Time NetworkParams::cable_delay(double metres) const {
  return Time::ps(std::llround(metres * static_cast<double>(link.delay_per_metre.ps())));
}

CableLengths NetworkParams::lengths() const {
  const Lengths same{link.length, link.length};
  return laid.value_or(CableLengths{same, same});
}

CableLengths lengths_of(const Topology& topology, double length) {
  constexpr Lengths kNone{std::numeric_limits<double>::infinity(), 0};
  CableLengths lengths{kNone, kNone};
  for (const CableLayout& cable : topology.cables) {
    widen(lengths.all, cable.length.value_or(length));
    if (!cable.a.is_switch() || !cable.b.is_switch())
      widen(lengths.of_nodes, cable.length.value_or(length));
  }
  return lengths;
}

Topology topology_of(const NetworkParams& params, std::size_t nodes) {
  const auto ports = static_cast<std::size_t>(params.switches.ports);
  if (params.bisection == Bisection::kHalf && params.shape != Shape::kClos)
    throw ConfigurationError(
        {{"network.bisection", "half of a network without a top",
          "full, or half with network.shape=clos", "set network.shape=clos as well"}});
  switch (params.shape) {
    case Shape::kClos:
      return folded_clos(nodes, ports, params.bisection);
    case Shape::kOne:
      return one_switch(nodes, std::clamp(nodes, ports, std::max(ports, kMostPorts)));
    case Shape::kTree:
      break;
  }
  return fewest_switches(nodes, ports);
}

LinkFaults NetworkParams::faults_of(std::size_t cable) const {
  const bool dies = faults.dead_cable == static_cast<std::int64_t>(cable);
  return {faults.byte_errors, faults.lost_tails, dies ? faults.dead_from : Time::never()};
}

void describe(Parameters& table, NetworkParams& params) {
  describe_link(table, params.link);
  describe_switch(table, params.switches);
  describe_shape(table, params);
  describe_faults(table, params.faults);
  derive_marks(table, params);
  table.add_check([&params](std::vector<Fault>& faults) {
    for (Fault& fault : check(params)) faults.push_back(std::move(fault));
  });
}

std::vector<Fault> check(const NetworkParams& params) {
  const SwitchParams& s = params.switches;
  if (params.link.rate < Rate::mb_per_s(1))
    return {{"link.rate", quantity::print(params.link.rate), "1 MB/s or more", "raise it"}};
  std::vector<Fault> faults = check_cables(params);
  if (s.go_mark >= s.stop_mark)
    faults.push_back({"switch.go_mark", quantity::print(s.go_mark) + ", not below the STOP mark",
                      "less than " + quantity::print(s.stop_mark),
                      "lower it or raise switch.stop_mark"});
  if (s.fall_through < params.byte_time() * 2)
    faults.push_back(
        {"switch.fall_through",
         quantity::print(s.fall_through) + ", before the byte behind the route is there",
         "at least " + quantity::print(params.byte_time() * 2), "raise it or link.rate"});
  const std::int64_t flowing = bytes_begun_in(s.fall_through, params.byte_time());
  if (flowing >= s.stop_mark.count)
    faults.push_back(
        {"switch.stop_mark",
         quantity::print(s.stop_mark) + ", reached by a packet that flows freely",
         "more than " + quantity::print(Bytes(flowing)) + " with this switch.fall_through",
         "raise it together with switch.slack, or lower switch.fall_through"});
  return faults;
}

Bytes go_mark_below(Bytes stop_mark) {
  return std::max(1_B, stop_mark - kStopToGo);
}

Bytes least_slack(const SlackRule& rule, const NetworkParams& params, double metres) {
  const Time unaware = rule.reaction + 2 * params.cable_delay(metres);
  return rule.stop_mark + Bytes(bytes_begun_in(unaware, params.byte_time()) + kRestOfWord);
}

std::vector<Fault> check_slack(const std::string& block, const SlackRule& rule,
                               const NetworkParams& params, double metres) {
  const Bytes needed = least_slack(rule, params, metres);
  if (rule.slack >= needed) return {};
  return {{block + ".slack",
           quantity::print(rule.slack) + ", overrun by what a cable of " +
               quantity::print_number(metres, "m") + " still delivers after STOP",
           "at least " + quantity::print(needed),
           "raise it, lower " + block + ".stop_mark, or shorten the cable"}};
}

void add_layer(LayerParams& shared) {
  shared.add<NetworkParams>(
      {}, [](Parameters& table, NetworkParams& own, auto&...) { describe(table, own); });
}

}  // namespace flybar::myrinet
