// Random operations on sockets against a simple model: the bytes that a stream has, in their order,
// and that nothing is anybody's at the end.
#include <cstdlib>
#include <map>

#include "testbenches/inet/pair.h"
#include "testbenches/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

/// FLYBAR_INET_OPERATIONS in the long form.
std::uint64_t operations() {
  const char* given = std::getenv("FLYBAR_INET_OPERATIONS");
  return given ? std::strtoull(given, nullptr, 10) : 3000;
}

/// One direction of a connection, as the model has it: byte n follows from the seed, whatever
/// memory it came from.
struct Stream {
  std::uint64_t seed = 0;
  std::uint64_t sent = 0, received = 0;
  bool closed = false;  ///< by the sender, in order
};

std::uint8_t byte_at(const Stream& stream, std::uint64_t at) {
  std::uint64_t x = (at + stream.seed) * 0x9e37'79b9'7f4a'7c15;
  return static_cast<std::uint8_t>((x ^ x >> 29) * 0xbf58'476d'1ce4'e5b9 >> 56);
}

struct Talk {
  std::array<Stream, 2> streams;  ///< by the end that sends
  bool reset = false;             ///< somebody has, or was gone when data came
  bool accepted = false;
};

class RandomSockets : public SocketBench {
 protected:
  static constexpr std::uint64_t kArea = 24;  ///< pages of a program

  std::uint64_t below(std::uint64_t most) { return random() % most; }
  template <std::size_t N>
  std::size_t one_of(const std::size_t (&sizes)[N]) {
    return sizes[below(N)];
  }

  void draw() {
    const std::size_t mtus[] = {576, 1500, 4224, 8320};
    const std::size_t buffers[] = {1024, 4096, 20'000, 65'536, 300'000};
    const std::size_t entries[] = {1, 4, 32};
    const std::size_t frames[] = {2, 4, 32};
    setup.device.mtu = Bytes(static_cast<std::int64_t>(one_of(mtus)));
    setup.sockets.socket_buffer = Bytes(static_cast<std::int64_t>(
        std::max(one_of(buffers), 2 * static_cast<std::size_t>(setup.device.mtu.count))));
    setup.device.send_entries = one_of(entries);
    setup.device.receive_frames = one_of(frames);
    setup.device.completion = below(2) ? Completion::kCalled : Completion::kInterrupt;
    setup.sockets.software_sums = below(2) == 0;
    setup.inet.tcp.ack = below(2) ? AckPolicy::kOnRead : AckPolicy::kEverySecond;
    setup.inet.ip.interface_queue = below(2) ? 512 : 3;
    wire.lost = below(2) ? 0.01 : 0;
    wire.late = below(2) ? 0.05 : 0;
    wire.damaged = setup.sockets.software_sums && below(2) ? 0.01 : 0;
    wire.seed = random();
    policy.least = Bytes(below(2) ? 8192 : 20'000);
  }

  struct Side {
    Connection& connection;
    ProgramMemory& memory;
    Cpu& cpu;
    Stream& out;
    Stream& in;
    Talk& talk;
  };
  CopyPolicy some_policy() {
    return {.remap_sent = below(4) > 0, .remap_received = below(4) > 0, .least = policy.least};
  }
  std::uint64_t place(std::uint64_t length) {
    const std::uint64_t room = kArea * kPage - length;
    return below(2) ? below(room / kPage + 1) * kPage : below(room + 1);
  }
  std::uint64_t some_length() {
    const std::size_t sizes[] = {below(8) + 1, below(200) + 1, below(kPage) + 1,
                                 kPage,        2 * kPage,      below(12 * kPage) + 1};
    return one_of(sizes);
  }
  Time patience() { return below(3) ? 2'000_ms : Time::us(static_cast<std::int64_t>(below(500))); }

  /// False once the connection is over.
  bool send_some(Side& side) {
    const std::uint64_t length = some_length(), at = place(length);
    Bytes8 bytes(length);
    for (std::uint64_t n = 0; n < length; ++n) bytes[n] = byte_at(side.out, side.out.sent + n);
    side.memory.write(at, bytes);
    const auto sent = side.connection.send(some_policy(), side.memory.at(at), length, patience());
    if (sent > 0) side.out.sent += static_cast<std::uint64_t>(sent);
    // What the network has is the bytes of then.
    if (below(2))
      side.memory.write(at, Bytes8(std::min<std::uint64_t>(length, below(length) + 1), 0xee));
    if (sent < 0 && sent != -EAGAIN) return over(side, sent);
    return true;
  }
  bool over(Side& side, std::int64_t error) {
    EXPECT_TRUE(error == -ECONNRESET || error == -ETIMEDOUT || error == -EPIPE) << error;
    EXPECT_TRUE(side.talk.reset || error == -ETIMEDOUT) << error;
    side.talk.reset = true;
    ++resets;
    return false;
  }
  bool receive_some(Side& side) {
    const std::uint64_t length = some_length(), at = place(length);
    const auto came =
        side.connection.receive(some_policy(), side.memory.at(at), length, patience());
    if (came == -EAGAIN) return true;
    if (came < 0) return over(side, came);
    if (came == 0) {
      EXPECT_TRUE(side.in.closed);
      EXPECT_EQ(side.in.received, side.in.sent);
      return false;
    }
    const Bytes8 bytes = side.memory.read(at, static_cast<std::size_t>(came));
    for (const std::uint8_t one : bytes) wrong += one != byte_at(side.in, side.in.received++);
    EXPECT_LE(side.in.received, side.in.sent + kArea * kPage);
    return true;
  }
  /// Ends as programs do: in order, or in the middle.
  void finish(Side& side) {
    if (below(4) == 0) {
      side.talk.reset = true;
      side.out.closed = below(2) == 0;
      side.out.closed ? side.connection.close() : side.connection.abort();
      return;
    }
    side.out.closed = true;
    side.connection.shut_down();
    for (int n = 0; n < 400 && receive_some(side); ++n) {
    }
    side.talk.reset = true;  // for what the other one still sends
    side.connection.close();
  }
  void play_side(Side side) {
    const std::uint64_t count = 5 + below(60);
    bool open = true;
    for (std::uint64_t n = 0; n < count && open; ++n) {
      ++done;
      open = below(2) ? send_some(side) : receive_some(side);
      if (below(8) == 0) side.cpu.sleep(Time::us(static_cast<std::int64_t>(below(3000))));
      if (below(30) == 0) side.memory.release(kArea);
    }
    finish(side);
  }
  /// Connections one after the other, until enough has been done.
  void server(std::uint16_t port, std::uint64_t wanted) {
    hosts().program(1, [this, port, wanted](Cpu& cpu) {
      ProgramMemory memory(inet(1));
      Listener listener(inet(1));
      EXPECT_EQ(listener.listen(port, 3), 0);
      while (done < wanted) {
        const auto connection = listener.accept(50_ms);
        if (!connection) continue;
        Talk& talk = talks[{port, connection->peer_port()}];
        talk.accepted = true;
        play_side({*connection, memory, cpu, talk.streams[1], talk.streams[0], talk});
      }
      // Connections that nobody has accepted are reset.
      for (auto& [ports, talk] : talks)
        if (ports.first == port && !talk.accepted) talk.reset = true;
      listener.close();
      memory.release(kArea);
    });
  }
  void client(std::uint16_t port, std::uint64_t wanted) {
    hosts().program(0, [this, port, wanted](Cpu& cpu) {
      ProgramMemory memory(inet(0));
      cpu.sleep(1_ms);
      for (std::uint16_t own = 10'000; done < wanted; ++own) {
        const auto connection = std::make_shared<Connection>(inet(0));
        const std::uint16_t from = static_cast<std::uint16_t>(own + 10'000 * (port - kPort));
        Talk& talk = talks[{port, from}];
        for (unsigned n = 0; n < 2; ++n) talk.streams[n].seed = random();
        if (connection->connect(1, port, from, 2'000_ms) == 0)
          play_side({*connection, memory, cpu, talk.streams[0], talk.streams[1], talk});
        else
          talk.reset = true, connection->close();
      }
      memory.release(kArea);
    });
  }

  void converse(std::uint64_t wanted) {
    draw();
    for (const std::uint16_t port : {5000, 5001, 5002}) {
      server(port, wanted);
      client(port, wanted);
    }
    run();
    EXPECT_EQ(wrong, 0u);
    std::printf(
        "%llu operations, %zu connections, %llu ended by a reset, %llu segments, %u sent again\n",
        static_cast<unsigned long long>(done), talks.size(),
        static_cast<unsigned long long>(resets),
        static_cast<unsigned long long>(inet(0).output().counters().segments +
                                        inet(1).output().counters().segments),
        inet(0).stack().retransmissions() + inet(1).stack().retransmissions());
  }

  std::mt19937_64 random{chosen_seed(1)};
  std::map<std::pair<std::uint16_t, std::uint16_t>, Talk> talks;
  std::uint64_t done = 0, wrong = 0, resets = 0;
};

TEST_F(RandomSockets, BytesArriveInOrderAndNothingIsLeft) {
  converse(operations());
}

// With these seeds lwIP was left with segments that it never sent.

TEST_F(RandomSockets, GoOnWhenATimeOutFindsAFastRetransmissionWaiting) {
  random.seed(3174);
  converse(5000);
}

TEST_F(RandomSockets, GoOnWhenASegmentIsCutThatIsAcknowledgedInPart) {
  random.seed(3191);
  converse(5000);
}

}  // namespace
}  // namespace flybar::inet
