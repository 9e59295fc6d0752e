#include "testbenches/experiments/round_trips.h"

#include "testbenches/experiments/messages.h"
#include "testbenches/experiments/spread.h"

namespace flybar::experiments {
namespace {

constexpr std::int64_t kWarmUp = 2;
constexpr std::size_t kFrames = 4;

/// Of the message there; the one back has the next.
std::uint64_t serial(std::int64_t trip) {
  return static_cast<std::uint64_t>(2 * trip);
}

}  // namespace

Time run_round_trips(Testbed& testbed, const RoundTrips& trips, Stages& stages) {
  const std::int64_t all = trips.measured + kWarmUp;
  Time measured;
  testbed.run_on(0, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, kFrames, trips.there);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      spread(host.cpu, static_cast<std::uint64_t>(trip));
      const Time begin = host.cpu.now();
      send(host, frames, {1, trips.control, trips.there, serial(trip)});
      receive(host, trips.control, trips.back, serial(trip) + 1);
      if (trip >= kWarmUp) measured += host.cpu.now() - begin;
      if (trip == kWarmUp) stages.freeze(begin);
      if (trips.pause > Time()) host.cpu.sleep(trips.pause);
    }
  });
  testbed.run_on(1, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, kFrames, trips.back);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      receive(host, trips.control, trips.there, serial(trip));
      send(host, frames, {0, trips.control, trips.back, serial(trip) + 1});
    }
  });
  testbed.run();
  return measured;
}

}  // namespace flybar::experiments
