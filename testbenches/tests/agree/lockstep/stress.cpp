#include "testbenches/tests/agree/lockstep/stress.h"

#include "models/common/error.h"
#include "models/myrinet/plan.h"
#include "testbenches/tests/agree/lockstep/account.h"

namespace flybar::lockstep {
namespace {

using experiments::Testbed;
using experiments::TrapezeStack;

/// Longer than a switch keeps a packet that has lost its tail.
constexpr Time kPatience = Time::us(1500);

Message draw_message(Random& random, std::size_t from, std::size_t nodes) {
  Message message;
  const auto others = static_cast<std::int64_t>(nodes) - 1;
  message.to = static_cast<trapeze::Node>(
      (from + static_cast<std::size_t>(random.between(1, others))) % nodes);
  message.control = Bytes(random.between(0, 128));
  const std::int64_t most = random.one_of<std::int64_t>({0, 64, 400, 400, 2000, 2000, 8192});
  message.payload = Bytes(4 * random.between(0, most / 4));
  message.type = static_cast<std::uint8_t>(random.one_in(3));
  if (random.one_in(3)) message.tag = random.one_in(4) ? Tag::kStale : Tag::kValid;
  if (random.one_in(4)) message.gap = Time::ns(random.between(0, 60'000));
  return message;
}

/// What a message that has lost its tail is closed by.
void add_last_words(NodePlan& plan, std::size_t from, std::size_t nodes) {
  for (std::size_t to = 0; to < nodes; ++to) {
    if (to == from) continue;
    Message message;
    message.to = static_cast<trapeze::Node>(to);
    message.control = Bytes(16);
    message.gap = Time::us(100);
    plan.messages.push_back(message);
  }
}

NodePlan draw_node(Random& random, std::size_t node, std::size_t nodes, std::int64_t messages) {
  NodePlan plan;
  plan.seed = static_cast<std::uint64_t>(random.between(0, 1'000'000'000));
  plan.begin = Time::ms(2);
  plan.patience = kPatience;
  plan.buffers = static_cast<std::size_t>(random.between(1, 12));
  plan.cancel_one_in = random.one_of<std::int64_t>({0, 3, 10});
  plan.detach_one_in = random.one_of<std::int64_t>({0, 0, 20});
  plan.hold_one_in = random.one_of<std::int64_t>({2, 10, 60});
  plan.longest_hold = Time::us(random.one_of<std::int64_t>({0, 20, 200, 2000}));
  plan.most_held = random.between(1, 12);
  for (std::int64_t i = 0; i < messages; ++i)
    plan.messages.push_back(draw_message(random, node, nodes));
  add_last_words(plan, node, nodes);
  return plan;
}

/// Rates at which hardly any packet is hit twice: two errors can escape eight bits of CRC.
void draw_trouble(Random& random, Trouble trouble, Scenario& scenario) {
  scenario.set("link.fault_seed", std::to_string(random.between(1, 1'000'000)));
  scenario.set("switch.timeout", "1 ms");
  if (trouble == Trouble::kByteErrors) scenario.set("link.byte_errors", "0.00001");
  if (trouble == Trouble::kLostTails) scenario.set("link.lost_tails", "0.01");
}

}  // namespace

Scenario stress_scenario(const StressPlan& plan) {
  Random random(plan.seed);
  Scenario scenario;
  scenario.seed = plan.seed;
  scenario.stand_on("alphastation-500");
  scenario.notify = plan.notify;
  scenario.nodes.resize(static_cast<std::size_t>(random.between(2, 8)));
  scenario.wiring = random.one_in(3) ? Wiring::kChain : Wiring::kOneSwitch;
  scenario.set("mcp.mode", plan.mode);
  scenario.set("mcp.control_transfer", plan.control_by_dma ? "dma" : "pio");
  const auto threshold = [&] { return std::to_string(64 + 4 * random.between(0, 500)) + " B"; };
  scenario.set("mcp.send_threshold", threshold());
  scenario.set("mcp.receive_threshold", threshold());
  draw_trouble(random, plan.trouble, scenario);
  const std::size_t nodes = scenario.nodes.size();
  for (std::size_t n = 0; n < nodes; ++n)
    scenario.nodes[n] =
        draw_node(random, n, nodes, plan.messages / static_cast<std::int64_t>(nodes));
  return scenario;
}

std::string stress(const StressPlan& plan) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const Scenario scenario = stress_scenario(plan);
  const auto system = scenario.system();
  PacketCount packets;
  const experiments::Context context{system->params, packets, Stepping::kFast, {}, false, {}, {}};
  Testbed testbed(context, {.plans = {myrinet::planned(scenario.topology())}});
  TrapezeStack stack(testbed, {.notify = scenario.notify});
  Ledger ledger(scenario.nodes.size());
  Account account(scenario.nodes.size());
  std::deque<Station> stations;
  std::size_t running = scenario.nodes.size();
  for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
    Station& station = stations.emplace_back(scenario.nodes[n], ledger, true);
    stack.run_on(n, [&, n](TrapezeStack::Host& host) {
      station.run(host);
      host.cpu.in_step();
      --running;
      while (running > 0) {
        host.cpu.sleep(Time::us(20));
        host.cpu.in_step();
      }
      account.counters[n] = tpz_get_counters(host.nic);
    });
  }
  testbed.run();
  account.ledger = &ledger;
  account.add(dynamic_cast<const myrinet::Network&>(testbed.hardware().network()), packets);
  const std::string faults = account.faults(plan.trouble != Trouble::kLostTails);
  const std::string text = account.text();
  return faults.empty() ? text : "error: " + faults + text + "\n" + scenario.text();
}

}  // namespace flybar::lockstep
