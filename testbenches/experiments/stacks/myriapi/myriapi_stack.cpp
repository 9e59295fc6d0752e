#include "testbenches/experiments/stacks/myriapi/myriapi_stack.h"

#include <string>

#include "models/host/memory/words.h"
#include "models/myriapi/packet_name.h"

namespace flybar::experiments {

namespace {

CounterPlaces myriapi_counters(std::uint32_t nic) {
  using myriapi::layout::Status;
  const std::uint32_t status = nic + myriapi::layout::Nic::kStatus;
  return {.sent = {status + Status::kSendDone},
          .received = {status + Status::kReceived},
          .dropped = {status + Status::kDroppedRingFull},
          .damaged = {status + Status::kCrcErrors, status + Status::kLengthErrors,
                      status + Status::kForeignPackets}};
}

}  // namespace

const StackFirmware MyriapiStack::kFirmware{
    .file = [](const LayerParams&) { return "myriapi.elf"; },
    .symbol = "myriapi_nic",
    .serves = "an image that serves the rings of MyriAPI",
    .advice = "leave --firmware out, or build one as firmware/myriapi does",
    .counters = &myriapi_counters,
    .packet_name = &myriapi::packet_name};

MyriapiStack::MyriapiStack(Testbed& testbed, const Setup& setup)
    : FirmwareStack(testbed, kFirmware, setup.card) {
  for (std::size_t n = 0; n < nodes(); ++n) {
    attach(n);
    nics_.emplace_back(std::string(node(n).name()), node(n).cpu, params(n).get<myriapi::Params>(),
                       myriapi::NicConfig{config_of(n), setup.notify}, testbed.context().observer);
    nics_.back().watch(*this);
  }
}

void MyriapiStack::start(std::size_t n) {
  nics_[n].start({firmware(n).image.bytes, firmware(n).shared});
}

std::uint32_t MyriapiStack::counter(std::size_t n, std::uint32_t field) const {
  const std::uint32_t status = firmware(n).shared + myriapi::layout::Nic::kStatus;
  return host::get_word(board(n).memory().subspan(status + field));
}

void MyriapiStack::sent(const SentMessage& message) {
  testbed().messages().watcher().sent(message);
  has_handled(message.source);
}

void MyriapiStack::received(const ReceivedMessage& message) {
  testbed().messages().watcher().received(message);
  has_handled(message.node);
}

}  // namespace flybar::experiments
