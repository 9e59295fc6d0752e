#include "testbenches/flybar/prepare/nic.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "models/rtl/seat.h"
#include "testbenches/flybar/hand_over/hand_over.h"

namespace flybar::program {
namespace {

constexpr const char* kModel = "model";

std::string allowed() {
  std::string names = kModel;
  for (const rtl::Kind& kind : rtl::kinds()) names.append(", ").append(kind.name);
  return names + ", also for one role: server=rtl";
}

std::string roles_of(const cluster::SystemParams& system) {
  std::string names;
  for (const cluster::SystemParams::Role& role : system.roles)
    names.append(names.empty() ? "" : ", ").append(role.name);
  return names;
}

/// Of the card: "lanai-rtl" of "rtl".
std::string kind_of(const std::string& name) {
  return "lanai-" + name;
}

const rtl::Kind* find(const std::string& name) {
  const auto kinds = rtl::kinds();
  const auto found = std::ranges::find(kinds, name, &rtl::Kind::name);
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

void choose_nic(const std::string& text, cluster::SystemParams* system,
                std::vector<Fault>& faults) {
  std::istringstream parts(text);
  std::set<std::string> chosen;
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    const bool all = equals == std::string::npos;
    const std::string role = all ? "" : part.substr(0, equals);
    const std::string name = all ? part : part.substr(equals + 1);
    if (!chosen.insert(role).second)
      faults.push_back({"--nic", all ? "two kinds for all roles" : "two kinds for role " + role,
                        "one kind for each role", "leave out all but one"});
    const rtl::Kind* const kind = find(name);
    if (!kind && name != kModel)
      faults.push_back(
          {"--nic", "there is no kind of NIC \"" + name + "\"", allowed(), "choose one of these"});
    if (!system) continue;
    bool known = all;
    for (cluster::SystemParams::Role& each : system->roles) {
      if (!all && each.name != role) continue;
      known = true;
      std::string& cards = each.node.get<cluster::NodeParts>().cards;
      if (kind) cards = cluster::with_kind(cards, "lanai", kind_of(name));
    }
    if (!known)
      faults.push_back({"--nic", "there is no role \"" + role + "\"", roles_of(*system),
                        "choose one of these, or name the kind alone"});
  }
}

void hand_over_other_cards(const cluster::SystemParams& system) {
  for (const cluster::SystemParams::Role& role : system.roles)
    for (const cluster::CardPlan& card : system.plan(role.node).cards)
      if (!card.kind->make) hand_over_to_rtl();
}

}  // namespace flybar::program
