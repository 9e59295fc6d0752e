#include "testbenches/experiments/myriapi/myriapi_messages.h"

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/page/send_frames.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kLongest(myriapi::layout::kMtu);
/// Longer than any experiment pauses: who waits so long for a message will not get it.
constexpr Time kMyriapiPatience = Time::ms(2000);

host::Physical area(host::Memory& memory) {
  return memory.frames.allocate(frames_for(memory, kLongest));
}

}  // namespace

void MyriapiOptions::describe(Parameters& options) {
  options.add("payload", payload, {Bytes(0), kLongest}, kWords,
              {"Bytes of each message.", "a virtual memory page of the Alpha"});
  options.add_choice("copies", copies,
                     {{"0", myriapi::Copies::kNone},
                      {"1", myriapi::Copies::kAtSender},
                      {"2", myriapi::Copies::kAtBoth}},
                     {"Copies of each message between programs and the library's region: none, at "
                      "the sender, or at both ends.",
                      "a guess: the library of the original had a region"});
  options.add_choice(
      "notify", notify,
      {{"polling", myriapi::Notify::kPolling}, {"interrupt", myriapi::Notify::kInterrupt}},
      {"How a host learns of a message.", "the published microbenchmarks poll"});
}

void MyriapiOptions::check(const cluster::SystemParams& system, std::vector<Fault>&) const {
  system.node(0).get<myriapi::Params>();  // refused without MyriAPI
}

MyriapiPorts::MyriapiPorts(MyriapiStack& stack, myriapi::Copies copies) {
  for (std::size_t n = 0; n < stack.testbed().hardware().nodes(); ++n)
    ports_.emplace_back(stack.nic(n), myriapi::Port::Setup{.copies = copies});
}

MyriapiProgram::MyriapiProgram(MyriapiPorts& ports, cluster::Node& node, std::size_t n)
    : port_(ports[n]),
      cpu_(node.cpu),
      name_("node " + std::to_string(n)),
      from_(area(node.memory)),
      to_(area(node.memory)) {}

/// The program makes the message in its own memory, or where the port wants it.
host::Physical MyriapiProgram::source(Bytes length, std::uint64_t serial) {
  host::Physical at = from_;
  if (port_.setup().copies == myriapi::Copies::kNone)
    while ((at = myriapi_get_buffer(&port_)) == 0) cpu_.sync();
  fill(cpu_.memory(), at, length, serial);
  return at;
}

void MyriapiProgram::send(std::uint32_t to, Bytes length, std::uint64_t serial) {
  const host::Physical from = source(length, serial);
  const auto bytes = static_cast<std::uint32_t>(length.count);
  while (!myriapi_send(&port_, to, 0, from, bytes)) cpu_.sync();
}

void MyriapiProgram::receive(Bytes length, std::uint64_t serial) {
  myriapi_message message{};
  if (!myriapi_receive(&port_, &message, to_, kMyriapiPatience.ps()))
    throw DeliveryError(name_, "message " + std::to_string(serial) + " has not come within 2 s",
                        "links and rings that lose no message: nothing sends one again",
                        "see with --trace packets.pcapng how far its packet gets");
  const Bytes came(message.length);
  if (came != length)
    throw DeliveryError(name_,
                        "message " + std::to_string(serial) + " came with " + quantity::print(came),
                        quantity::print(length), "look at the counters of the firmware");
  compare(cpu_.memory(), message.address, length, serial, name_);
}

}  // namespace flybar::experiments
