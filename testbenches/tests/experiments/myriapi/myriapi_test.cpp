/// MyriAPI's library on its firmware: what arrives, what is dropped, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <numeric>

#include "models/cluster/files/platform.h"
#include "models/common/error.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/myriapi/myriapi_messages.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {
namespace {

using namespace literals;
using myriapi::Copies;
using myriapi::Notify;
using myriapi::layout::Status;

constexpr std::int64_t kMtu = myriapi::layout::kMtu;

/// Two nodes, each with the library and a program.
class MyriapiTest : public testing::Test {
 protected:
  using Body = std::function<void(MyriapiProgram&, cluster::Node&)>;

  void set(const std::string& key, const std::string& value) {
    settings_.push_back({"test", key, value});
  }
  void build(Copies copies = Copies::kAtSender, Notify notify = Notify::kPolling) {
    build_stack(notify);
    ports.emplace(*stack, copies);
  }
  /// NICs that nobody drives yet.
  void build_stack(Notify notify = Notify::kPolling) {
    system = systems::load(cluster::find_platform("alphastation-500"), settings_);
    testbed.emplace(
        Context{.system = system->params,
                .observer = observer,
                .firmware = firmware,
                .stages = true,
                .on_message = [this](const MessageRecord& message) { taken.push_back(message); }},
        Testbed::Setup{.patience = Time::ms(3000)});
    stack.emplace(*testbed, MyriapiStack::Setup{.notify = notify});
  }
  void run(Body first, Body second) {
    for (const auto& [n, body] : {std::pair(std::size_t{0}, first), {std::size_t{1}, second}})
      stack->run_on(n, [this, n, body](cluster::Node& node) {
        MyriapiProgram program(*ports, node, n);
        body(program, node);
      });
    testbed->run();
  }
  /// Node 0 sends `count` messages of lengths that differ, and waits for an answer to each.
  void talk(std::int64_t count) {
    run(
        [&](MyriapiProgram& program, cluster::Node&) {
          for (std::int64_t i = 0; i < count; ++i) {
            program.send(1, length(i), static_cast<std::uint64_t>(i));
            program.receive(4_B, static_cast<std::uint64_t>(i));
          }
        },
        [&](MyriapiProgram& program, cluster::Node&) {
          for (std::int64_t i = 0; i < count; ++i) {
            program.receive(length(i), static_cast<std::uint64_t>(i));
            program.send(0, 4_B, static_cast<std::uint64_t>(i));
            testbed->progress();
          }
        });
  }
  /// The text of the error with which node 0's `body` ends the run.
  std::string error_of(const Body& body) {
    try {
      run(body, [](MyriapiProgram&, cluster::Node&) {});
    } catch (const SimulationError& error) {
      return error.what();
    }
    return "";
  }
  static Bytes length(std::int64_t i) { return Bytes(i * 2654435761 % (kMtu + 1)); }

  Observer observer;
  std::vector<std::string> firmware;
  std::vector<MessageRecord> taken;
  std::unique_ptr<cluster::System> system;
  std::optional<Testbed> testbed;
  std::optional<MyriapiStack> stack;
  std::optional<MyriapiPorts> ports;

