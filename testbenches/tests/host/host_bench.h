/// One host in front of a fake card, with nothing else in the node.
#pragma once

#include <gtest/gtest.h>

#include <tlm_utils/simple_initiator_socket.h>
#include <array>
#include <functional>

#include "models/host/cpu/cpu.h"
#include "models/host/waiting/who_waits.h"
#include "testbenches/tests/host/fake_pio.h"
#include "testbenches/tests/host/node_runner.h"

namespace flybar::host {

using namespace literals;

/// Runs `action` once in the time of the node.
struct At : Task {
  At(Agenda& agenda, Time when, std::function<void(Time)> what) : action(std::move(what)) {
    agenda.schedule(*this, when);
  }
  void run(Time now) override { action(now); }
  std::function<void(Time)> action;
};

/// Round numbers, so that tests can add them up.
inline HostParams bench_params() {
  HostParams params;
  params.memory = Bytes(1 << 20);
  params.pio_store = 10_ns;
  params.pio_load = 20_ns;
  params.write_barrier = 30_ns;
  params.poll_check = 40_ns;
  params.poll = {.first = 100_ns, .factor = 2, .maximum = 400_ns};
  params.interrupt_latency = 1_us;
  params.interrupt_entry = 5_us;
  params.interrupt_exit = 2_us;
  params.context_switch = Time();
  params.process_wake = Time();
  params.memory_share = 0;
  return params;
}

constexpr Label kWork{"work", Share::kSystem};
constexpr Label kUserWork{"work outside the kernel", Share::kUser};

/// The bridge's side of memory.
struct Bridge : sc_core::sc_module {
  explicit Bridge(sc_core::sc_module_name name) : sc_module(name) {}
  tlm_utils::simple_initiator_socket<Bridge> memory{"memory"};
};

class HostBench : public testing::Test {
 protected:
  explicit HostBench(const HostParams& host = bench_params()) : params(host) {
    bridge.memory.bind(memory.dma);
  }

  /// Runs until nothing happens any more. What a program expects is checked only if it gets there,
  /// so all of them must have returned.
  void run() {
    run_stuck();
    for (const sc_core::sc_object* object : sc_core::sc_get_top_level_objects())
      if (const auto* one = dynamic_cast<const Cpu*>(object)) expect_returned(*one);
  }
  /// The same for programs that may wait for ever.
  void run_stuck() {
    sc_core::sc_start();
    runner.rethrow();
  }

  /// A device writes a word of host memory at `at`, which is the node's present instant.
  void device_writes(Physical address, std::uint32_t value, Time at) {
    std::array<std::uint8_t, 4> data{};
    data[3] = static_cast<std::uint8_t>(value);
    dma(tlm::TLM_WRITE_COMMAND, address, data, at);
  }
  void dma(tlm::tlm_command command, Physical address, std::span<std::uint8_t> data, Time at) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    sc_core::sc_time delay = to_systemc(at - kernel_time());
    bridge.memory->b_transport(payload, delay);
  }

 private:
  static void expect_returned(const Cpu& cpu) {
    for (const Cpu::Process& process : cpu.processes()) {
      if (process.thread->role != Role::kProgram) continue;
      EXPECT_EQ(process.thread->wait.what, Wait::For::kEver) << who_waits({&cpu});
    }
  }

 protected:
  Agenda agenda;
  KernelBorder kernel;
  FakePio pio{agenda, 1 << 20};
  HostParams params;
  Memory memory{"memory", params};
  Cpu cpu{"cpu", params, {agenda, kernel, pio, memory}};
  InterruptLine& nic_line = cpu.add_device("nic");
  NodeRunner runner{"runner", agenda, kernel};
  Bridge bridge{"bridge"};
};

}  // namespace flybar::host
