#include "testbenches/flybar/prepare/nic.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "models/systems/systems.h"
#include "testbenches/flybar/hand_over/hand_over.h"

namespace flybar::program {
namespace {

constexpr const char* kModel = "model";

std::string allowed() {
  std::string names = kModel;
  for (const CardKind& kind : systems::parts().cards)
    if (!kind.alias.name.empty()) names.append(", ").append(kind.alias.name);
  return names + ", also for one role: server=rtl";
}

std::string roles_of(const cluster::SystemParams& system) {
  std::string names;
  for (const cluster::SystemParams::Role& role : system.roles)
    names.append(names.empty() ? "" : ", ").append(role.name);
  return names;
}

/// The kinds of cards that such a NIC stands for.
std::vector<const CardKind*> find(const std::string& name) {
  std::vector<const CardKind*> kinds;
  for (const CardKind& kind : systems::parts().cards)
    if (kind.alias.name == name) kinds.push_back(&kind);
  return kinds;
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
    const std::vector<const CardKind*> kinds = find(name);
    if (kinds.empty() && name != kModel)
      faults.push_back(
          {"--nic", "there is no kind of NIC \"" + name + "\"", allowed(), "choose one of these"});
    if (!system) continue;
    bool known = all, there = kinds.empty();
    for (cluster::SystemParams::Role& each : system->roles) {
      if (!all && each.name != role) continue;
      known = true;
      std::string& cards = each.node.get<cluster::NodeParts>().cards;
      for (const CardKind* kind : kinds) {
        cards = cluster::with_kind(cards, kind->alias.of, kind->name);
        there = there || cards.find(kind->name) != cards.npos;
      }
    }
    if (!known)
      faults.push_back({"--nic", "there is no role \"" + role + "\"", roles_of(*system),
                        "choose one of these, or name the kind alone"});
    else if (!there)
      faults.push_back({"--nic", "no card of these nodes can be " + name,
                        "nodes with a card that has a chip of that kind",
                        "leave it out, as well as --shadow, or choose other cards"});
  }
}

void hand_over_other_cards(const cluster::SystemParams& system) {
  for (const cluster::SystemParams::Role& role : system.roles)
    for (const cluster::CardPlan& card : system.plan(role.node).cards)
      if (!card.kind->make) hand_over_to_rtl();
}

}  // namespace flybar::program
