#include "testbenches/experiments/measure/cut_packets.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/common/systemc_time.h"

namespace flybar::experiments {
namespace {

constexpr std::size_t kShownOutputs = 3;

}  // namespace

CutPackets::CutPackets(const cluster::Hardware& hardware, const cluster::SystemParams& system) {
  for (std::size_t i = 0; i < hardware.networks(); ++i) {
    const bool several = hardware.networks() > 1;
    for (const CableTraffic& cable : hardware.network(i).cables(kernel_time()))
      if (cable.cut > 0)
        outputs_.emplace_back(
            (several ? system.networks()[i].name + " " : std::string()) + cable.from, cable.cut);
    if (const auto rule = hardware.network(i).cuts()) rule_ = *rule;
  }
  std::stable_sort(outputs_.begin(), outputs_.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

std::uint64_t CutPackets::count() const {
  std::uint64_t sum = 0;
  for (const auto& [place, packets] : outputs_) sum += packets;
  return sum;
}

std::string CutPackets::text() const {
  std::string text =
      fmt::format("switches cut {} {} that had not moved for {} ({})", count(),
                  count() == 1 ? "packet" : "packets", rule_.key, quantity::print(rule_.timeout));
  std::uint64_t left = count();
  for (std::size_t i = 0; i < std::min(kShownOutputs, outputs_.size()); ++i) {
    const auto& [place, packets] = outputs_[i];
    text += fmt::format("{}{} at {}", i == 0 ? ": " : ", ", packets, place);
    left -= packets;
  }
  return left > 0 ? text + fmt::format(", {} elsewhere", left) : text;
}

DeliveryError CutPackets::explain(const DeliveryError& error) const {
  const Fault& fault = error.fault();
  const std::string longest = quantity::print(rule_.longest);
  const std::string advice = rule_.timeout < rule_.longest
                                 ? fmt::format("set {}=\"{}\"", rule_.key, longest)
                                 : "send from fewer nodes at once, or over fewer switches";
  return {fault.where, fault.found + "; " + text(), fault.allowed, advice + ", or " + fault.advice};
}

void CutPackets::account(Results& results) const {
  if (outputs_.empty()) return;
  Table table{"packets cut by switches", "output", {"packets"}, {}};
  table.note = std::string("not moved for ") + rule_.key;
  for (const auto& [place, packets] : outputs_)
    table.rows.push_back({place, {static_cast<double>(packets)}});
  results.tables.push_back(std::move(table));
  if (!results.limit.text.empty()) results.limit.text += "; " + text();
}

}  // namespace flybar::experiments
