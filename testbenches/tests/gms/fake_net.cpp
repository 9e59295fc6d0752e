#include "testbenches/tests/gms/fake_net.h"

#include "models/common/systemc_time.h"

namespace flybar::gms {

FakeNet::FakeNet(host::Cpu& cpu, host::PagePool& pool, Node node)
    : self(node),
      cpu_(cpu),
      pool_(pool),
      line_(cpu.add_device("fake net", [this](host::Cpu&) { interrupt(); })),
      daemon_(cpu, "continuation daemon") {}

gmsnet::Reply FakeNet::reply(gmsnet::Status status) {
  gmsnet::Reply reply;
  reply.status = status;
  return reply;
}

gmsnet::Reply FakeNet::kept(Node source, std::uint32_t who) {
  gmsnet::Reply reply;
  reply.source = source;
  reply.arguments.push(who);
  return reply;
}

void FakeNet::arrives(gmsnet::CallId call, const gmsnet::Reply& reply) {
  arrived_.emplace_back(call, reply);
  cpu_.sync();
  line_.raise(kernel_time());
  cpu_.sleep(Time::us(1));
}

void FakeNet::page_arrives(gmsnet::CallId call, Bytes length) {
  gmsnet::Reply page;
  page.payload = calls_.at(call).expected.frame;
  page.payload_length = length;
  arrives(call, page);
}

std::optional<gmsnet::Message> FakeNet::serve(const gmsnet::Message& message, Node from) {
  gmsnet::Request request{message.operation,      from,   {from, 1, 0}, message.arguments,
                          message.payload_length, nullptr};
  received_ = message.payload;
  answered_.reset();
  services_.at(message.operation)(request);
  return answered_;
}

void FakeNet::register_service(gmsnet::Operation operation, gmsnet::Service service) {
  services_[operation] = std::move(service);
}

gmsnet::Message FakeNet::gmsnet_makebuf(gmsnet::Operation operation) {
  gmsnet::Message message;
  message.operation = operation;
  return message;
}

bool FakeNet::gmsnet_sendto(const gmsnet::Message& message, Node to) {
  send(message, to, 0);
  return true;
}

gmsnet::Reply FakeNet::gmsnet_call(const gmsnet::Message& request, Node to,
                                   const gmsnet::Expected& /*expected*/) {
  send(request, to, 0);
  const Sent call = sent.back();
  return answer ? answer(call) : reply(gmsnet::Status::kTimedOut);
}

gmsnet::CallId FakeNet::gmsnet_call_nonblocking(const gmsnet::Message& request, Node to,
                                                const gmsnet::Expected& expected,
                                                gmsnet::Continuations continuations) {
  if (full) return 0;
  if (expected.delivery == gmsnet::Delivery::kSolicited) {
    frames().lend(expected.frame, expected.length, host::FrameState::kReceiving);
  }
  const gmsnet::CallId call = ++calls_made_;
  calls_[call] = {expected, std::move(continuations), {}};
  send(request, to, call);
  return call;
}

bool FakeNet::gmsnet_cancel(gmsnet::CallId call) {
  const auto found = calls_.find(call);
  if (found == calls_.end() || found->second.done) return false;
  end(call, reply(gmsnet::Status::kCancelled));
  return true;
}

void FakeNet::complete_sent() {
  if (stuck) return;
  for (const gmsnet::Message& message : std::exchange(leaving_, {})) {
    frames().take_back(message.payload, message.payload_length);
    if (message.completion != nullptr) message.completion(message.completion_arg);
  }
}

void FakeNet::gmsnet_reply(gmsnet::Request& /*request*/, const gmsnet::Message& reply) {
  answered_ = reply;
}

void FakeNet::gmsnet_delegate(gmsnet::Request& /*request*/, const gmsnet::Message& onward,
                              Node to) {
  send(onward, to, 0);
}

host::Physical FakeNet::gmsnet_take_payload(gmsnet::Request& /*request*/) {
  return std::exchange(received_, 0);
}

void FakeNet::send(const gmsnet::Message& message, Node to, gmsnet::CallId call) {
  if (message.payload_length != Bytes()) {
    frames().lend(message.payload, message.payload_length, host::FrameState::kSending);
    leaving_.push_back(message);
  }
  sent.push_back({message, to, call});
}

void FakeNet::interrupt() {
  line_.lower(kernel_time());
  while (!arrived_.empty()) {
    const auto [call, reply] = arrived_.front();
    arrived_.pop_front();
    end(call, reply);
  }
}

void FakeNet::end(gmsnet::CallId id, const gmsnet::Reply& reply) {
  Call& call = calls_.at(id);
  const bool lent = call.expected.delivery == gmsnet::Delivery::kSolicited;
  if (lent && !reply.frame_lost) frames().take_back(call.expected.frame, call.expected.length);
  call.done = true;
  call.reply = reply;
  run_continuations(id);
}

/// As in gmsnet: what cannot run in the interrupt handler is left to the daemon.
void FakeNet::run_continuations(gmsnet::CallId id) {
  Call& call = calls_.at(id);
  while (!call.continuations.empty()) {
    if (!call.continuations.back()(call.reply)) {
      return daemon_.defer([this, id] { run_continuations(id); });
    }
    call.continuations.pop_back();
  }
  calls_.erase(id);
}

}  // namespace flybar::gms
