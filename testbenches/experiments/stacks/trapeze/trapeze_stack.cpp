#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

#include "models/trapeze/library_params.h"
#include "models/trapeze/mcp_params.h"
#include "models/trapeze/packet_name.h"

namespace flybar::experiments {

namespace {

const char* file_of(const LayerParams& node) {
  return trapeze::image_name(node.get<trapeze::McpParams>());
}

CounterPlaces counters_of(std::uint32_t endpoint) {
  using trapeze::layout::Status;
  const std::uint32_t status = endpoint + trapeze::layout::Endpoint::kStatus;
  return {.sent = {status + Status::kSendDone},
          .received = {status + Status::kReceived},
          .dropped = {status + Status::kDroppedRingFull},
          .damaged = {status + Status::kCrcErrors, status + Status::kLengthErrors,
                      status + Status::kForeignPackets}};
}

}  // namespace

const StackFirmware TrapezeStack::kFirmware{.file = &file_of,
                                            .symbol = "tpz_endpoint",
                                            .serves = "an image that serves a Trapeze endpoint",
                                            .advice = "define one, as firmware/trapeze does",
                                            .counters = &counters_of,
                                            .packet_name = &trapeze::packet_name};

TrapezeStack::TrapezeStack(Testbed& testbed, const Setup& setup)
    : FirmwareStack(testbed, kFirmware, setup.card) {
  for (std::size_t n = 0; n < nodes(); ++n) {
    attach(n);
    endpoints_.emplace_back(std::string(node(n).name()), node(n).cpu,
                            params(n).get<trapeze::LibraryParams>(), endpoint_config(n, setup),
                            testbed.context().observer);
    endpoints_.back().watch(*this);
  }
}

trapeze::EndpointConfig TrapezeStack::endpoint_config(std::size_t n, const Setup& setup) const {
  return {config_of(n), params(n).get<trapeze::McpParams>(), setup.notify, setup.attach_frames};
}

void TrapezeStack::run_on(std::size_t n, Software software) {
  FirmwareStack::run_on(n, [this, n, software = std::move(software)](cluster::Node&) {
    Host host = this->host(n);
    software(host);
  });
}

void TrapezeStack::start(std::size_t n) {
  endpoints_[n].start({firmware(n).image.bytes, firmware(n).shared});
}

std::vector<const Resource*> TrapezeStack::resources() const {
  static constexpr Resource kGathering{"interrupt coalescing",
                                       "mcp.coalesce_delay, mcp.coalesce_messages",
                                       waits_of(Wait::kGathering)};
  return {&kGathering};
}

void TrapezeStack::sent(const SentMessage& message) {
  testbed().messages().watcher().sent(message);
  has_handled(message.source);
}

void TrapezeStack::received(const ReceivedMessage& message) {
  testbed().messages().watcher().received(message);
  has_handled(message.node);
}

}  // namespace flybar::experiments
