/// What is drawn, and how often: edges of the ranges on purpose, and the defaults often enough.
#include <algorithm>
#include <array>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "testbenches/tests/agree/lockstep/scenario.h"
#include "testbenches/tests/random.h"

namespace flybar::lockstep {
namespace {

std::string ns(std::int64_t n) {
  return std::to_string(n) + " ns";
}
std::string bytes(std::int64_t n) {
  return std::to_string(n) + " B";
}
std::string cycles(std::int64_t n) {
  return std::to_string(n) + " cycles";
}
std::string count(std::int64_t n) {
  return std::to_string(n);
}

std::int64_t words_up_to(Random& random, std::int64_t most) {
  return 4 * random.between(0, most / 4);
}

void draw_mcp(Random& random, Scenario& scenario, const std::string& role) {
  const auto set = [&](const char* key, const std::string& value) {
    scenario.set(role + "mcp." + key, value);
  };
  set("mode",
      random.one_of<const char*>({"store-and-forward", "static", "eager", "eager", "functional"}));
  const auto threshold = [&] {
    if (random.one_in(3)) return random.one_of<std::int64_t>({64, 68, 128, 1280, 2048});
    return 64 + words_up_to(random, random.one_in(2) ? 960 : 4032);
  };
  set("send_threshold", bytes(threshold()));
  set("receive_threshold", bytes(threshold()));
}

void draw_chip(Random& random, Scenario& scenario, const std::string& role) {
  const auto set = [&](const char* key, const std::string& value) {
    scenario.set(role + "lanai." + key, value);
  };
  set("arbitration", random.one_of<const char*>({"host-receive-send-cpu", "host-receive-send-cpu",
                                                 "receive-host-send-cpu", "host-send-receive-cpu",
                                                 "cpu-host-receive-send"}));
  set("accesses_per_clock", count(random.one_of<std::int64_t>({1, 2, 2, 2, 2, 3, 4})));
  if (random.one_in(2)) {
    const std::int64_t fifo = random.between(2, 32);
    set("send_fifo", count(fifo));
    set("send_start", count(random.between(1, fifo)));
  }
  if (random.one_in(2)) set("host_dma_start", cycles(random.between(0, 60)));
  if (random.one_in(3))
    set("host_dma_burst", bytes(random.one_of<std::int64_t>({64, 128, 1024, 4096, 65536})));
  if (random.one_in(3)) set("pio_latency", cycles(random.between(1, 16)));
  if (random.one_in(3))
    set("clock",
        random.one_of<const char*>({"25 MHz", "33.33 MHz", "40 MHz", "37 MHz", "66.67 MHz"}));
}

/// A receive buffer that what a cable delivers after STOP cannot overrun.
void draw_slack(Random& random, Scenario& scenario, std::int64_t metres) {
  const std::int64_t under_way = 2 * metres * 7000 / 6250 + 8;
  const std::int64_t stop = random.one_in(2) ? 56 : random.between(16, 300);
  scenario.set("lanai.stop_mark", bytes(stop));
  scenario.set("lanai.go_mark", bytes(random.between(8, stop - 1)));
  scenario.set("lanai.slack", bytes(stop + 40 + under_way + 4 * random.between(0, 20)));
  scenario.set("switch.slack", bytes(512 + under_way));
  scenario.set("switch.stop_mark", bytes(random.between(110, 400)));
}

void draw_network(Random& random, Scenario& scenario) {
  scenario.wiring = scenario.nodes.size() > 2 ? random.one_of({Wiring::kOneSwitch, Wiring::kChain})
                                              : random.one_of({Wiring::kDirect, Wiring::kOneSwitch,
                                                               Wiring::kOneSwitch, Wiring::kChain});
  // What one node sends reaches a directly connected one at least one chip clock later; so does a
  // STOP that a switch hands on at once, over two cables.
  constexpr std::int64_t kTwoReach = 5;
  const std::int64_t metres =
      std::max(kTwoReach, random.between(scenario.wiring == Wiring::kDirect ? 14 : 1, 100));
  scenario.set("link.length", count(metres) + " m");
  draw_slack(random, scenario, metres);
  scenario.set("switch.fall_through", ns(random.one_in(2) ? 300 : random.between(100, 550)));
  if (random.one_in(4))
    scenario.set("link.rate", random.one_of<const char*>({"80 MB/s", "128 MB/s"}));
  if (random.one_in(6)) scenario.set("link.byte_errors", "0.0001");
  if (random.one_in(8)) scenario.set("link.lost_tails", "0.05");
}

void draw_pci(Random& random, Scenario& scenario) {
  const auto maybe = [&](const char* key, const std::string& value) {
    if (random.one_in(4)) scenario.set(std::string("pci.") + key, value);
  };
  maybe("clock", random.one_of<const char*>({"33.33 MHz", "25 MHz", "50 MHz"}));
  maybe("arbitration", cycles(random.between(1, 8)));
  maybe("latency_timer", cycles(random.one_of<std::int64_t>({0, 8, 16, 32, 64, 255})));
  maybe("priority", random.one_of<const char*>({"rotating", "fixed"}));
  maybe("bridge.read_latency", cycles(random.between(1, 16)));
  maybe("bridge.read_wait", cycles(random.between(0, 2)));
  maybe("bridge.read_disconnect", bytes(random.one_of<std::int64_t>({0, 64, 512, 4096})));
  maybe("bridge.write_latency", cycles(random.between(1, 6)));
  maybe("bridge.write_wait", cycles(random.between(0, 2)));
  maybe("bridge.write_disconnect", bytes(random.one_of<std::int64_t>({0, 64, 512})));
  maybe("bridge.write_buffers", count(random.between(1, 4)));
  maybe("bridge.pio_min_read", bytes(random.one_of<std::int64_t>({4, 8, 32})));
  maybe("bridge.pio_buffers", count(random.between(1, 8)));
}

void draw_host(Random& random, Scenario& scenario) {
  const auto maybe = [&](const char* key, const std::string& value) {
    if (random.one_in(4)) scenario.set(std::string("host.") + key, value);
  };
  maybe("poll_first", ns(random.between(0, 2000)));
  maybe("poll_factor", random.one_of<const char*>({"1", "1.3", "2"}));
  maybe("poll_check", ns(random.between(1, 500)));
  maybe("interrupt_latency", ns(random.between(0, 3000)));
  maybe("pio_store", ns(random.between(0, 60)));
}

Time draw_gap(Random& random) {
  switch (random.between(0, 5)) {
    case 0:
      return Time::us(random.between(0, 10));
    case 1:
      return Time::ns(random.between(0, 100'000));
    case 2:
      return Time::us(random.between(200, 900));
    default:
      return Time();
  }
}

Message draw_message(Random& random, const Scenario& scenario, std::size_t from) {
  Message message;
  const auto others = static_cast<std::int64_t>(scenario.nodes.size()) - 1;
  message.to = static_cast<trapeze::Node>(
      (from + static_cast<std::size_t>(random.between(1, others))) % scenario.nodes.size());
  message.control = Bytes(random.one_in(3) ? random.one_of<std::int64_t>({0, 4, 32, 128})
                                           : random.between(0, 128));
  message.payload = Bytes(random.one_in(3)   ? random.one_of<std::int64_t>({0, 4, 8192, 8192})
                          : random.one_in(2) ? words_up_to(random, 8192)
                                             : words_up_to(random, 600));
  message.type = static_cast<std::uint8_t>(random.one_in(4));
  message.gap = draw_gap(random);
  const std::size_t buffers = scenario.nodes[message.to].buffers;
  if (buffers > 0 && random.one_in(3))
    message.token =
        static_cast<trapeze::Token>(256 + random.between(0, static_cast<std::int64_t>(buffers)));
  return message;
}

/// How many messages each node sends: often only one of them, or all at once.
void draw_messages(Random& random, Scenario& scenario) {
  const bool one_way = random.one_in(3);
  for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
    NodePlan& plan = scenario.nodes[n];
    if (one_way && n > 0) break;
    const std::int64_t messages = random.between(2, 14);
    for (std::int64_t i = 0; i < messages; ++i)
      plan.messages.push_back(draw_message(random, scenario, n));
    for (const Message& message : plan.messages) ++scenario.nodes[message.to].expected;
  }
}

void draw_nodes(Random& random, Scenario& scenario) {
  // Some send while others are still being started.
  const Time begin = random.one_in(8) ? Time() : Time::us(2000) + Time::ns(random.between(0, 5000));
  for (NodePlan& plan : scenario.nodes) {
    plan.seed = static_cast<std::uint64_t>(random.between(0, 1'000'000));
    plan.begin = begin;
    if (random.one_in(2)) plan.begin += Time::ns(random.between(0, 40'000));
    if (begin > Time() && random.one_in(3)) plan.buffers = 4;
    if (random.one_in(4)) {
      plan.longest_hold = Time::us(random.between(1, 200));
      plan.most_held = random.between(1, 4);
      plan.hold_one_in = 2;
    }
    plan.patience = Time::us(1500);
  }
}

void use_payload_table_unit(Scenario& scenario) {
  scenario.firmware = "trapeze-ipt.elf";
  scenario.set("mcp.ipt", "hardware");
}

void coalesce_interrupts(Random& random, Scenario& scenario) {
  scenario.firmware = "trapeze-coalesced.elf";
  scenario.set("mcp.interrupts", "coalesced");
  scenario.set("mcp.coalesce_messages", count(random.between(1, 32)));
  scenario.set("mcp.coalesce_delay", ns(random.between(0, 50'000)));
  if (random.one_in(2)) return;
  // Of the two types of messages that are drawn.
  scenario.firmware = "trapeze-urgent.elf";
  scenario.set("mcp.urgent_types", "1");
}

void begin(Random& random, Scenario& scenario) {
  scenario.stand_on(random.one_of<const char*>(
      {"alphastation-500", "alphastation-500", "alcor-miata", "pentium-ii-440lx"}));
  scenario.firmware = random.one_of<const char*>(
      {"trapeze.elf", "trapeze.elf", "trapeze-O0.elf", "trapeze-Os.elf"});
  scenario.notify = random.one_in(3) ? trapeze::Notify::kInterrupt : trapeze::Notify::kPolling;
  scenario.attach_frames = !random.one_in(12);
}

void equip(Random& random, Scenario& scenario) {
  scenario.set("mcp.max_payload", "8 KB");
  scenario.set("mcp.control_transfer", random.one_in(3) ? "dma" : "pio");
  draw_mcp(random, scenario, "");
  if (random.one_in(3)) draw_mcp(random, scenario, "server.");
  draw_chip(random, scenario, "");
  if (random.one_in(3)) draw_chip(random, scenario, "server.");
  draw_network(random, scenario);
  draw_pci(random, scenario);
  draw_host(random, scenario);
  draw_nodes(random, scenario);
}

void draw_variants(Random& random, Scenario& scenario) {
  if (scenario.firmware == "trapeze.elf" && random.one_in(3)) use_payload_table_unit(scenario);
  if (scenario.firmware == "trapeze.elf" && random.one_in(3)) coalesce_interrupts(random, scenario);
  if (random.one_in(3)) scenario.set("mcp.send_entries", count(random.between(3, 32)));
  if (random.one_in(3)) scenario.set("mcp.receive_entries", count(random.between(3, 32)));
}

Scenario attempt(std::uint64_t seed, std::uint64_t number) {
  Random random(seed * 1000003 + number);
  Scenario scenario;
  scenario.seed = seed;
  begin(random, scenario);
  scenario.nodes.resize(static_cast<std::size_t>(random.one_of({2, 2, 2, 2, 3, 5})));
  equip(random, scenario);
  draw_messages(random, scenario);
  draw_variants(random, scenario);
  return scenario;
}

/// Who sends to whom.
enum class Pattern : std::uint8_t { kManyToOne, kEachToAll, kAnyToAny };

std::vector<std::size_t> receivers(Random& random, Pattern pattern, std::size_t from,
                                   std::size_t nodes, std::int64_t messages) {
  std::vector<std::size_t> to;
  if (pattern == Pattern::kManyToOne && from == 0) return to;
  for (std::int64_t i = 0; i < messages; ++i) {
    const std::size_t others =
        pattern == Pattern::kEachToAll
            ? static_cast<std::size_t>(i) % (nodes - 1)
            : static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(nodes) - 2));
    to.push_back(pattern == Pattern::kManyToOne ? 0 : (from + 1 + others) % nodes);
  }
  return to;
}

void draw_crowd_messages(Random& random, Scenario& scenario) {
  const auto pattern = random.one_of(
      {Pattern::kManyToOne, Pattern::kManyToOne, Pattern::kEachToAll, Pattern::kAnyToAny});
  const std::size_t nodes = scenario.nodes.size();
  const std::int64_t messages = random.between(1, 200 / static_cast<std::int64_t>(nodes));
  const bool pages = random.one_in(2);
  for (std::size_t n = 0; n < nodes; ++n)
    for (const std::size_t to : receivers(random, pattern, n, nodes, messages)) {
      Message message = draw_message(random, scenario, n);
      message.to = static_cast<trapeze::Node>(to);
      message.token = {};
      if (pages) {
        message.payload = Bytes(8192);
        message.gap = Time();
      }
      scenario.nodes[n].messages.push_back(message);
      ++scenario.nodes[to].expected;
    }
}

Scenario attempt_crowd(std::uint64_t seed, std::uint64_t number) {
  Random random(seed * 1000003 + number);
  Scenario scenario;
  scenario.seed = seed;
  begin(random, scenario);
  scenario.nodes.resize(static_cast<std::size_t>(random.between(2, 24)));
  equip(random, scenario);
  scenario.wiring =
      random.one_of({Wiring::kOneSwitch, Wiring::kChain, Wiring::kTrunks, Wiring::kTrunks,
                     Wiring::kTree, Wiring::kClos, Wiring::kHalfClos});
  draw_crowd_messages(random, scenario);
  draw_variants(random, scenario);
  return scenario;
}

Scenario first_possible(std::uint64_t seed, Scenario (*attempt)(std::uint64_t, std::uint64_t)) {
  for (std::uint64_t number = 0;; ++number) {
    Scenario scenario = attempt(seed, number);
    if (number == 100) scenario.system();  // says why not
    if (possible(scenario)) return scenario;
  }
}

/// A few of the bits that something happening in the chip sets.
std::uint32_t draw_interrupts(Random& random) {
  using lanai::regs::Isr;
  std::uint32_t bits = 0;
  for (const std::uint32_t bit :
       {Isr::kHostSigMask, Isr::kWordRdyMask, Isr::kHalfRdyMask, Isr::kByteRdyMask,
        Isr::kSendRdyMask, Isr::kOrunMask, Isr::kTimeMask, Isr::kDmaMask, Isr::kSendMask,
        Isr::kBuffMask, Isr::kRecvMask})
    if (random.one_in(5)) bits |= bit;
  return bits;
}

void set_if_possible(Scenario& scenario, const std::string& key, const std::string& value) {
  scenario.set(key, value);
  if (!possible(scenario)) scenario.settings.pop_back();
}

void leave_marks_to_rate(Scenario& scenario) {
  std::erase_if(scenario.settings, [](const cluster::Setting& setting) {
    return setting.key.ends_with("slack") || setting.key.ends_with("stop_mark") ||
           setting.key.ends_with("go_mark");
  });
}

/// SRAM, bus and link as the modelled card did not have them.
Scenario beyond(Random& random, Scenario scenario) {
  if (random.one_in(2)) set_if_possible(scenario, "lanai.sram_width", "64 bit");
  if (random.one_in(2)) set_if_possible(scenario, "pci.width", "64 bit");
  if (random.one_in(2)) set_if_possible(scenario, "pci.clock", "66.67 MHz");
  if (random.one_in(2)) {
    leave_marks_to_rate(scenario);
    set_if_possible(
        scenario, "link.rate",
        random.one_of<const char*>({"80 MB/s", "320 MB/s", "640 MB/s", "1000 MB/s", "1250 MB/s"}));
  }
  return scenario;
}

}  // namespace

bool possible(const Scenario& scenario) {
  try {
    scenario.system();
    return true;
  } catch (const ConfigurationError&) {
    return false;
  }
}

void draw_machine(Random& random, Scenario& scenario) {
  draw_chip(random, scenario, "");
  draw_network(random, scenario);
  draw_pci(random, scenario);
  draw_host(random, scenario);
}

Scenario draw(std::uint64_t seed) {
  return first_possible(seed, attempt);
}

Scenario draw_wide(std::uint64_t seed) {
  Scenario scenario = draw(seed);
  scenario.set("lanai.link_words", "2");
  return scenario;
}

Scenario draw_beyond(std::uint64_t seed) {
  Random random(seed);
  return beyond(random, draw_wide(seed));
}

Scenario draw_crowd(std::uint64_t seed) {
  Scenario scenario = first_possible(seed, attempt_crowd);
  Random random(seed);
  if (random.one_in(2)) set_if_possible(scenario, "lanai.link_words", "2");
  if (random.one_in(3))
    set_if_possible(scenario, "lanai.clock",
                    random.one_of<const char*>({"16 MHz", "25 MHz", "33.33 MHz"}));
  return random.one_in(2) ? beyond(random, scenario) : scenario;
}

Scenario draw_odd(std::uint64_t seed) {
  Scenario scenario = draw(seed);
  Random random(seed);
  if (random.one_in(2))
    scenario.set("switch.timeout",
                 random.one_of<const char*>({"5 us", "20 us", "100 us", "400 us", "1 ms"}));
  if (random.one_in(2)) scenario.set("lanai.timer_tick", ns(random.between(50, 2000)));
  if (random.one_in(2))
    scenario.set("pci.bridge.pio_burst", bytes(random.one_of<std::int64_t>({4, 8, 16})));
  if (scenario.notify == trapeze::Notify::kInterrupt) return scenario;
  scenario.interrupts = draw_interrupts(random);
  scenario.timer = static_cast<std::uint32_t>(random.between(0, 8000));
  return scenario;
}

}  // namespace flybar::lockstep
