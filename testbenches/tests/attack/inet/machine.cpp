#include "testbenches/tests/attack/inet/machine.h"

#include <utility>

#include "models/inet/inet_params.h"
#include "testbenches/experiments/inet/wait_until.h"

namespace flybar::inet {

using host::Cpu;

namespace {

constexpr std::uint16_t kPort = 5000;
constexpr unsigned kServers = 2, kClients = 3;  ///< on each node
constexpr Time kStartPause = Time::us(100);
/// Retransmissions of a dead peer's data go on for minutes.
constexpr Time kLook = Time::ms(1'000), kLongest = Time::ms(1'200'000);

/// Without kernels of their own, Trapeze has those of its messages.
experiments::BesideIp beside_ip(const RandomMachine::Setup& setup) {
  return setup.over_datagrams ? experiments::BesideIp::kNothing : experiments::BesideIp::kCalls;
}

}  // namespace

RandomMachine::RandomMachine(const experiments::Context& context, const Setup& setup,
                             std::mt19937_64& random)
    : setup_(setup),
      testbed_(context, {.nodes = setup.nodes}),
      link_(make_link_layer(testbed_, setup.transport, beside_ip(setup))),
      hosts_(testbed_, *link_, {setup.socket_buffer, setup.software_sums}),
      inets_(all_inets()),
      conversations_(random, inets_, setup.operations,
                     context.system.node(0).get<InetParams>().socket.remap_least),
      calls_(random, all_kernels()),
      post_(random, inets_),
      others_(setup.nodes),
      nodes_(setup.nodes) {
  for (std::size_t n = 0; n < setup.nodes; ++n) {
    link_->stack().run_on(n, [this, n](cluster::Node&) { run_node(n); });
    add_programs(n);
  }
}

std::vector<Inet*> RandomMachine::all_inets() {
  std::vector<Inet*> all;
  for (std::size_t n = 0; n < setup_.nodes; ++n) all.push_back(&hosts_.inet(n));
  return all;
}

void RandomMachine::put_calls_over_datagrams() {
  std::vector<experiments::Kernels::Base> nodes;
  for (std::size_t n = 0; n < setup_.nodes; ++n) {
    auto carrier = std::make_unique<gmsnet::DatagramCarrier>(
        *inets_[n], testbed_.context().system.node(n).get<gmsnet::GmsnetParams>());
    carriers_.push_back(carrier.get());
    nodes.push_back({std::move(carrier), inets_[n]->pool()});
  }
  kernels_.emplace(testbed_, std::move(nodes));
}

std::vector<gmsnet::Gmsnet*> RandomMachine::all_kernels() {
  if (setup_.over_datagrams) put_calls_over_datagrams();
  experiments::Kernels& kernels = kernels_ ? *kernels_ : *link_->kernels();
  std::vector<gmsnet::Gmsnet*> all;
  for (std::size_t n = 0; n < setup_.nodes; ++n) all.push_back(&kernels.gmsnet(n));
  return all;
}

std::uint64_t RandomMachine::packets() {
  std::uint64_t all = 0;
  for (Inet* const inet : inets_) all += inet->output().counters().packets;
  return all;
}

std::size_t RandomMachine::calls_left(std::size_t n) const {
  if (carriers_.empty()) return 0;
  return carriers_[n]->held() + carriers_[n]->port().held() + carriers_[n]->under_way();
}

void RandomMachine::add_programs(std::size_t n) {
  for (unsigned k = 0; k < kServers; ++k) {
    const auto port = static_cast<std::uint16_t>(kPort + k);
    for (std::size_t other = 0; other < setup_.nodes; ++other)
      if (other != n) others_[n].push_back({other, port});
    add(n, [this, n, port](Cpu& cpu) { conversations_.serve({n, port}, cpu); });
  }
  for (unsigned k = 0; k < kClients; ++k)
    add(n, [this, n, k](Cpu& cpu) { conversations_.call(n, k, others_[n], cpu); });
  if (setup_.scarce) add(n, [this, n](Cpu& cpu) { conversations_.starve(n, cpu); });
  if (setup_.calls)
    add(n, [this, n](Cpu&) { calls_.call(n, [this] { return conversations_.over(); }); });
  if (setup_.post) {
    add(n, [this, n](Cpu&) { post_.send(n, [this] { return conversations_.over(); }); });
    add(n, [this, n](Cpu&) { post_.receive(n, [this] { return conversations_.over(); }); });
  }
}

/// Once the firmware of all nodes is up.
void RandomMachine::add(std::size_t n, std::function<void(Cpu&)> body) {
  ++running_;
  inets_[n]->cpu().add_process("random program", [this, n, body = std::move(body)](Cpu& cpu) {
    experiments::wait_until(cpu, nodes_[n].begins, [this, n] { return nodes_[n].begun; });
    body(cpu);
    cpu.sync();
    --running_;
  });
}

void RandomMachine::run_node(std::size_t n) {
  Inet& inet = *inets_[n];
  Node& seen = nodes_[n].seen;
  inet.cpu().sync();
  seen.before = use_of(inet);
  ++up_;
  while (up_ < setup_.nodes) inet.cpu().sleep(kStartPause);
  nodes_[n].begun = true;
  inet.cpu().notify_all(nodes_[n].begins);
  const auto look = [&] {
    inet.complete_sent();
    inet.cpu().sync();
    seen.after = use_of(inet);
    seen.after.frames += calls_.stranded(n);
    return seen.after == seen.before && calls_left(n) == 0;
  };
  const Time begin = inet.cpu().now();
  while (running_ > 0 || (!look() && inet.cpu().now() - begin < kLongest)) inet.cpu().sleep(kLook);
}

}  // namespace flybar::inet
