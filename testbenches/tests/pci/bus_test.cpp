#include "models/pci/bus.h"

#include <gtest/gtest.h>

#include "models/common/error.h"
#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

TEST(Bus, IdleBusGrantsAfterTheArbitrationTime) {
  World world;

  world.dma().write(world.clocks(10), 0, pattern(4_B));
  world.run();

  EXPECT_EQ(world.recorder.activities.at(0).begin, world.clocks(12));
}

TEST(Bus, RequestBetweenTwoEdgesCountsFromTheLater) {
  World world;

  world.dma().write(world.clocks(10) + 1_ps, 0, pattern(4_B));
  world.run();

  EXPECT_EQ(world.recorder.activities.at(0).begin, world.clocks(13));
}

TEST(Bus, AnswerOnIdleBusComesWithinTheCallAndNeedsNoTask) {
  World world;

  world.dma().read(world.clocks(10), 0, 64_B);
  world.agenda.run_next();

  EXPECT_EQ(world.agenda.next(), world.clocks(12 + 1 + 8 + 16)) << "the master's own last word";
}

TEST(Bus, WaitingMasterGetsTheBusAfterOneTurnaroundClock) {
  World world(plain_bridge(), {}, 2);

  world.dma(0).write(0_ns, 0, pattern(64_B));
  world.dma(1).write(world.clocks(3), 64, pattern(64_B));
  world.run();

  const auto& first = world.recorder.activities.at(0);
  EXPECT_EQ(world.recorder.activities.at(1).begin, first.end + world.clocks(1));
}

TEST(Bus, LateRequestIsNotGrantedBeforeItsOwnArbitration) {
  World world(plain_bridge(), {}, 2);

  world.dma(0).write(0_ns, 0, pattern(4_B));  // FRAME# 2, data 5
  world.dma(1).write(world.clocks(5), 64, pattern(4_B));
  world.run();

  EXPECT_EQ(world.dma(0).finished, world.clocks(5));
  EXPECT_EQ(world.recorder.activities.at(1).begin, world.clocks(7));
}

TEST(Bus, MasterThatCanStartFirstComesBeforeOneThatIsNextInTurn) {
  World world(plain_bridge(), {}, 3);

  world.dma(0).write(0_ns, 0, pattern(4_B));                     // data at 5
  world.dma(1).write(world.clocks(5) - 1_ps, 64, pattern(4_B));  // FRAME# at 7 or later
  world.dma(2).write(world.clocks(2), 128, pattern(4_B));        // FRAME# at 6 or later
  world.run();

  EXPECT_EQ(world.recorder.who(world.recorder.activities.at(1)), "bus.dma2");
  EXPECT_EQ(world.recorder.activities.at(1).begin, world.clocks(6));
}

TEST(Bus, RestAfterDisconnectIsArbitratedAnew) {
  BridgeParams params = plain_bridge();
  params.write_disconnect = 64_B;
  World world(params);

  world.dma().write(0_ns, 0, pattern(128_B));
  world.run();

  const auto& first = world.recorder.activities.at(0);
  EXPECT_EQ(world.recorder.activities.at(1).begin, first.end + world.clocks(2 + 2));
}

TEST(Bus, UnclaimedAddressEndsInMasterAbort) {
  World world;

  world.dma().read(0_ns, 0x4000'0000, 64_B);
  world.run();

  EXPECT_EQ(world.dma().failure, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 5));
  EXPECT_EQ(world.bus.use().aborts, 1);
}

TEST(Bus, AccessMayEndAtTheEndOfItsTarget) {
  World world;

  world.dma().read(0_ns, static_cast<std::uint64_t>((World::kMemory - 64_B).count), 64_B);
  world.run();

  EXPECT_EQ(world.dma().failure, tlm::TLM_OK_RESPONSE);
}

TEST(Bus, AccessBeyondTheEndOfItsTargetIsAborted) {
  World world;

  world.dma().read(0_ns, static_cast<std::uint64_t>((World::kMemory - 64_B).count), 68_B);
  world.run();

  EXPECT_EQ(world.dma().failure, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST(Bus, LengthThatIsNoWholeWordIsRefused) {
  World world;

  world.dma().read(0_ns, 0, 6_B);
  world.run();

  EXPECT_EQ(world.dma().failure, tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST(Bus, BusIsFreeAfterAnAbort) {
  World world(plain_bridge(), {}, 2);

  world.dma(0).read(0_ns, 0x4000'0000, 64_B);
  world.dma(1).write(world.clocks(1), 0, pattern(4_B));
  world.run();

  EXPECT_EQ(world.recorder.activities.at(1).begin, world.dma(0).finished + world.clocks(1));
}

TEST(Bus, OverlappingTargetsAreRefusedWithBothAddresses) {
  Agenda agenda;
  Recorder recorder;
  const BusParams params;
  Bus bus("bus", params, agenda, recorder);
  Card first("first", Clock(params.period), agenda, 8192, 4_KB);
  Card second("second", Clock(params.period), agenda, 12284, 4_KB);
  bus.add_target(first.socket, {8192, 4_KB});

  try {
    bus.add_target(second.socket, {12284, 4_KB});
    FAIL() << "accepted two targets for one address";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(),
                 "bus: target at address 12284 overlaps the one at 8192; allowed: one target per "
                 "address; move one of them");
  }
}

TEST(Bus, EndOfATransactionThatNeverBeganStopsTheRun) {
  World world;
  tlm::tlm_generic_payload payload;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay;

  EXPECT_THROW(world.dma().socket->nb_transport_fw(payload, phase, delay), SimulationError);
}

/// What a seam says to a payload that lacks an extension of its protocol.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const SimulationError& error) {
    return error.fault().where + ": " + error.fault().found;
  }
  return "accepted";
}

TEST(Bus, RequestWithoutABurstIsRefusedByName) {
  World world;
  tlm::tlm_generic_payload payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;

  EXPECT_EQ(refusal([&] { world.dma().socket->nb_transport_fw(payload, phase, delay); }),
            "bus: a payload without the extension pci::Burst");
}

TEST(Bus, RunOfReadsWithoutAForesightIsRefusedByName) {
  World world;
  tlm::tlm_generic_payload payload;
  sc_core::sc_time delay;

  for (tlm::tlm_phase phase : {tlm::tlm_phase(kForesee), tlm::tlm_phase(kRepeat)})
    EXPECT_EQ(refusal([&] { world.dma().socket->nb_transport_fw(payload, phase, delay); }),
              "bus: a payload without the extension pci::Foresight");
}

TEST(HostBridge, DmaWithoutABurstIsRefusedByName) {
  World world;
  tlm::tlm_generic_payload payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;

  EXPECT_EQ(refusal([&] {
              world.bridge.pci_target.get_base_export()->nb_transport_fw(payload, phase, delay);
            }),
            "bridge.pci_target: a payload without the extension pci::Burst");
}

TEST(Bus, ObserverHearsWhoHadTheBusWhenAndWhatFor) {
  World world;

  world.dma().read(0_ns, 0, 64_B);
  world.run();

  const Activity& activity = world.recorder.activities.at(0);
  EXPECT_EQ(world.recorder.who(activity), "bus.dma0");
  EXPECT_EQ(activity.label, "read");
  EXPECT_EQ(activity.bytes, 64);
  EXPECT_EQ(activity.end, world.dma().finished);
  EXPECT_EQ(world.bus.use().busy, activity.end - activity.begin);
}

}  // namespace
}  // namespace flybar::pci
