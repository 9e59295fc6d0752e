#include "testbenches/inet/socket/socket_hosts.h"

#include <algorithm>
#include <ostream>

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
      inet(numbered("node", node), {cpu, pool, world.agenda, device}, setup.inet,
           {node, setup.sockets.socket_buffer, setup.sockets.software_sums}) {
  bridge.memory.bind(memory.dma);
}

SocketHost::Use SocketHost::use() const {
  auto& self = const_cast<SocketHost&>(*this);
  return {memory.frames.pinned(), self.inet.pages().count(),       inet.output().count(),
          inet.received_frames(), self.inet.stack().connections(), pool.free_count()};
}

std::ostream& operator<<(std::ostream& out, const SocketHost::Use& use) {
  return out << "pins " << use.pinned << ", pages under way " << use.under_way << ", output "
             << use.output << ", received frames " << use.received << ", connections "
             << use.connections << ", free frames " << use.frames;
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

void SocketHosts::rethrow() const {
  for (const auto& host : hosts_) host->cpu.rethrow();
}

void SocketHosts::advance(Time duration) {
  sc_core::sc_start(to_systemc(duration));
}

bool SocketHosts::run(Time limit) {
  try {
    while (running_ > 0 && kernel_time() < limit) advance(Time::ms(1));
  } catch (const sc_core::sc_report&) {
    rethrow();
    throw;
  }
  return running_ == 0;
}

void SocketHosts::settle(Time duration) {
  try {
    advance(duration);
  } catch (const sc_core::sc_report&) {
    rethrow();
    throw;
  }
}

void ProgramMemory::write(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  at(address).write(inet_.cpu().memory(), bytes);
}

std::vector<std::uint8_t> ProgramMemory::read(std::uint64_t address, std::size_t length) {
  std::vector<std::uint8_t> bytes(length);
  at(address).read(inet_.cpu().memory(), bytes);
  return bytes;
}

std::vector<std::uint8_t> ProgramMemory::fill(std::uint64_t address, std::size_t length,
                                              std::uint64_t seed) {
  auto bytes = pattern(length, seed);
  write(address, bytes);
  return bytes;
}

host::Physical ProgramMemory::frame(std::uint64_t address) {
  const auto page = static_cast<std::uint64_t>(inet_.cpu().memory().frames.frame_size().count);
  const auto* entry = space_.pages().find((kBegin + address) / page);
  return entry == nullptr ? 0 : entry->frame;
}

bool ProgramMemory::writable(std::uint64_t address) {
  const auto page = static_cast<std::uint64_t>(inet_.cpu().memory().frames.frame_size().count);
  const auto* entry = space_.pages().find((kBegin + address) / page);
  return entry != nullptr && entry->writable;
}

std::vector<std::uint8_t> pattern(std::size_t length, std::uint64_t seed) {
  std::vector<std::uint8_t> bytes(length);
  std::uint64_t state = seed * 0x9e37'79b9'7f4a'7c15 + 1;
  for (std::uint8_t& byte : bytes) {
    state = state * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    byte = static_cast<std::uint8_t>(state >> 56);
  }
  return bytes;
}

}  // namespace flybar::inet
