#include "testbenches/tests/attack/inet/calls.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "models/myrinet/link/crc8.h"
#include "testbenches/tests/attack/inet/unseen.h"

namespace flybar::inet {

using gmsnet::Delivery;
using gmsnet::Expected;
using gmsnet::Gmsnet;
using gmsnet::Message;
using gmsnet::Reply;
using gmsnet::Request;
using gmsnet::Status;
using host::Physical;

namespace {

constexpr std::size_t kMostDamaged = 4;  ///< bytes of a page

std::span<std::uint8_t> page_at(Gmsnet& net, Physical frame) {
  return net.cpu().memory().edit(frame);
}

std::uint8_t byte_of(std::uint32_t serial, std::size_t n) {
  return static_cast<std::uint8_t>((serial * 2'654'435'761U + n * 40'503U) >> 11);
}

void fill(std::span<std::uint8_t> page, std::uint32_t serial) {
  for (std::size_t n = 0; n < page.size(); ++n) page[n] = byte_of(serial, n);
}

bool is_of(std::span<const std::uint8_t> page, std::uint32_t serial) {
  std::vector<std::uint8_t> sent(page.size()), damage(page.size());
  fill(sent, serial);
  for (std::size_t n = 0; n < page.size(); ++n)
    damage[n] = static_cast<std::uint8_t>(page[n] ^ sent[n]);
  const auto right = static_cast<std::size_t>(std::count(damage.begin(), damage.end(), 0));
  // Nothing but the CRC of the link protects a page of Trapeze: two wrong bits of one packet may
  // pass it. A datagram has a sum.
  const bool passes_link = right + kMostDamaged >= page.size() && myrinet::crc8(0, damage) == 0;
  return passes_link || may_be_unseen(page, sent);
}

std::uint32_t answer_to(std::uint32_t serial) {
  return ~serial;
}

}  // namespace

RandomCalls::RandomCalls(std::mt19937_64& random, std::vector<Gmsnet*> hosts)
    : random_(random), hosts_(std::move(hosts)), stranded_(hosts_.size()) {
  for (Gmsnet* const net : hosts_) register_services(*net);
}

void RandomCalls::register_services(Gmsnet& net) {
  net.register_service(kEcho, [&net](Request& request) {
    Message reply = net.gmsnet_makebuf(kEcho);
    reply.arguments.push(answer_to(request.arguments.pop()));
    net.gmsnet_reply(request, reply);
  });
  net.register_service(kGet, [this, &net](Request& request) { serve_get(net, request); });
  net.register_service(kPut, [this, &net](Request& request) { serve_put(net, request); });
}

void RandomCalls::serve_get(Gmsnet& net, Request& request) {
  const std::uint32_t serial = request.arguments.pop();
  Message reply = net.gmsnet_makebuf(kGet);
  reply.arguments.push(answer_to(serial));
  if (!add_page(net, reply, serial)) reply.status = Status::kRefused;
  net.gmsnet_reply(request, reply);
}

void RandomCalls::serve_put(Gmsnet& net, Request& request) {
  const std::uint32_t serial = request.arguments.pop();
  Message reply = net.gmsnet_makebuf(kPut);
  reply.arguments.push(answer_to(serial));
  if (const Physical frame = net.gmsnet_take_payload(request)) {
    counters_.wrong += !is_of(page_at(net, frame), serial);
    net.pool().free(frame);
  } else {
    reply.status = Status::kRefused;
  }
  net.gmsnet_reply(request, reply);
}

bool RandomCalls::add_page(Gmsnet& net, Message& message, std::uint32_t serial) {
  const auto frame = net.pool().try_allocate();
  if (!frame) return false;
  const auto page = page_at(net, *frame);
  fill(page, serial);
  message.payload = *frame;
  message.payload_length = Bytes(static_cast<std::int64_t>(page.size()));
  message.completion = &RandomCalls::left;
  message.completion_arg = new Leaving{&net.pool(), *frame};
  return true;
}

void RandomCalls::left(void* leaving) {
  const std::unique_ptr<Leaving> one(static_cast<Leaving*>(leaving));
  one->pool->free(one->frame);
}

/// In which the page comes. Without a frame for it, in one of the receive ring.
Expected RandomCalls::some_way(Gmsnet& net) {
  constexpr Delivery kWays[] = {Delivery::kSolicited, Delivery::kUnsolicited, Delivery::kCopy};
  Expected page{.delivery = kWays[below(3)], .length = net.cpu().memory().frames.frame_size()};
  if (page.delivery == Delivery::kUnsolicited) return page;
  page.may_exchange = below(2) == 0;
  if (const auto frame = net.pool().try_allocate())
    page.frame = *frame;
  else
    page.delivery = Delivery::kUnsolicited;
  return page;
}

void RandomCalls::call(std::size_t n, const std::function<bool()>& over) {
  while (!over()) {
    constexpr gmsnet::Operation kAll[] = {kEcho, kGet, kPut};
    ask(n, kAll[below(3)], static_cast<std::uint32_t>(++counters_.calls));
    if (below(4) == 0) hosts_[n]->cpu().sleep(Time::us(static_cast<std::int64_t>(below(30'000))));
  }
}

void RandomCalls::ask(std::size_t n, gmsnet::Operation operation, std::uint32_t serial) {
  Gmsnet& net = *hosts_[n];
  const std::size_t to = (n + 1 + below(hosts_.size() - 1)) % hosts_.size();
  Message request = net.gmsnet_makebuf(operation);
  request.arguments.push(serial);
  if (operation == kPut && !add_page(net, request, serial)) {
    ++counters_.no_frame;
    return;
  }
  const Expected page = operation == kGet ? some_way(net) : Expected{};
  const Reply reply = net.gmsnet_call(request, static_cast<gmsnet::Node>(to), page);
  look_at(reply, operation == kGet, serial, net);
  stranded_[n] += reply.frame_lost;
  const Physical frame = reply.payload_length > Bytes() ? reply.payload : page.frame;
  if (frame != 0 && !reply.frame_lost) net.pool().free(frame);
}

void RandomCalls::look_at(const Reply& reply, bool got_page, std::uint32_t serial, Gmsnet& net) {
  if (reply.status == Status::kTimedOut) {
    ++counters_.unanswered;
  } else if (reply.status == Status::kRefused || reply.status == Status::kRejected) {
    ++counters_.no_frame;
  } else {
    ++counters_.answered;
    bool right = reply.status == Status::kOk && reply.arguments.words()[0] == answer_to(serial);
    if (right && got_page)
      right = reply.payload_length == net.cpu().memory().frames.frame_size() &&
              is_of(page_at(net, reply.payload), serial);
    counters_.wrong += !right;
  }
}

}  // namespace flybar::inet
