/// NICs other than the LANai under the scheduler: it matters only for speed what they say of their
/// future.
#include "models/cluster/run/scheduler.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>

#include "models/common/error.h"
#include "models/myrinet/link/nic.h"
#include "testbenches/tests/myrinet/world.h"

namespace flybar::cluster {
namespace {

using namespace literals;
using myrinet::counting;
using myrinet::Station;
using myrinet::World;

/// The least that a NIC has to say: it sends in each clock what its station wants to send by then.
class SilentNic : public Runner, public myrinet::Nic {
 public:
  SilentNic(Station& what, KernelBorder& border, const Agenda& agenda)
      : station(what), kernel(border), agenda_(agenda) {
    station.on_arrival = [this] { on_arrival(); };
  }

  Time clock() const override { return 30_ns; }
  Time time() const override { return now; }
  void run(const Time& safe_time) override {
    while (time() < std::min({safe_time, kernel.horizon(), agenda_.next()})) {
      now = time();
      station.run(now + clock());
      now += clock();
      ++clocks;
    }
  }

  std::int64_t clocks = 0;  ///< that were run

  Time clock_of(Time event) const {
    return event == Time::never() ? event : std::max(now, clock() * (event / clock()));
  }
  Station& station;
  KernelBorder& kernel;
  Time now;

 private:
  const Agenda& agenda_;
};

/// All that can be said: it rests whenever its station has nothing to do.
class FrankNic : public SilentNic {
 public:
  using SilentNic::SilentNic;

  bool resting() const override { return true; }
  bool may_be_suspended() const override { return station.between_packets(); }
  Time time() const override { return clock_of(station.next_unless_reached()); }
  Time byte_guarantee(Time known) const override { return std::max(known, station.next_byte()); }
  myrinet::Guarantee guarantee(Time known, const std::optional<myrinet::Envelope>&) const override {
    return {.bytes = byte_guarantee(known),
            .flow = std::max(known, station.next_flow()),
            .envelope = station.envelope()};
  }
};

/// Two stations send to a third one, which stops one of them for a while and answers.
void script(World& world) {
  const auto send = [&](std::size_t from, std::size_t to, Time at, std::size_t bytes) {
    world.stations[from].send(at, world.packet(from, to, counting(bytes)));
  };
  send(0, 1, 1_us, 3000);
  send(2, 1, 1_us, 500);
  send(0, 1, 60_us, 20);
  send(1, 2, 70_us, 900);
  world.stations[1].send_flow(5_us, true);
  world.stations[1].send_flow(9_us, false);
}

/// The stations of a world with NICs under a scheduler.
template <class Nic>
struct Scheduled {
  explicit Scheduled(World& world) : scheduler("scheduler", world.network) {
    for (Station& station : world.stations) {
      Agenda& agenda = agendas.emplace_back();
      KernelBorder& kernel = kernels.emplace_back();
      Nic& nic = nics.emplace_back(station, kernel, agenda);
      world.network.attach(nics.size() - 1, nic);
      scheduler.add(nic, agenda, kernel);
    }
  }
  Scheduler scheduler;
  std::deque<Agenda> agendas;
  std::deque<KernelBorder> kernels;
  std::deque<Nic> nics;
};

/// Returns how many clocks the three NICs were run.
template <class Nic>
std::int64_t expect_what_happens_anyway() {
  World alone(myrinet::one_switch(3, 8), {}, "alone"),
      world(myrinet::one_switch(3, 8), {}, "world");
  script(alone);
  script(world);
  Scheduled<Nic> scheduled(world);

  myrinet::elaborate();
  alone.run(200_us);
  sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_US));
  scheduled.scheduler.rethrow();

  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_TRUE(world.stations[n].done());
    EXPECT_EQ(world.stations[n].bytes, alone.stations[n].bytes);
    EXPECT_EQ(world.stations[n].flow, alone.stations[n].flow);
  }
  EXPECT_EQ(world.stations[1].packets().size(), 3u);
  return std::accumulate(scheduled.nics.begin(), scheduled.nics.end(), std::int64_t{0},
                         [](std::int64_t sum, const Nic& nic) { return sum + nic.clocks; });
}

TEST(Scheduler, RunsEveryClockOfNicsThatSayNothingOfTheirFuture) {
  EXPECT_GE(expect_what_happens_anyway<SilentNic>(), 3 * (200_us / 30_ns));
}

TEST(Scheduler, RunsNicsThatSayAllOfTheirFutureOnlyWhenTheyHaveSomethingToDo) {
  EXPECT_LT(expect_what_happens_anyway<FrankNic>(), 3 * (30_us / 30_ns));
}

