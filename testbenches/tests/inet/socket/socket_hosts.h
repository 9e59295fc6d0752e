/// Hosts with sockets, and a network without cards between them.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/inet/device/faulty_device.h"
#include "models/inet/ip/inet.h"
#include "testbenches/tests/host/host_bench.h"
#include "testbenches/tests/inet/socket/memory_device.h"
#include "testbenches/tests/inet/socket/program_memory.h"
#include "testbenches/tests/inet/socket/use.h"

namespace flybar::inet {

using namespace literals;
using host::Cpu;

/// All that a host is made of.
struct SocketHost {
  struct Setup {
    host::HostParams host = params();
    InetParams inet = {};
    Inet::Setup sockets = {};
    MemoryDevice::Setup device = {};
    Observer* observer = &nobody();
    static host::HostParams params() {
      host::HostParams params;
      params.memory = 8192_KB;
      params.free_low = 0;
      params.free_high = 0;
      return params;
    }
  };
  struct World {
    Agenda& agenda;
    KernelBorder& kernel;
    host::FakePio& pio;
    MemoryNetwork& network;
  };
  SocketHost(const World& world, std::uint32_t node, const Setup& setup);

  Use use() { return use_of(inet); }

  host::Bridge bridge;
  host::Memory memory;
  Cpu cpu;
  host::PagePool pool;
  host::InterruptLine& line;
  MemoryDevice device;
  std::unique_ptr<FaultyDevice> faulty;  ///< null: nothing happens to packets
  Inet inet;
};

/// The time of the hosts, and their programs. One in each process of a test.
class SocketHosts {
 public:
  explicit SocketHosts(const MemoryNetwork::Setup& wire = {}) : network(wire) {}
  SocketHosts(const SocketHosts&) = delete;
  SocketHosts& operator=(const SocketHosts&) = delete;

  SocketHost& add(const SocketHost::Setup& setup = {});
  void program(std::size_t host, std::function<void(Cpu&)> body);
  /// Until all programs have returned; false if they have not after `limit`.
  bool run(Time limit = Time::ms(20'000'000));
  /// Besides: until what TCP still has to do is over.
  void settle(Time duration = Time::ms(260'000));

  SocketHost& operator[](std::size_t n) { return *hosts_[n]; }
  std::size_t count() const { return hosts_.size(); }

  MemoryNetwork network;

 private:
  void advance(Time duration);
  Agenda agenda_;
  KernelBorder kernel_;
  host::FakePio pio_{agenda_, 64};
  std::vector<std::unique_ptr<SocketHost>> hosts_;
  host::NodeRunner runner_{"runner", agenda_, kernel_};
  std::size_t running_ = 0;
};

}  // namespace flybar::inet
