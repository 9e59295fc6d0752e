/// A chip that runs a small program, between a host's memory and a link that a test plays.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/common/error.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/myrinet/link/protocol.h"
#include "testbenches/programs/lanai/bare_chip.h"
#include "testbenches/programs/lanai/program.h"

namespace flybar::lanai {

/// What the processor and the link's engines did.
class Log : public Observer {
 public:
  struct Piece {
    std::string label;
    Time begin, end;
    std::int64_t bytes;
    std::uint64_t message;
  };
  using Observer::on;
  void on(const Retired& r) override {
    retired[r.pc] = r;
    cycles += r.cycles * r.times;
  }
  void on(const Activity& a) override {
    if (a.label == "send" || a.label == "receive")
      pieces.push_back({std::string(a.label), a.begin, a.end, a.bytes, a.message});
  }
  std::map<std::uint32_t, Retired> retired;  ///< the last execution of each instruction
  std::vector<Piece> pieces;
  std::uint64_t cycles = 0;  ///< of all instructions together
};

/// Host memory as a PCI target: answers at once, and remembers what was asked.
struct HostMemory {
  struct Request {
    Time at;
    std::uint32_t address, bytes;
    bool read;
  };
  struct Done {
    Time at;
    std::uint32_t words;
    std::vector<std::uint8_t> bytes;
  };
  std::vector<Request> requests;
  std::vector<Done> done;
  std::vector<std::uint32_t> answers;  ///< words of the first answers; 0 is a Retry. Then all.
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  Time latency = Time::ns(300);  ///< request to the first data phase, or to the Retry
  Time interval = Time::ns(30);

  /// The byte of host memory at this address.
  static std::uint8_t byte(std::uint32_t address) {
    return static_cast<std::uint8_t>(address / 4 + 64 * (address % 4));
  }
};

/// What came out of the chip's link.
struct Sent {
  struct Symbol {
    Time at;
    bool stop;
  };
  std::vector<std::uint8_t> bytes;
  std::vector<Time> times;  ///< when each byte began
  std::vector<Symbol> symbols;
  int heads = 0, tails = 0;
  std::vector<std::uint64_t> messages;  ///< of each packet that ended
};

struct BenchLog {
  Log log;
};

class Bench : private BenchLog, public BareChip {
 public:
  explicit Bench(Stepping stepping, const Program& program = {}, const ChipParams& params = {})
      : BareChip("bench", stepping, log, params) {
    load(0, program.bytes());
    chip.observe_instructions(true);
    chip.on_interrupt = [this](bool level, Time at) { interrupts.emplace_back(level, at); };
  }

  /// Starts the program and lets it run for so many clocks.
  void go(Cycles clocks) {
    start();
    run(clocks);
  }
  void run_to(Time t) { run(Clock(chip.params().clock).at_or_after(t - now())); }

  /// The clock in which an instruction retired last, when that began, and its result.
  std::int64_t clock(Program::Address at) const {
    return static_cast<std::int64_t>(log.retired.at(at).cycle);
  }
  Time begin(Program::Address at) const { return chip.params().clock * clock(at); }
  Time clocks(std::int64_t n) const { return chip.params().clock * n; }
  std::uint32_t result(Program::Address at) const { return log.retired.at(at).result; }
  const std::vector<Log::Piece>& pieces() const { return log.pieces; }
  bool reached(Program::Address at) const { return log.retired.contains(at); }
  std::uint64_t cycles_of_instructions() const { return log.cycles; }
  const CoreCounters& counters() const { return chip.core().counters; }

