#include "testbenches/tests/inet/pair.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "lwip/pbuf.h"

namespace flybar::inet {
namespace {

Stack::Setup next(Stack::Setup setup) {
  ++setup.node;
  return setup;
}

/// In two buffers, as a control message and its payload.
pbuf* buffers(const Packet& bytes) {
  constexpr std::size_t kControl = 128;
  const auto all = static_cast<std::uint16_t>(bytes.size());
  const auto head = static_cast<std::uint16_t>(std::min(bytes.size(), kControl));
  pbuf* packet = pbuf_alloc(PBUF_RAW, head, PBUF_RAM);
  if (head < all)
    pbuf_cat(packet, pbuf_alloc(PBUF_RAW, static_cast<std::uint16_t>(all - head), PBUF_RAM));
  pbuf_take(packet, bytes.data(), all);
  return packet;
}

}  // namespace

Pair::Pair(const Setup& setup)
    : random(setup.seed),
      setup_(setup),
      ends_{End(*this, 0, setup.stack), End(*this, 1, next(setup.stack))} {
  repeat(Time::ms(200), &Stack::run_fast_timer);
  repeat(Time::ms(500), &Stack::run_slow_timer);
}

void Pair::in(unsigned side, const std::function<void()>& what) {
  const Stack::Enter guard(stack(side), now);
  what();
}

void Pair::after(Time delay, std::function<void()> what) {
  events_.emplace(now + delay, std::move(what));
}

void Pair::step() {
  auto event = events_.extract(events_.begin());
  now = event.key();
  event.mapped()();
}

void Pair::run(const std::function<bool()>& done) {
  const Time end = now + Time::ms(600'000);
  while (!done() && now < end) step();
}

void Pair::run_for(Time duration) {
  const Time end = now + duration;
  while (now < end) step();
}

void Pair::repeat(Time period, void (Stack::*timer)()) {
  after(period, [this, period, timer] {
    for (const unsigned side : {0, 1}) in(side, [&] { (stack(side).*timer)(); });
    repeat(period, timer);
  });
}

bool Pair::by_chance(double share) {
  return std::uniform_real_distribution<>(0, 1)(random) < share;
}

void Pair::End::output(pbuf* packet, std::uint32_t) {
  Packet bytes(packet->tot_len);
  pbuf_copy_partial(packet, bytes.data(), packet->tot_len, 0);
  pair.transmit(side, std::move(bytes));
}

void Pair::transmit(unsigned from, Packet bytes) {
  sent.push_back({now, from, bytes});
  const bool lost = by_chance(setup_.lost);
  const Time extra =
      by_chance(setup_.late) ? Time::us(static_cast<std::int64_t>(random() % 1000)) : Time();
  if (lost || !tamper(bytes)) return;
  after(setup_.delay + extra, [this, from, bytes = std::move(bytes)] { deliver(1 - from, bytes); });
}

void Pair::deliver(unsigned to, const Packet& bytes) {
  in(to, [&] { stack(to).input(buffers(bytes)); });
  arrived(to);
}

std::uint64_t chosen_seed(std::uint64_t otherwise) {
  const char* given = std::getenv("FLYBAR_TEST_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : otherwise;
  std::printf("FLYBAR_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

}  // namespace flybar::inet
