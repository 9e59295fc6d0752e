#include "models/lan/plan.h"

#include <fmt/format.h>

#include "models/lan/network.h"

namespace flybar::lan {
namespace {

std::string described(const LanParams& params) {
  return fmt::format("{} of {}", params.shape == Shape::kCable ? "a cable" : "a switch",
                     params.cells() ? "ATM" : "Ethernet");
}

/// Every port is connected to every other.
class Plan final : public NetworkPlan {
 public:
  Plan(std::size_t ports, std::string medium) : ports_(ports), medium_(std::move(medium)) {}
  std::size_t ports() const override { return ports_; }
  std::string summary() const override { return fmt::format("{} ports of {}", ports_, medium_); }
  std::string text() const override { return summary(); }
  std::unique_ptr<flybar::Network> build(const std::string& name, const LayerParams& shared,
                                         Observer& observer) const override {
    return std::make_unique<Network>(name.c_str(), ports_, shared.get<LanParams>(), observer);
  }

 private:
  const std::size_t ports_;
  const std::string medium_;
};

std::shared_ptr<const NetworkPlan> plan(const NetworkSection&, const std::vector<NamedPorts>& ports,
                                        const LayerParams& shared) {
  std::size_t count = 0;
  for (const NamedPorts& group : ports) count += group.count;
  return std::make_shared<Plan>(count, described(shared.get<LanParams>()));
}

}  // namespace

NetworkKind network_kind() {
  return {.name = "lan",
          .summary = "Ethernet or ATM: a switch, or one cable",
          .add_layer = &add_network_layer,
          .keys = {{.name = "framing", .parameter = "lan.framing"},
                   {.name = "shape", .parameter = "lan.shape"},
                   {.name = "rate", .parameter = "lan.rate"},
                   {.name = "mtu", .parameter = "lan.mtu"}},
          .connecting = {},
          .chance = {"lan.fault_seed", {"lan.byte_errors", "lan.lost_frames"}},
          .plan = &plan};
}

}  // namespace flybar::lan
