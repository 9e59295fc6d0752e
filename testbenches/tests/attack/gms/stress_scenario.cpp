#include "testbenches/tests/attack/gms/stress_scenario.h"

#include <algorithm>

#include "testbenches/tests/gms/small_memories.h"
#include "testbenches/tests/random.h"

namespace flybar::gms {
namespace {

using lockstep::Random;

constexpr std::int64_t kPage = 1024;

Settings settings(const StressPlan& plan, Random& random) {
  Settings all = small_memories();
  all.emplace_back("link.fault_seed", std::to_string(random.between(1, 1'000'000)));
  all.emplace_back("switch.timeout", "1 ms");
  all.emplace_back("gms.epoch_evictions", "200");
  if (plan.crowded) {
    all.emplace_back("gms.network_memory", "64 KB");
    all.emplace_back("host.free_low", "910");
    all.emplace_back("host.free_high", "915");
  }
  if (plan.losses != StressPlan::Losses::kNone) {
    const bool many = plan.losses == StressPlan::Losses::kMany;
    all.emplace_back("link.byte_errors", many ? "0.000002" : "0.0000005");
    all.emplace_back("link.lost_tails", many ? "0.004" : "0.0003");
  }
  if (plan.parted) {
    all.emplace_back("link.dead_cable", std::to_string(plan.nodes));
    all.emplace_back("link.dead_from", "100 ms");
  }
  all.insert(all.end(), plan.settings.begin(), plan.settings.end());
  return all;
}

StressFile draw_file(Random& random) {
  if (random.one_in(5)) return StressFile::kShared;
  return random.one_of(
      {StressFile::kScratch, StressFile::kStickyScratch, StressFile::kOwn, StressFile::kSticky});
}

/// One page, or several in sequence.
StressAction draw_action(Random& random) {
  StressAction action;
  action.file = draw_file(random);
  action.write = random.one_in(2) && action.file != StressFile::kShared;
  const std::uint32_t size = kStressPages[static_cast<std::size_t>(action.file)];
  action.first = static_cast<std::uint32_t>(random.between(0, size - 1));
  action.offset = Bytes(random.one_in(2) ? 0 : random.between(0, kPage - 8));
  const bool whole = action.offset == Bytes() && random.one_in(2);
  action.length = Bytes(whole ? kPage : random.between(1, kPage - action.offset.count));
  if (random.one_in(3)) {
    const auto pages = static_cast<std::uint32_t>(random.between(2, 30));
    action.pages = std::min(size - action.first, pages);
    return action;
  }
  action.close = random.one_in(50);
  if (random.one_in(20)) action.sleep = Time::us(random.between(1, 2000));
  return action;
}

StressNode draw_node(Random& random, std::int64_t operations) {
  StressNode node;
  node.ahead = static_cast<std::size_t>(random.between(0, 6));
  for (std::int64_t done = 0; done < operations; done += node.actions.back().pages)
    node.actions.push_back(draw_action(random));
  return node;
}

}  // namespace

StressScenario draw(const StressPlan& plan) {
  Random random(plan.seed);
  StressScenario scenario;
  scenario.crowded = plan.crowded;
  scenario.parted = plan.parted;
  scenario.settings = settings(plan, random);
  const std::int64_t each = plan.operations / static_cast<std::int64_t>(plan.nodes);
  for (std::size_t n = 0; n < plan.nodes; ++n) {
    Random of_node(plan.seed * 1000 + n);
    scenario.nodes.push_back(draw_node(of_node, each));
  }
  const auto last = static_cast<std::int64_t>(plan.nodes) - 1;
  for (std::size_t i = 0; i < plan.deaths; ++i)
    scenario.nodes[static_cast<std::size_t>(random.between(0, last))].dies_after =
        random.between(0, each);
  return scenario;
}

}  // namespace flybar::gms