/// Fails in the clock that begins at `fault`.
class FaultyNic : public SilentNic {
 public:
  using SilentNic::SilentNic;

  void run(const Time& horizon) override {
    SilentNic::run(std::min(horizon, fault));
    if (now == fault && fault < horizon)
      throw SimulationError(name, "a fault", "none", "repair it").at(fault);
  }

  std::string name;
  Time fault = Time::never();
};

/// Which of three NICs stops the simulation, if each has a fault at its time.
std::string first_fault(std::array<Time, 3> faults) {
  World world(myrinet::one_switch(3, 8), {}, "world");
  Scheduled<FaultyNic> scheduled(world);
  for (std::size_t n = 0; n < 3; ++n) {
    scheduled.nics[n].name = std::to_string(n);
    scheduled.nics[n].fault = faults[n];
  }
  myrinet::elaborate();  // and all that nodes can do before the kernel has something to do
  try {
    scheduled.scheduler.rethrow();
  } catch (const SimulationError& error) {
    return error.fault().where;
  }
  return "none";
}

TEST(Scheduler, TheEarliestFaultStopsTheSimulation) {
  EXPECT_EQ(first_fault({6030_ns, 6_us, Time::never()}), "1");
}

TEST(Scheduler, OfEqualFaultsThatOfTheLowestNodeStopsTheSimulation) {
  EXPECT_EQ(first_fault({Time::never(), 6_us, 6_us}), "1");
}

TEST(Scheduler, AFaultInTheFarFutureOfOneNodeStopsTheSimulationThen) {
  EXPECT_EQ(first_fault({Time::never(), Time::never(), 150_us}), "2");
}

/// Wakes its software in the clock that begins at `wake`.
class WakingNic : public SilentNic {
 public:
  using SilentNic::SilentNic;

  void run(const Time& horizon) override {
    SilentNic::run(std::min(horizon, wake));
    if (now == wake) kernel.wake(*software, std::exchange(wake, Time::never()));
    SilentNic::run(horizon);
  }

  std::unique_ptr<Coroutine> software;
  Time wake = Time::never();
};

/// Three nodes, of which node 0 and node 1 wake their software.
class Software : public testing::Test {
 protected:
  struct Seen {
    Time software, kernel, node, others;  ///< instants; the least of the other nodes
  };

  void run(const std::function<void(std::size_t)>& body) {
    for (std::size_t n = 0; n < 2; ++n)
      nic(n).software = std::make_unique<Coroutine>([n, &body] { body(n); });
    nic(0).wake = 6_us;
    nic(1).wake = 6300_ns;
    sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));
    scheduled.scheduler.rethrow();
  }
  WakingNic& nic(std::size_t n) { return scheduled.nics[n]; }
  void look(std::size_t n) {
    seen.push_back({software_time(), kernel_time(), nic(n).time(),
                    std::min(nic((n + 1) % 3).time(), nic((n + 2) % 3).time())});
  }
  void come_in_step(std::size_t n) {
    nic(n).kernel.wake_in_step(*nic(n).software, software_time());
    Coroutine::yield();
  }

  World world{myrinet::one_switch(3, 8), {}, "world"};
  Scheduled<WakingNic> scheduled{world};
  std::vector<Seen> seen;
};

TEST_F(Software, ActsWhereItsNodeStandsAheadOfTheKernel) {
  run([this](std::size_t n) { look(n); });

  ASSERT_EQ(seen.size(), 2u);
  for (const Seen& one : seen) {
    EXPECT_EQ(one.software, one.node);
    EXPECT_EQ(one.kernel, Time());
  }
  EXPECT_EQ(std::min(seen[0].node, seen[1].node), 6_us);
  EXPECT_EQ(std::max(seen[0].node, seen[1].node), 6300_ns);
}

TEST_F(Software, InStepActsInTheOrderOfTimeWhereTheKernelAndAllNodesHaveCome) {
  run([this](std::size_t n) {
    come_in_step(n);
    look(n);
  });

  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].kernel, 6_us);
  EXPECT_EQ(seen[1].kernel, 6300_ns);
  for (const Seen& one : seen) {
    EXPECT_EQ(one.software, one.kernel);
    EXPECT_EQ(one.node, one.kernel);
    EXPECT_GE(one.others, one.kernel);
  }
}

TEST_F(Software, ThatFailsStopsItsNodeAndTheEarliestFailureCounts) {
  const auto fail = [](std::size_t n) {
    throw SimulationError("node " + std::to_string(n), "it", "nothing", "none");
  };

  try {
    run(fail);
    FAIL() << "accepted";
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.fault().where, "node 0");
  }
}

}  // namespace
}  // namespace flybar::cluster
