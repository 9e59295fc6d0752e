#include "models/lan/params.h"

#include <string>

#include "models/common/layer_params.h"
#include "models/common/parameters.h"
#include "models/common/quantity.h"

namespace flybar::lan {
namespace {

using namespace literals;
using enum Confidence;

/// What every host has to take (RFC 791).
constexpr Bytes kLeastMtu = 576_B;
/// What a receive descriptor can name, with room for a header; RFC 1626 has 9180 B.
constexpr Bytes kMostAal5 = Bytes(16'320);

Rate usual_rate(const LanParams& p) {
  if (p.cells()) return Rate::bytes_per_second(19'440'000);
  return Rate::bytes_per_second(p.shape == Shape::kCable ? 1'250'000 : 12'500'000);
}

void describe_line(Parameters& table, LanParams& p) {
  table.add_choice("lan.framing", p.framing,
                   {{"ethernet", Framing::kEthernet}, {"aal5", Framing::kAal5}},
                   {"frames of Ethernet, or AAL5 in cells of ATM over SONET", "choice"});
  table.add_choice(
      "lan.shape", p.shape, {{"switch", Shape::kSwitch}, {"cable", Shape::kCable}},
      {"a switch with full-duplex ports, or one cable that one frame at a time uses", "choice"});
  table.add("lan.rate", p.rate, {Rate::bytes_per_second(125'000), Rate::mb_per_s(125)},
            {"bits on the line, in bytes: 100 Mb/s, of aal5 155.52, of a cable 10 unless set",
             "IEEE 802.3; SONET OC-3", kDocumented});
  table.add(
      "lan.mtu", p.mtu, {68_B, 65'535_B},
      {"largest IP packet; 1500 B, of aal5 9180 B unless set", "RFC 894; RFC 1626", kDocumented});
  table.add("lan.switch_latency", p.switch_latency, {Time(), 1_ms},
            {"ethernet: whole frame in to first byte out, plausibly [0..20] us; aal5: the path of "
             "a cell, plausibly [4..30] us",
             "store and forward; 4 us, of aal5 10 us unless set", kGuess});
}

void describe_faults(Parameters& table, LanParams& p) {
  const auto injected = [](const char* summary) { return About{summary, "off, unless asked for"}; };
  table.add("lan.byte_errors", p.faults.byte_errors, "", {0.0, 1.0},
            injected("probability that a byte arrives with one bit wrong, on each cable"));
  table.add("lan.lost_frames", p.faults.lost_frames, "", {0.0, 1.0},
            injected("probability that a frame is lost, on each cable"));
  table.add("lan.fault_seed", p.fault_seed, {0, 1'000'000'000},
            injected("seed of the faults of all cables"));
}

void derive(Parameters& table, LanParams& p) {
  table.add_derived("lan.rate", [&p] { p.rate = usual_rate(p); });
  table.add_derived("lan.mtu", [&p] { p.mtu = p.cells() ? 9180_B : 1500_B; });
  table.add_derived("lan.switch_latency", [&p] { p.switch_latency = p.cells() ? 10_us : 4_us; });
}

void check_network(const LanParams& p, std::vector<Fault>& faults) {
  const Bytes most = p.cells() ? kMostAal5 : Bytes(ethernet::kMostData);
  if (p.mtu < kLeastMtu)
    faults.push_back({"lan.mtu", quantity::print(p.mtu) + ", less than every host has to take",
                      "at least " + quantity::print(kLeastMtu), "raise it"});
  if (p.mtu > most)
    faults.push_back({"lan.mtu", quantity::print(p.mtu) + " is more than a frame holds",
                      "up to " + quantity::print(most) + " with this lan.framing",
                      p.cells() ? "lower it" : "lower it, or set lan.framing=aal5"});
  if (p.cells() && p.shape == Shape::kCable)
    faults.push_back({"lan.shape", "cable, on which cells have no turns",
                      "switch with lan.framing=aal5", "set lan.shape=switch"});
}

void describe_card(Parameters& table, RingParams& p) {
  table.add("lan.rings", p.rings, {2, 1024},
            {"descriptors of each ring, plausibly [16..128]", "drivers of DECchip 21140", kGuess});
  table.add("lan.fifo", p.fifo, {256_B, 1024_KB}, kWords,
            {"FIFO of the card, each way, plausibly [1..4] KB, of aal5 [9.5..64] KB; 2 KB and 16 "
             "KB unless set",
             "not in the sources", kGuess});
  table.add("lan.threshold", p.threshold, {64_B, 1514_B},
            {"bytes in a FIFO before the line, or the bus, begins with the frame; aal5, and a card "
             "on a cable that sends, wait for all of it",
             "one of the settings of the DECchip 21140", kGuess});
  table.add("lan.burst", p.burst, {16_B, 1024_B}, kWords,
            {"longest burst on the bus, plausibly [16..128] B", "one of the settings of the 21140",
             kGuess});
  table.add(
      "lan.interrupt_frames", p.interrupt_frames, {1, 1024},
      {"frames received before an interrupt, plausibly [1..16]", "not in the sources", kGuess});
  table.add("lan.interrupt_delay", p.interrupt_delay, {Time(), 10_ms},
            {"longest wait of a received frame for its interrupt, plausibly [0..500] us",
             "not in the sources", kGuess});
  table.add("lan.driver", p.driver, {Time(), 1_ms},
            {"CPU time of a frame in the driver, in or out, besides the interrupt, plausibly "
             "[3..25] us",
             "the driver's descriptors and chains: some 700 instructions of the 21164, half out of "
             "its caches",
             kGuess});
}

Bytes least_fifo(const LanParams& lan, const RingParams& p) {
  const bool whole = lan.cells() || lan.shape == Shape::kCable;
  return whole ? Bytes(static_cast<std::int64_t>(lan.longest_frame())) : p.threshold;
}

void check_card(const RingParams& p, const LanParams& lan, std::vector<Fault>& faults) {
  const Bytes least = least_fifo(lan, p);
  const bool whole = least != p.threshold;
  if (p.fifo < least)
    faults.push_back({"lan.fifo",
                      quantity::print(p.fifo) +
                          (whole ? " does not hold a frame, which leaves when all of it is there"
                                 : " never holds lan.threshold, at which a frame leaves"),
                      "at least " + quantity::print(least),
                      whole ? "raise it, or lower lan.mtu" : "raise it, or lower lan.threshold"});
  if (p.interrupt_frames > 1 && p.interrupt_delay == Time())
    faults.push_back({"lan.interrupt_delay",
                      "0, so that the last frames before a pause are never told of",
                      "more than 0 with lan.interrupt_frames above 1",
                      "set for example lan.interrupt_delay=\"100 us\""});
}

}  // namespace

std::size_t LanParams::longest_frame() const {
  const std::size_t packet = header() + static_cast<std::size_t>(mtu.count);
  return cells() ? aal5::padded(packet) : packet + ethernet::kCheck;
}

void add_network_layer(LayerParams& shared) {
  shared.add<LanParams>({}, [](Parameters& table, LanParams& own, auto&...) {
    describe_line(table, own);
    describe_faults(table, own);
    derive(table, own);
    table.add_check([&own](std::vector<Fault>& faults) { check_network(own, faults); });
  });
}

void add_card_layer(LayerParams& node) {
  node.add<RingParams>(
      {}, [](Parameters& table, RingParams& own, const LayerParams&, const LayerParams& shared) {
        const LanParams& lan = shared.get<LanParams>();
        describe_card(table, own);
        table.add_derived("lan.fifo", [&own, &lan] { own.fifo = lan.cells() ? 16_KB : 2_KB; });
        table.add_check([&own, &lan](std::vector<Fault>& faults) { check_card(own, lan, faults); });
      });
}

}  // namespace flybar::lan
