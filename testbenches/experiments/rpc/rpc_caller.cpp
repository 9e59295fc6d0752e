#include "testbenches/experiments/rpc/rpc_caller.h"

#include <string>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/page/spread.h"

namespace flybar::experiments {

using gmsnet::Delivery;
using gmsnet::Message;
using gmsnet::Reply;
using gmsnet::Request;

namespace {

constexpr gmsnet::Node kServer = 1, kSecondServer = 2;
constexpr std::size_t kServerFrames = 32;
/// How long a caller waits when the NIC's rings have no room for its request.
constexpr Time kPause = Time::us(10);

}  // namespace

PageService::PageService(gmsnet::Gmsnet& gmsnet, Bytes payload)
    : gmsnet_(gmsnet),
      payload_(payload),
      frames_(gmsnet.cpu().memory(), payload.count > 0 ? kServerFrames : 0, payload) {
  gmsnet.register_service(kFetch, [this](Request& request) { fetch(request); });
  gmsnet.register_service(kForward, [this](Request& request) { forward(request); });
}

void PageService::fetch(Request& request) {
  const std::uint32_t serial = request.arguments.pop();
  Message reply = gmsnet_.gmsnet_makebuf(kFetch);
  reply.arguments.push(serial);
  if (payload_.count > 0) {
    while ((reply.payload = frames_.take()) == 0) gmsnet_.complete_sent();
    fill(gmsnet_.cpu().memory(), reply.payload, payload_, serial);
    reply.payload_length = payload_;
    reply.completion = &SendFrames::sent;
    reply.completion_arg = frames_.argument(reply.payload);
  }
  gmsnet_.gmsnet_reply(request, reply);
}

void PageService::forward(Request& request) {
  Message onward = gmsnet_.gmsnet_makebuf(kFetch);
  onward.arguments.push(request.arguments.pop());
  gmsnet_.gmsnet_delegate(request, onward, kSecondServer);
}

RpcCaller::RpcCaller(Testbed& testbed, gmsnet::Gmsnet& gmsnet, const Setup& setup,
                     std::int64_t most)
    : testbed_(testbed), gmsnet_(gmsnet), cpu_(gmsnet.cpu()), setup_(setup) {
  if (setup.payload.count > 0 && setup.delivery != Delivery::kUnsolicited)
    for (std::int64_t i = 0; i < most; ++i) frames_.push_back(cpu_.memory().frames.allocate());
  if (!setup.blocking) return;
  for (std::int64_t i = 1; i < most; ++i)
    cpu_.add_process(
        "caller " + std::to_string(i), [this](host::Cpu&) { help(); }, host::Role::kServer);
}

void RpcCaller::run(Phase& phase) {
  phase_ = &phase;
  begun_ = returned_ = 0;
  phase.begin = cpu_.now();
  if (setup_.blocking) {
    if (phase.outstanding > 1) cpu_.notify_all(phase_begins_);
    run_blocking();
  } else {
    run_nonblocking();
  }
  while (returned_ < all()) wait_for_returns();
}

bool RpcCaller::take_serial(std::uint64_t& serial) {
  if (begun_ == all()) return false;
  ++begun_;
  serial = ++serial_;
  return true;
}

/// The process of one more blocked caller.
void RpcCaller::help() {
  while (true) {
    cpu_.wait_for(phase_begins_);
    run_blocking();
  }
}

Message RpcCaller::request(std::uint64_t serial) {
  Message message = gmsnet_.gmsnet_makebuf(setup_.operation);
  message.arguments.push(static_cast<std::uint32_t>(serial));
  return message;
}

gmsnet::Expected RpcCaller::expected() {
  gmsnet::Expected page;
  if (setup_.deferred) page.may_handle = [] { return false; };
  if (setup_.payload.count == 0) return page;
  page.delivery = setup_.delivery;
  page.length = setup_.payload;
  page.may_exchange = true;
  if (setup_.delivery == Delivery::kUnsolicited) return page;
  page.frame = frames_.back();
  frames_.pop_back();
  return page;
}

void RpcCaller::run_blocking() {
  std::uint64_t serial = 0;
  while (take_serial(serial)) {
    if (phase_->spread) spread(cpu_, serial);
    const Time begin = cpu_.now();
    const gmsnet::Expected page = expected();
    const Reply reply = gmsnet_.gmsnet_call(request(serial), kServer, page);
    finish(reply, serial, page.frame, begin);
  }
}

/// Makes the first calls. Each of the others follows from the continuation of one that returned, so
/// that the caller's process does not limit the rate; it helps when the NIC had no room for one.
void RpcCaller::run_nonblocking() {
  while (returned_ < all()) {
    while (in_flight() < phase_->outstanding && begun_ < all()) {
      std::uint64_t serial = 0;
      take_serial(serial);
      if (phase_->spread) spread(cpu_, serial);
      while (!start_call(serial)) cpu_.sleep(kPause);
    }
    if (returned_ < all()) wait_for_returns();
  }
}

/// By a continuation. False if the NIC has no room for it.
bool RpcCaller::start_next() {
  std::uint64_t serial = 0;
  if (!take_serial(serial) || start_call(serial)) return true;
  --begun_;
  return false;
}

/// A nonblocking call that is never answered would only end when its record is needed again, which
/// here is never.
void RpcCaller::wait_for_returns() {
  const std::int64_t before = returned_;
  paused_ = true;
  if (cpu_.wait_for(returns_, setup_.patience) || returned_ > before) return;
  throw DeliveryError("rpc experiment",
                      std::to_string(in_flight()) +
                          " calls are outstanding, and none of them was "
                          "answered for " +
                          quantity::print(setup_.patience),
                      "an answer to each within gmsnet.timeout",
                      "raise gmsnet.timeout, or have fewer calls outstanding");
}

bool RpcCaller::start_call(std::uint64_t serial) {
  const Time begin = cpu_.now();
  const gmsnet::Expected page = expected();
  const auto continuation = [this, serial, page, begin](Reply& reply) {
    finish(reply, serial, page.frame, begin);
    return true;
  };
  if (gmsnet_.gmsnet_call_nonblocking(request(serial), kServer, page, {continuation}) != 0)
    return true;
  if (page.frame != 0) frames_.push_back(page.frame);
  return false;
}

void RpcCaller::finish(const Reply& reply, std::uint64_t serial, host::Physical frame, Time begin) {
  const Time latency = cpu_.now() - begin;
  phase_->waited += latency;
  phase_->latencies.add(latency);
  check(reply, serial);
  if (frame != 0) frames_.push_back(reply.payload);
  if (frame == 0 && reply.payload != 0) gmsnet_.pool().free(reply.payload);
  count_return();
  testbed_.progress(++finished_, setup_.all);
  const bool refused = goes_on_by_itself() && !start_next();
  if (paused_ && (refused || in_flight() == 0)) {
    paused_ = false;
    cpu_.notify(returns_);
  }
}

void RpcCaller::count_return() {
  ++returned_;
  if (returned_ == phase_->untimed) phase_->begin = cpu_.now();
  if (returned_ == phase_->untimed + phase_->calls) phase_->end = cpu_.now();
}

void RpcCaller::check(const Reply& reply, std::uint64_t serial) {
  const std::string where = "rpc experiment, call " + std::to_string(serial);
  if (reply.status != gmsnet::Status::kOk || reply.payload_length != setup_.payload)
    throw DeliveryError(where,
                        "the reply is \"" + std::string(name(reply.status)) + "\" with " +
                            std::to_string(reply.payload_length.count) + " B",
                        "\"ok\" with " + std::to_string(setup_.payload.count) + " B",
                        "have fewer calls outstanding");
  compare(cpu_.memory(), reply.payload, setup_.payload,
          static_cast<std::uint64_t>(reply.arguments.words()[0]), where);
}

}  // namespace flybar::experiments