 private:
  std::vector<cluster::Setting> settings_;
};

class MyriapiWays : public MyriapiTest,
                    public testing::WithParamInterface<std::tuple<Copies, Notify>> {};

TEST_P(MyriapiWays, MessagesOfAllLengthsArriveByAllEngines) {
  const auto [copies, notify] = GetParam();
  build(copies, notify);

  talk(50);

  EXPECT_EQ(stack->counter(1, Status::kReceived), 50U);
  EXPECT_EQ(taken.size(), 100U);
  for (const MessageRecord& message : taken)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      EXPECT_TRUE(!message.lanes[lane].empty() || message.sent.payload == Bytes())
          << "message " << message.sent.id << ", lane " << lane;
}

INSTANTIATE_TEST_SUITE_P(All, MyriapiWays,
                         testing::Combine(testing::Values(Copies::kNone, Copies::kAtSender,
                                                          Copies::kAtBoth),
                                          testing::Values(Notify::kPolling, Notify::kInterrupt)));

TEST_F(MyriapiTest, TheLongestMessagePassesAndALongerOneIsRefused) {
  build();
  const std::string error = error_of([&](MyriapiProgram&, cluster::Node& node) {
    const host::Physical from = node.memory.frames.allocate(2);
    EXPECT_TRUE(myriapi_send(&(*ports)[0], 1, 0, from, kMtu));
    myriapi_send(&(*ports)[0], 1, 0, from, kMtu + 1);
  });
  EXPECT_NE(error.find("a message of 8433 B; allowed: at most 8432 B"), std::string::npos) << error;
}

TEST_F(MyriapiTest, AFullSendRingTakesNothingUntilSomethingHasLeft) {
  set("link.rate", "20 MB/s");
  build();
  run(
      [&](MyriapiProgram&, cluster::Node& node) {
        const host::Physical from = node.memory.frames.allocate(2);
        int given = 0;
        while (given < 100 && myriapi_send(&(*ports)[0], 1, 0, from, 8000)) ++given;
        EXPECT_GE(given, MYRIAPI_MOST_SENT);
        EXPECT_LT(given, 2 * MYRIAPI_MOST_SENT);
        while (myriapi_check_sent(&(*ports)[0]) > 0) node.cpu.sleep(10_us);
        EXPECT_TRUE(myriapi_send(&(*ports)[0], 1, 0, from, 8000));
      },
      [](MyriapiProgram&, cluster::Node& node) { node.cpu.sleep(20_ms); });
}

TEST_F(MyriapiTest, WhatFindsNoDescriptorIsDroppedAndCounted) {
  build();
  run(
      [&](MyriapiProgram& program, cluster::Node& node) {
        for (std::uint64_t i = 0; i < 20; ++i) program.send(1, 64_B, i);
        node.cpu.sleep(10_ms);
        program.send(1, 64_B, 20);
      },
      [&](MyriapiProgram& program, cluster::Node& node) {
        node.cpu.sleep(5_ms);
        for (std::uint64_t i = 0; i < myriapi::layout::kReceiveEntries; ++i)
          program.receive(64_B, i);
        program.receive(64_B, 20);
      });
  EXPECT_EQ(stack->counter(1, Status::kDroppedRingFull), 4U);
}

TEST_F(MyriapiTest, DamagedPacketsAreDroppedAndCounted) {
  set("link.byte_errors", "0.0001");
  build();
  run(
      [&](MyriapiProgram&, cluster::Node& node) {
        const host::Physical from = node.memory.frames.allocate(2);
        for (int i = 0; i < 30; ++i) {
          EXPECT_TRUE(myriapi_send(&(*ports)[0], 1, 0, from, 8000));
          node.cpu.sleep(1_ms);
        }
      },
      [&](MyriapiProgram&, cluster::Node&) {
        myriapi_message message{};
        while (myriapi_receive(&(*ports)[1], &message, 0, Time::ms(20).ps()))
          EXPECT_EQ(message.length, 8000U);
      });
  EXPECT_GT(stack->counter(1, Status::kCrcErrors), 0U);
  EXPECT_EQ(stack->counter(1, Status::kCrcErrors) + stack->counter(1, Status::kReceived) +
                stack->counter(1, Status::kForeignPackets),
            30U);
}

TEST_F(MyriapiTest, ThePortOfAKernelTakesTheTimeOfTheSystem) {
  build_stack();
  myriapi::Port kernel(stack->nic(0), {.kernel = true}), process(stack->nic(1), {});
  const auto send = [](myriapi::Port& port, std::uint32_t to) {
    return [&port, to](cluster::Node& node) {
      EXPECT_TRUE(myriapi_send(&port, to, 0, node.memory.frames.allocate(2), 8000));
      node.cpu.sleep(1_ms);
    };
  };
  stack->run_on(0, send(kernel, 1));
  stack->run_on(1, send(process, 0));
  testbed->run();
  const auto of_user = [&](std::size_t n) {
    return testbed->hardware().node(n).cpu.use().share(host::Share::kUser);
  };
  EXPECT_LT(of_user(0), 100_us);
  EXPECT_GT(of_user(1), of_user(0) + 100_us);
}

TEST_F(MyriapiTest, APortThatCopiesNothingSendsItsOwnBuffersAlone) {
  build(Copies::kNone);
  const std::string error = error_of([&](MyriapiProgram&, cluster::Node& node) {
    myriapi_send(&(*ports)[0], 1, 0, node.memory.frames.allocate(2), 64);
  });
  EXPECT_NE(error.find("does not lie in the buffer just got"), std::string::npos) << error;
}

TEST_F(MyriapiTest, SixteenPiecesAreSentAndSeventeenRefused) {
  build();
  const std::string error = error_of([&](MyriapiProgram&, cluster::Node& node) {
    const host::Physical from = node.memory.frames.allocate();
    node.memory.frames.lend(from, 8192_B, host::FrameState::kShared);
    const std::vector<myriapi::Piece> pieces(17, {from, 4});
    stack->nic(0).send({1, 0, std::span(pieces).first(16), node.cpu.now()});
    stack->nic(0).send({1, 0, pieces, node.cpu.now()});
  });
  EXPECT_NE(error.find("17 pieces of a packet to send; allowed: at most 16"), std::string::npos)
      << error;
}

TEST_F(MyriapiTest, EightPiecesAreGivenAndNineRefused) {
  build();
  stack->nic(0).on_start([&] {
    const std::vector<myriapi::Piece> pieces(9, {0x10000, 4});
    stack->nic(0).give(std::span(pieces).first(8));
    stack->nic(0).give(pieces);
  });
  const std::string error = error_of([](MyriapiProgram&, cluster::Node&) {});
  EXPECT_NE(error.find("9 pieces of a receive descriptor; allowed: at most 8"), std::string::npos)
      << error;
}

TEST_F(MyriapiTest, TheRingTakesNoDescriptorMoreThanItHas) {
  build();
  const std::string error =
      error_of([&](MyriapiProgram&, cluster::Node&) { stack->nic(0).give_again(); });
  EXPECT_NE(error.find("a receive descriptor more than the ring has"), std::string::npos) << error;
}

TEST_F(MyriapiTest, APieceThatIsNowhereEndsTheRunAndSaysWhere) {
  build();
  const std::string error = error_of([&](MyriapiProgram&, cluster::Node& node) {
    const std::array<myriapi::Piece, 1> nowhere{{{0x0F000000, 64}}};
    stack->nic(0).send({1, 0, nowhere, node.cpu.now()});
    node.cpu.sleep(1_ms);
  });
  EXPECT_NE(error.find("node0.lanai: firmware at"), std::string::npos) << error;
  EXPECT_NE(error.find("no target serves PCI address 0xf000000"), std::string::npos) << error;
}

TEST_F(MyriapiTest, APieceThatWasNotLentEndsTheRunAndSaysWhere) {
  build();
  const std::string error = error_of([&](MyriapiProgram&, cluster::Node& node) {
    const std::array<myriapi::Piece, 1> own{{{node.memory.frames.allocate(), 64}}};
    stack->nic(0).send({1, 0, own, node.cpu.now()});
    node.cpu.sleep(1_ms);
  });
  EXPECT_NE(error.find("a frame that is being sent"), std::string::npos) << error;
}

TEST_F(MyriapiTest, RefusedDescriptorsComeBackAndAreCounted) {
  build();
  run(
      [&](MyriapiProgram& program, cluster::Node& node) {
        stack->nic(0).send({7, 0, {}, node.cpu.now()});  // there is no node 7
        node.cpu.sleep(100_us);
        EXPECT_EQ(stack->nic(0).complete_sent(), 0U);
        program.send(1, 64_B, 3);
      },
      [](MyriapiProgram& program, cluster::Node&) { program.receive(64_B, 3); });
  EXPECT_EQ(stack->counter(0, Status::kSendRefused), 1U);
}

TEST_F(MyriapiTest, ACardWithTooLittleMemoryIsRefusedBeforeItRuns) {
  set("lanai.sram", "64 KB");
  set("myriapi.packet_buffers", "4");
  build();
  std::string error;
  stack->run_on(0, [](cluster::Node&) {});
  try {
    testbed->run();
  } catch (const ConfigurationError& fault) {
    error = fault.what();
  }
  EXPECT_NE(error.find("lower myriapi.packet_buffers"), std::string::npos) << error;
}

TEST_F(MyriapiTest, AnImageOfTrapezeIsRefusedInFourParts) {
  firmware = {firmware_path("trapeze.elf")};
  try {
    build();
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(),
                 "firmware: it has no symbol myriapi_nic; allowed: an image that serves the rings "
                 "of MyriAPI; leave --firmware out, or build one as firmware/myriapi does");
  }
}

TEST_F(MyriapiTest, TrapezeRefusesAnImageOfMyriapi) {
  system = systems::load(cluster::find_platform("alphastation-500"), {});
  testbed.emplace(Context{.system = system->params,
                          .observer = observer,
                          .firmware = {firmware_path("myriapi.elf")}},
                  Testbed::Setup{});
  try {
    const TrapezeStack other(*testbed, {});
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("it has no symbol tpz_endpoint"), std::string::npos);
  }
}

TEST(Myriapi, AClusterIsAFrameOrLess) {
  const auto faults = [](const char* value) {
    try {
      systems::load(cluster::find_platform("alphastation-500"),
                    {{"test", "myriapi.cluster", value}});
    } catch (const ConfigurationError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(faults("2 KB"), "");
  EXPECT_EQ(faults("8 KB"), "");
  EXPECT_NE(faults("16 KB").find("is more than a frame"), std::string::npos);
  EXPECT_NE(faults("1 KB"), "");
}

}  // namespace
}  // namespace flybar::experiments
