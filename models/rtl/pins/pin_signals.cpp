#include "models/rtl/pins/pin_signals.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace flybar::rtl {
namespace {

struct Pin {
  const char* name;
  unsigned bits;
  std::uint64_t (*value)(const Outputs&, const Insight&);
};

/// What rtl/lanai/board/ports.md describes.
constexpr Pin kPins[] = {
    {"pio_done_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.pio_done; }},
    {"pio_rdata_o", 32, [](auto& o, auto&) -> std::uint64_t { return o.pio_rdata; }},
    {"hdma_req_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.hdma_req; }},
    {"hdma_write_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.hdma_write; }},
    {"hdma_address_o", 32, [](auto& o, auto&) -> std::uint64_t { return o.hdma_address; }},
    {"hdma_left_o", 32, [](auto& o, auto&) -> std::uint64_t { return o.hdma_left; }},
    {"hdma_longest_o", 17, [](auto& o, auto&) -> std::uint64_t { return o.hdma_longest; }},
    {"hdma_moved_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.hdma_moved; }},
    {"hdma_wdata_o", 32, [](auto& o, auto&) -> std::uint64_t { return o.hdma_wdata; }},
    {"link_offer_o", 3, [](auto& o, auto&) -> std::uint64_t { return o.link_offer; }},
    {"link_crc_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.link_crc; }},
    {"flow_stop_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.flow_stop; }},
    {"flow_go_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.flow_go; }},
    {"irq_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.irq; }},
    {"fault_o", 4, [](auto& o, auto&) -> std::uint64_t { return o.fault; }},
    {"mon_retire_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.retire; }},
    {"mon_retire_pc_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.retire_pc; }},
    {"mon_retire_instr_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.retire_instr; }},
    {"mon_retire_rd_o", 5, [](auto&, auto& i) -> std::uint64_t { return i.retire_rd; }},
    {"mon_retire_result_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.retire_result; }},
    {"mon_retire_flags_o", 4, [](auto&, auto& i) -> std::uint64_t { return i.retire_flags; }},
    {"mon_load_use_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.load_use; }},
    {"mon_pc_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.pc; }},
    {"mon_held_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.held; }},
    {"mon_grant_host_o", 2, [](auto& o, auto&) -> std::uint64_t { return o.grant_host; }},
    {"mon_grant_receive_o", 2, [](auto& o, auto&) -> std::uint64_t { return o.grant_receive; }},
    {"mon_grant_send_o", 2, [](auto& o, auto&) -> std::uint64_t { return o.grant_send; }},
    {"mon_grant_cpu_o", 2, [](auto& o, auto&) -> std::uint64_t { return o.grant_cpu; }},
    {"mon_write_o", 1, [](auto& o, auto&) -> std::uint64_t { return o.write; }},
    {"mon_write_offset_o", 8, [](auto& o, auto&) -> std::uint64_t { return o.write_offset; }},
    {"mon_write_data_o", 32, [](auto& o, auto&) -> std::uint64_t { return o.write_data; }},
    {"mon_isr_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.isr; }},
    {"mon_lar_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.lar; }},
    {"mon_rmp_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.rmp; }},
    {"mon_rml_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.rml; }},
    {"mon_smp_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.smp; }},
    {"mon_sml_o", 32, [](auto&, auto& i) -> std::uint64_t { return i.sml; }},
    {"mon_armed_o", 1, [](auto&, auto& i) -> std::uint64_t { return i.armed; }},
    {"mon_send_active_o", 1, [](auto&, auto& i) -> std::uint64_t { return i.send_active; }},
    {"mon_receive_waiting_o", 9, [](auto&, auto& i) -> std::uint64_t { return i.receive_waiting; }},
    {"mon_send_waiting_o", 6, [](auto&, auto& i) -> std::uint64_t { return i.send_waiting; }},
};

constexpr unsigned kPart = 64;
constexpr unsigned kFrontBits = kFrontWordBits * kLinkSlots;
constexpr unsigned kFrontParts = (kFrontBits + kPart - 1) / kPart;

/// link_front_o, in parts.
std::array<std::uint64_t, kFrontParts> front_of(const Outputs& out) {
  std::array<std::uint64_t, kFrontParts> parts{};
  for (unsigned n = 0; n < out.link_offer; ++n) {
    const unsigned at = n * kFrontWordBits, shift = at % kPart;
    parts[at / kPart] |= out.link_front[n].bits << shift;
    if (shift + kFrontWordBits > kPart)
      parts[at / kPart + 1] |= out.link_front[n].bits >> (kPart - shift);
  }
  return parts;
}

}  // namespace

std::string part_name(const std::string& signal, unsigned bits, unsigned n) {
  if (bits <= kPart) return signal;
  return fmt::format("{}_{}_{}", signal, std::min(bits, (n + 1) * kPart) - 1, n * kPart);
}

PinSignals::PinSignals(Observer& observer, const std::string& chip, const std::string& other)
    : observer_(observer) {
  const auto declare = [&](const std::string& pin, unsigned bits) {
    flybar::Track track{.name = chip + "." + pin, .kind = TrackKind::kSignal, .bits = bits};
    track.block = Block::kModel;
    track.beside = other + "." + pin;
    return Track{observer.declare(track)};
  };
  for (const Pin& pin : kPins) pins_.push_back(declare(pin.name, pin.bits));
  for (unsigned n = 0; n < kFrontParts; ++n)
    front_.push_back(
        declare(part_name("link_front_o", kFrontBits, n), std::min(kPart, kFrontBits - n * kPart)));
}

void PinSignals::tell(Track& track, Time at, std::uint64_t value) {
  if (track.known && track.value == value) return;
  track.known = true;
  track.value = value;
  observer_.on(Change{track.id, at, value, {}});
}

void PinSignals::sample(Time at, const Outputs& out, const Insight& insight) {
  for (std::size_t n = 0; n < std::size(kPins); ++n)
    tell(pins_[n], at, kPins[n].value(out, insight));
  const auto front = front_of(out);
  for (unsigned n = 0; n < kFrontParts; ++n) tell(front_[n], at, front[n]);
}

}  // namespace flybar::rtl
