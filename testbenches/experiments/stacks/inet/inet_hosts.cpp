#include "testbenches/experiments/stacks/inet/inet_hosts.h"

#include "models/common/software_time.h"

namespace flybar::experiments {

InetHosts::InetHosts(TrapezeStack& stack, Kernels& kernels, const Setup& setup) {
  Testbed& testbed = stack.testbed();
  const Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    const auto& params = context.system.node(n).get<inet::InetParams>();
    host::PagePool& pool = kernels.gmsnet(n).pool();
    drivers_.emplace_back(stack.endpoint(n), pool, params);
    inets_.emplace_back(
        std::string(node.name()),
        inet::Inet::Parts{node.cpu, pool, node.agenda, drivers_.back(), context.observer}, params,
        inet::Inet::Setup{static_cast<std::uint32_t>(n), setup.socket_buffer, setup.software_sums});
  }
}

std::vector<Drops> InetHosts::drops(std::size_t n) {
  const inet::OutputCounters& output = inets_[n].output().counters();
  const inet::InputCounters& input = inets_[n].input().counters();
  const inet::IpDriver::Counters& driver = drivers_[n].counters();
  return {{"interface queue full", true, output.queue_full, "ip.interface_queue"},
          {"no room for all fragments", true, output.refused, "ip.interface_queue"},
          {"no frame to gather into", true, output.no_frame, "host.memory"},
          {"IP input queue full", true, input.queue_full, "ip.input_queue"},
          {"no frame for the receive ring", true, driver.no_frame, "host.memory"},
          {"malformed", true, driver.malformed + input.malformed},
          {"waited for the send ring", false, driver.ring_full},
          {"gathered by copy", false, driver.gathered}};
}

std::vector<Drops> drops_of(const FirmwareStack::Dropped& cards) {
  return {{"receive ring of the card full", true, cards.no_room, "mcp.receive_entries"},
          {"damaged on a cable", true, cards.damaged, "link.byte_errors"}};
}

std::vector<Drops> sum_of(const std::vector<std::vector<Drops>>& nodes) {
  std::vector<Drops> sum = nodes.front();
  for (std::size_t n = 1; n < nodes.size(); ++n)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i].count += nodes[n][i].count;
  return sum;
}

void CostsOf::begin(const host::Cpu& cpu) {
  begin_ = {software_time(), cpu.use()};
}

void CostsOf::end(const host::Cpu& cpu) {
  end_ = {software_time(), cpu.use()};
}

double CostsOf::percent() const {
  return elapsed() <= 0 ? 0 : 100 * busy() / elapsed();
}

std::map<std::string_view, double> CostsOf::by_label() const {
  std::map<std::string_view, double> costs;
  const auto before = begin_.use.by_label();
  for (const auto& [label, time] : end_.use.by_label()) {
    const auto was = before.find(label);
    const Time spent = was == before.end() ? time : time - was->second;
    if (spent > Time()) costs[label] = spent.us();
  }
  return costs;
}

}  // namespace flybar::experiments
