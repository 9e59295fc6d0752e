// The life of a connection: opened, refused, closed by either end, reset.
#include "testbenches/tests/inet/socket/raw_packets.h"
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class Life : public SocketBench {
 protected:
  /// A program without a connection.
  void client(std::function<void(Connection&, Cpu&)> body) {
    hosts().program(0, [this, body = std::move(body)](Cpu& cpu) {
      const auto connection = Connection::make(inet(0));
      body(*connection, cpu);
      connection->close();
    });
  }
};

TEST_F(Life, APortWithoutListenerRefuses) {
  client([&](Connection& connection, Cpu&) {
    EXPECT_EQ(establish(connection, {1, kPort, 0}, Time::never()), ECONNREFUSED);
  });
  run();
}

TEST_F(Life, AHostThatIsNotThereTimesOut) {
  client([&](Connection& connection, Cpu& cpu) {
    const Time begin = cpu.now();
    EXPECT_EQ(establish(connection, {7, kPort, 0}, Time::ms(700)), ETIMEDOUT);
    EXPECT_LT(cpu.now() - begin, Time::ms(800));
  });
  run();
}

TEST_F(Life, TcpItselfGivesUpAHostThatIsNotThere) {
  client([&](Connection& connection, Cpu&) {
    EXPECT_EQ(establish(connection, {7, kPort, 0}, Time::never()), ETIMEDOUT);
  });
  run();
}

TEST_F(Life, ClosedWithDataInFlightAllOfItArrives) {
  wire.lost = 0.05;
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, 7 * kPage, 1);
        send(connection, memory, 0, 7 * kPage);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        receive(connection, memory, 0, 7 * kPage);
        EXPECT_EQ(memory.read(0, 7 * kPage), pattern(7 * kPage, 1));
        expect_end(connection, memory);
      });
  run();
}

/// With a window of less than a segment the last one is cut, and its end is that of the stream.
TEST_F(Life, TheEndComesBehindTheLastByteAlsoThroughASmallWindow) {
  setup.device.mtu = 576_B;
  setup.sockets.socket_buffer = 1152_B;
  policy.remap_sent = policy.remap_received = false;
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, 1100 + 500, 1);
        send(connection, memory, 0, 1100);
        send(connection, memory, 1100, 500);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(2'000_ms);
        for (std::size_t done = 0; done < 1600; done += 100) {
          receive(connection, memory, done, 100);
          cpu.sleep(900_ms);
        }
        EXPECT_EQ(memory.read(0, 1600), pattern(1600, 1));
        expect_end(connection, memory);
      });
  run();
}

TEST_F(Life, AnAbortIsAResetForThePeer) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        send(connection, memory, 0, kPage);
        cpu.sleep(10_ms);
        connection.abort();
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(20_ms);
        receive(connection, memory, 0, kPage);
        EXPECT_EQ(connection.receive(policy, memory.at(0), 1, 1'000_ms), -ECONNRESET);
        EXPECT_EQ(connection.send(policy, memory.at(0), 1, 1'000_ms), -ECONNRESET);
      });
  run();
}

TEST_F(Life, UnreadDataAtTheCloseDoesNotHarmWhatWasSent) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        send(connection, memory, 0, 100);
        cpu.sleep(50_ms);
        receive(connection, memory, 0, 2 * kPage);
        expect_end(connection, memory);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(10_ms);
        send(connection, memory, 0, 2 * kPage);
      });
  run();
}

TEST_F(Life, DataForAClosedConnectionIsAnsweredWithAReset) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(20_ms);
        send(connection, memory, 0, 100);
        cpu.sleep(20_ms);
        EXPECT_EQ(connection.send(policy, memory.at(0), 1, 1'000_ms), -ECONNRESET);
      },
      [&](Connection&, ProgramMemory&, Cpu&) {});
  run();
}