  /// The host reads or writes a word of the board, beginning now.
  std::uint32_t host_read(std::uint32_t offset) {
    std::uint8_t b[4];
    last = host_access(tlm::TLM_READ_COMMAND, offset, b);
    return std::uint32_t{b[0]} << 24 | b[1] << 16 | b[2] << 8 | b[3];
  }
  void host_write(std::uint32_t offset, std::uint32_t value) {
    std::uint8_t b[4];
    for (int i = 0; i < 4; ++i) b[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    last = host_access(tlm::TLM_WRITE_COMMAND, offset, b);
  }
  std::uint32_t host_register(std::uint32_t offset) {
    return host_read(board::kRegisterOffset + offset);
  }
  void set_host_register(std::uint32_t offset, std::uint32_t value) {
    host_write(board::kRegisterOffset + offset, value);
  }

  /// Bytes whose first begins to reach the chip at `at`.
  void arrive(Time at, std::vector<std::uint8_t> bytes, bool tail) {
    to_link(myrinet::Symbols::kBytes, tail, at, bytes);
  }
  void arrive_flow(Time at, bool stop) {
    std::vector<std::uint8_t> none;
    to_link(stop ? myrinet::Symbols::kStop : myrinet::Symbols::kGo, false, at, none);
  }

  /// The bus takes its grant back: no data phase after `at`.
  void stop_burst(Time at) {
    tlm::tlm_phase phase = pci::kStopBurst;
    sc_core::sc_time delay = to_systemc(at);
    bus_target->nb_transport_bw(*burst_, phase, delay);
  }

  std::uint32_t word(std::uint32_t address) { return chip.sram().word(address); }

  HostMemory memory;
  Sent sent;
  std::function<void(Time)> on_first_byte;
  std::vector<std::pair<bool, Time>> interrupts;
  pci::Burst last;  ///< of the host's last access

 private:
  void to_link(myrinet::Symbols symbols, bool tail, Time at, std::vector<std::uint8_t>& bytes) {
    auto* link = new myrinet::Link;
    link->symbols = symbols;
    link->head = link->tail = tail;
    tlm::tlm_generic_payload payload;
    payload.set_write();
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_extension(link);  // the payload's from now on
    sc_core::sc_time delay = to_systemc(at);
    link_source->b_transport(payload, delay);
  }

  tlm::tlm_sync_enum bus_access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                sc_core::sc_time& delay) override {
    const Time at = from_systemc(delay);
    const std::uint32_t address = static_cast<std::uint32_t>(payload.get_address());
    auto* burst = payload.get_extension<pci::Burst>();
    if (phase == tlm::END_RESP) {
      const std::uint8_t* data = payload.get_data_ptr();
      memory.done.push_back({at, burst->moved, {data, data + burst->moved * 4}});
      return tlm::TLM_COMPLETED;
    }
    burst_ = &payload;
    const std::size_t number = memory.requests.size();
    const std::uint32_t bytes = payload.get_data_length();
    memory.requests.push_back({at, address, bytes, payload.is_read()});
    for (std::uint32_t i = 0; payload.is_read() && i < bytes; ++i)
      payload.get_data_ptr()[i] = HostMemory::byte(address + i);
    burst->first_data = at + memory.latency;
    burst->interval = memory.interval;
    burst->words = number < memory.answers.size() ? memory.answers[number] : bytes / 4;
    payload.set_response_status(memory.status);
    phase = tlm::BEGIN_RESP;
    if (burst->words == 0) delay += to_systemc(memory.latency);
    return tlm::TLM_UPDATED;
  }

  void link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override {
    const auto* link = payload.get_extension<myrinet::Link>();
    const Time at = from_systemc(delay);
    if (link->symbols != myrinet::Symbols::kBytes)
      return sent.symbols.push_back({at, link->symbols == myrinet::Symbols::kStop});
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      sent.bytes.push_back(payload.get_data_ptr()[i]);
      sent.times.push_back(at + chip.params().byte_time * i);
    }
    sent.heads += link->head;
    sent.tails += link->tail;
    if (link->tail) sent.messages.push_back(link->message);
    if (auto answer = std::exchange(on_first_byte, nullptr)) answer(at);
  }

  tlm::tlm_generic_payload* burst_ = nullptr;
};

/// A fixture's tests run with either stepping.
using BothSteppings = testing::TestWithParam<Stepping>;

inline std::string stepping_name(const testing::TestParamInfo<Stepping>& info) {
  return info.param == Stepping::kFast ? "fast" : "every_clock";
}

#define FLYBAR_BOTH_STEPPINGS(fixture)                                                             \
  INSTANTIATE_TEST_SUITE_P(Both, fixture, testing::Values(Stepping::kEveryClock, Stepping::kFast), \
                           stepping_name)

/// What ended the run.
template <class Run>
Fault fault_of(Run run) {
  try {
    run();
  } catch (const SimulationError& error) {
    return error.fault();
  }
  return {"", "nothing wrong", "", ""};
}

}  // namespace flybar::lanai
