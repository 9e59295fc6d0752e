#include "testbenches/tests/inet/socket/socket_hosts.h"

#include <string>

namespace flybar::inet {
namespace {

std::string numbered(const char* name, std::uint32_t node) {
  return name + std::to_string(node);
}

}  // namespace

SocketHost::SocketHost(const World& world, std::uint32_t node, const Setup& setup)
    : bridge(numbered("bridge", node).c_str()),
      memory(numbered("memory", node).c_str(), setup.host),
      cpu(numbered("cpu", node).c_str(), setup.host,
          {world.agenda, world.kernel, world.pio, memory}),
      pool(cpu),
      line(cpu.add_device("nic")),
      device({cpu, pool, world.agenda, line, world.network}, setup.device),
      faulty(setup.inet.ip.faults.any() ? std::make_unique<FaultyDevice>(
                                              FaultyDevice::Parts{cpu, pool, world.agenda, device},
                                              setup.inet.ip.faults, node)
                                        : nullptr),
      inet(numbered("node", node),
           {cpu, pool, world.agenda, faulty ? static_cast<Device&>(*faulty) : device,
            *setup.observer},
           setup.inet, {node, setup.sockets.socket_buffer, setup.sockets.software_sums}) {
  bridge.memory.bind(memory.dma);
}

SocketHost& SocketHosts::add(const SocketHost::Setup& setup) {
  hosts_.push_back(std::make_unique<SocketHost>(SocketHost::World{agenda_, kernel_, pio_, network},
                                                static_cast<std::uint32_t>(hosts_.size()), setup));
  return *hosts_.back();
}

void SocketHosts::program(std::size_t host, std::function<void(Cpu&)> body) {
  ++running_;
  hosts_[host]->cpu.add_process([this, body = std::move(body)](Cpu& cpu) {
    body(cpu);
    --running_;
  });
}

void SocketHosts::advance(Time duration) {
  sc_core::sc_start(to_systemc(duration));
  runner_.rethrow();
}

bool SocketHosts::run(Time limit) {
  while (running_ > 0 && kernel_time() < limit) advance(Time::ms(1));
  return running_ == 0;
}

void SocketHosts::settle(Time duration) {
  advance(duration);
}

}  // namespace flybar::inet