TEST_F(Life, BothMayShutDownAndReadTheEnd) {
  const End both = [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
    send(connection, memory, 0, 1000);
    EXPECT_EQ(connection.shut_down(), 0);
    receive(connection, memory, 0, 1000);
    cpu.sleep(50_ms);
    expect_end(connection, memory);
    EXPECT_EQ(connection.send(policy, memory.at(0), 1, 1'000_ms), -EPIPE);
  };
  connect(both, both);
  run();
}

TEST_F(Life, TheEndIsReadAlsoAfterTheLastAcknowledgement) {
  connect(
      [&](Connection& connection, ProgramMemory&, Cpu& cpu) {
        connection.shut_down();
        cpu.sleep(100_ms);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        expect_end(connection, memory);
        EXPECT_EQ(connection.shut_down(), 0);
        cpu.sleep(50_ms);
        expect_end(connection, memory);
      });
  run();
}

TEST_F(Life, WaitingEndsAtTheTimeout) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        const Time begin = cpu.now();
        EXPECT_EQ(connection.receive(policy, memory.at(0), 1, 30_ms), -EAGAIN);
        EXPECT_NEAR((cpu.now() - begin).us(), 30'000, 500);
        EXPECT_EQ(connection.send(policy, memory.at(0), 200 * kPage, 5000_ms), 128 * 1024);
        EXPECT_EQ(connection.send(policy, memory.at(0), kPage, 30_ms), -EAGAIN);
      },
      [&](Connection&, ProgramMemory&, Cpu& cpu) { cpu.sleep(6000_ms); });
  run();
}

TEST_F(Life, ListenersTimeOutAndRefuseAPortInUse) {
  hosts().program(1, [&](Cpu&) {
    Listener first(inet(1)), second(inet(1));
    EXPECT_EQ(first.listen(kPort, 1), 0);
    EXPECT_EQ(second.listen(kPort, 1), EADDRINUSE);
    EXPECT_FALSE(first.accept(20_ms));
    first.close();
  });
  run();
}

TEST_F(Life, ABacklogOfTwoHoldsTwoConnections) {
  hosts().program(1, [&](Cpu& cpu) {
    Listener listener(inet(1));
    EXPECT_EQ(listener.listen(kPort, 2), 0);
    cpu.sleep(100_ms);
    EXPECT_EQ(inet(1).stack().connections(), 3u);
    for (int n = 0; n < 3; ++n) {
      const auto connection = listener.accept(Time::ms(60'000));
      ASSERT_TRUE(connection);
      connection->close();
    }
    listener.close();
  });
  for (int n = 0; n < 3; ++n)
    client([&](Connection& connection, Cpu& cpu) {
      cpu.sleep(1_ms);
      EXPECT_EQ(establish(connection, {1, kPort, 0}, Time::never()), 0);
      cpu.sleep(100_ms);
    });
  run();
}

TEST_F(Life, AProgramThatEndsInMidStreamLeavesNothing) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, 8 * kPage, 1);
        send(connection, memory, 0, 8 * kPage);
        connection.abort();
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        receive(connection, memory, 0, kPage);
      });
  run();
}

TEST_F(Life, AReaderAndAWriterMayUseAConnectionAtOnce) {
  std::shared_ptr<Connection> shared;
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        shared = connection.shared_from_this();
        memory.fill(0, 100 * kPage, 1);
        send(connection, memory, 0, 100 * kPage);
        connection.shut_down();
        cpu.sleep(1'000_ms);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        for (int n = 0; n < 100; ++n) {
          receive(connection, memory, 0, kPage);
          EXPECT_EQ(memory.frame(0) != 0, true);
          send(connection, memory, 0, kPage);
        }
        expect_end(connection, memory);
      });
  Bytes8 back;
  hosts().program(0, [&](Cpu& cpu) {
    ProgramMemory memory(inet(0));
    while (!shared) cpu.sleep(1_ms);
    receive(*shared, memory, 0, 100 * kPage);
    back = memory.read(0, 100 * kPage);
    memory.release(100);
  });
  run();
  EXPECT_EQ(back, pattern(100 * kPage, 1));
}

TEST_F(Life, AReaderLearnsThatAnotherProgramHasClosed) {
  std::shared_ptr<Connection> shared;
  connect(
      [&](Connection& connection, ProgramMemory&, Cpu& cpu) {
        shared = connection.shared_from_this();
        cpu.sleep(20_ms);
      },
      [&](Connection&, ProgramMemory&, Cpu& cpu) { cpu.sleep(6000_ms); });
  hosts().program(0, [&](Cpu& cpu) {
    ProgramMemory memory(inet(0));
    while (!shared) cpu.sleep(1_ms);
    EXPECT_EQ(shared->receive(policy, memory.at(0), 1, Time::never()), -EBADF);
    EXPECT_EQ(shared->send(policy, memory.at(0), 1, Time::never()), -EPIPE);
    memory.release(1);
  });
  run();
}

TEST_F(Life, AnEchoOfALargePacketGivesItsFrameBack) {
  hosts().program(0, [&](Cpu& cpu) {
    hosts()[1].device.deliver(ping(0, 1, 4000), 28, cpu.now());
    cpu.sleep(500_ms);
    EXPECT_EQ(inet(1).output().counters().packets, 1u);
  });
  run();
}

}  // namespace
}  // namespace flybar::inet
