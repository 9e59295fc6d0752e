/// One host with the Trapeze library in front of a card that echoes.
#pragma once

#include <deque>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "models/common/error.h"
#include "models/trapeze/endpoint.h"
#include "testbenches/tests/host/host_bench.h"
#include "testbenches/tests/trapeze/fake_nic.h"

namespace flybar::trapeze {

using namespace literals;
using host::Cpu;
using host::FrameState;
using host::Physical;

/// Keeps what it is told.
struct Recorder : Observer {
  TrackId declare(const Track& track) override {
    tracks.push_back(track.name);
    return static_cast<TrackId>(tracks.size() - 1);
  }
  void on(const Activity& activity) override { activities.push_back(activity); }
  using Observer::on;
  std::vector<std::string> tracks;
  std::vector<Activity> activities;
};

class TrapezeBench : public host::HostBench {
 protected:
  explicit TrapezeBench(const host::HostParams& host = host::bench_params()) : HostBench(host) {}

  /// The board's window at address 0, and a route to the only node.
  static EndpointConfig to_itself(host::InterruptLine& interrupt) {
    EndpointConfig config;
    config.interrupt = &interrupt;
    config.routes = {{0, {}}};
    return config;
  }

  /// Starts the endpoint, runs `body` as the only process, to the end.
  void run_with(std::function<void(tpz_nic*)> body) {
    Endpoint endpoint("node0", cpu, library, config, recorder);
    cpu.add_process([&](Cpu&) {
      endpoint.start({image, FakeNic::kEndpoint});
      body(&endpoint);
    });
    run();
  }

  /// Starting the endpoint throws an `Error` with this text.
  template <class Error>
  void run_with_failure(const std::string& text) {
    std::string found;
    Endpoint endpoint("node0", cpu, library, config, recorder);
    cpu.add_process([&](Cpu&) {
      try {
        endpoint.start({image, FakeNic::kEndpoint});
      } catch (const Error& error) {
        found = error.what();
      }
    });
    run();
    EXPECT_NE(found.find(text), std::string::npos) << found;
  }

  static std::vector<std::uint8_t> pattern(std::size_t size) {
    std::vector<std::uint8_t> data(size);
    std::iota(data.begin(), data.end(), std::uint8_t{1});
    return data;
  }
  /// A page of the host with a pattern in it.
  Physical page() {
    const Physical frame = memory.frames.allocate();
    memory.write(frame, pattern(8192));
    return frame;
  }
  std::vector<std::uint8_t> read(Physical address, Bytes length) {
    std::vector<std::uint8_t> data(static_cast<std::size_t>(length.count));
    memory.read(address, data);
    return data;
  }
  static void write_control(tpz_sendmsg* message, std::uint32_t offset,
                            const std::vector<std::uint8_t>& control) {
    tpz_write_control(message, offset, control.data(), control.size());
  }
  static void send_control(tpz_nic* tpz, const std::vector<std::uint8_t>& control,
                           std::uint8_t type = 0) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    tpz_set_type(message, type);
    write_control(message, 0, control);
    tpz_release_sendmsg(message);
  }
  static void send_page(tpz_nic* tpz, Physical frame, Bytes length, Token token = 0,
                        tpz_completion completion = nullptr, void* arg = nullptr) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    tpz_set_token(message, token);
    tpz_attach_sendmsg(message, frame, completion, arg);
    tpz_set_payload_len(message, static_cast<std::uint32_t>(length.count));
    tpz_release_sendmsg(message);
  }
  static std::vector<std::uint8_t> control_of(tpz_rcvmsg* message) {
    std::vector<std::uint8_t> data(tpz_get_control_len(message));
    tpz_read_control(message, 0, data.data(), data.size());
    return data;
  }
  using Handler = std::function<tpz_disposition(tpz_rcvmsg*)>;
  void handle(tpz_nic* tpz, std::uint8_t type, Handler handler) {
    const auto call = [](tpz_rcvmsg* message, void* arg) {
      return (*static_cast<Handler*>(arg))(message);
    };
    tpz_register_handler(tpz, type, call, &handlers_.emplace_back(std::move(handler)));
  }

  LibraryParams library;
  EndpointConfig config = to_itself(nic_line);
  std::vector<std::uint8_t> image = FakeNic::image();
  Recorder recorder;
  FakeNic nic{agenda, pio, nic_line,
              [this](bool to_host, std::uint32_t address, std::span<std::uint8_t> data, Time at) {
                dma(to_host ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, data, at);
              }};

 private:
  std::deque<Handler> handlers_;
};

}  // namespace flybar::trapeze
