#include "testbenches/tests/inet/card_bench.h"

#include <cerrno>

#include "models/systems/systems.h"

namespace flybar::inet {
namespace {

constexpr std::uint16_t kPort = 7000;
constexpr Time kPause = Time::ms(1);
/// Longer than connections need to end, but for TIME_WAIT.
constexpr Time kAfterwards = Time::ms(5'000);

}  // namespace

void CardBench::run(const std::vector<Body>& bodies) {
  using namespace experiments;
  const auto system = systems::load(cluster::find_platform("alphastation-500"), parameters_);
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer},
                  {.nodes = bodies.size(), .patience = patience_});
  TrapezeLink link(testbed, 0, BesideIp::kCalls);
  InetHosts hosts(testbed, link, {.socket_buffer = Bytes(64 * 1024)});
  prepare(link, hosts);
  left_.resize(bodies.size());
  for (std::size_t n = 0; n < bodies.size(); ++n)
    link.stack().run_on(n, [&, n](cluster::Node& host) {
      Inet& inet = hosts.inet(n);
      const auto before = static_cast<std::int64_t>(inet.pool().free_count());
      bodies[n](inet);
      host.cpu.sleep(kAfterwards);
      inet.complete_sent();
      host.cpu.sync();
      left_[n].received_frames = inet.input().frames();
      left_[n].frames_lost = before - static_cast<std::int64_t>(inet.pool().free_count());
    });
  testbed.run();
}

void CardBench::expect_clean() const {
  for (const Left& one : left_) {
    EXPECT_EQ(one.received_frames, 0u);
    EXPECT_EQ(one.frames_lost, 0);
  }
}

std::shared_ptr<Connection> connected(Inet& inet, std::uint32_t node) {
  for (int tries = 0; tries < 100; ++tries) {
    auto connection = Connection::make(inet);
    const int error = establish(*connection, {node, kPort, 0}, Time::never());
    if (error == 0) return connection;
    EXPECT_EQ(error, ECONNREFUSED);
    inet.cpu().sleep(kPause);
  }
  ADD_FAILURE() << "nobody listens on node " << node;
  return Connection::make(inet);
}

std::shared_ptr<Connection> accepted(Inet& inet) {
  Listener listener(inet);
  EXPECT_EQ(listener.listen(kPort, 5), 0);
  auto connection = listener.accept();
  listener.close();
  return connection;
}

void send_all(Connection& connection, const std::vector<std::uint8_t>& bytes) {
  const UserArea from(const_cast<std::uint8_t*>(bytes.data()));
  EXPECT_EQ(connection.send({}, from, bytes.size(), Time::never()),
            static_cast<std::int64_t>(bytes.size()));
}

std::vector<std::uint8_t> received(Connection& connection, std::size_t length) {
  std::vector<std::uint8_t> all(length);
  for (std::size_t done = 0; done < length;) {
    const auto came =
        connection.receive({}, UserArea(all.data() + done), length - done, Time::never());
    EXPECT_GT(came, 0);
    if (came <= 0) break;
    done += static_cast<std::size_t>(came);
  }
  return all;
}

}  // namespace flybar::inet
