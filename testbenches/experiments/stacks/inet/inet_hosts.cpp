#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

InetHosts::InetHosts(Testbed& testbed, LinkLayer& link, const Setup& setup) : link_(link) {
  const Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    const auto& params = context.system.node(n).get<inet::InetParams>();
    const auto number = static_cast<std::uint32_t>(n);
    const inet::PacketFaults& faults = params.ip.faults;
    host::PagePool& pool = link.pool(n);
    if (faults.any())
      faulty_.push_back(std::make_unique<inet::FaultyDevice>(
          inet::FaultyDevice::Parts{node.cpu, pool, node.agenda, link.device(n)}, faults, number));
    else
      faulty_.push_back(nullptr);
    inet::Device& device = faulty_[n] != nullptr ? *faulty_[n] : link.device(n);
    // A wrong bit that nobody looks for would reach the program.
    const bool sums = setup.software_sums || faults.damaged > 0;
    inets_.emplace_back(std::string(node.name()),
                        inet::Inet::Parts{node.cpu, pool, node.agenda, device, context.observer},
                        params, inet::Inet::Setup{number, setup.socket_buffer, sums});
  }
}

std::vector<Drops> InetHosts::drops(std::size_t n) {
  const inet::OutputCounters& output = inets_[n].output().counters();
  const inet::InputCounters& input = inets_[n].input().counters();
  std::vector<Drops> all = {
      {"interface queue full", true, output.queue_full, "ip.interface_queue"},
      {"no room for all fragments", true, output.refused, "ip.interface_queue"},
      {"no frame to gather into", true, output.no_frame, "host.memory"},
      {"IP input queue full", true, input.queue_full, "ip.input_queue"}};
  bool told = false;
  for (Drops one : link_.drops(n)) {
    if (one.cause == kMalformed) one.count += input.malformed, told = true;
    all.push_back(one);
  }
  if (!told) all.push_back({kMalformed, true, input.malformed});
  if (faulty_[n] != nullptr) {
    const inet::FaultyDevice::Counters& faults = faulty_[n]->counters();
    all.push_back({"lost by chance", true, faults.lost, "ip.lost"});
    all.push_back({"damaged by chance", true, faults.damaged, "ip.damaged"});
    all.push_back({"late by chance", false, faults.late, "ip.late"});
    all.push_back({"doubled by chance", false, faults.doubled, "ip.doubled"});
  }
  return all;
}

}  // namespace flybar::experiments
