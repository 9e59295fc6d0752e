#include "testbenches/tests/inet/socket_bench.h"

#include "models/systems/systems.h"

namespace flybar::inet {

namespace {

/// Longer than connections need to end, but for TIME_WAIT.
constexpr Time kAfterwards = Time::ms(5'000);

}  // namespace

void SocketBench::run(const std::vector<std::function<int()>>& bodies) {
  using namespace experiments;
  const auto system = systems::load(cluster::find_platform("alphastation-500"), parameters_);
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer},
                  {.nodes = bodies.size(), .patience = patience_});
  TrapezeStack stack(testbed, {.notify = trapeze::Notify::kInterrupt});
  Kernels kernels(stack);
  InetHosts hosts(stack, kernels, {.socket_buffer = Bytes(64 * 1024)});
  prepare(kernels, hosts);
  left_.resize(bodies.size());
  for (std::size_t n = 0; n < bodies.size(); ++n)
    stack.run_on(n, [&, n](TrapezeStack::Host& host) {
      Inet& inet = hosts.inet(n);
      const auto before = static_cast<std::int64_t>(inet.pool().free_count());
      const Program program{.main = [&](int, char**) { return bodies[n](); }};
      left_[n].ended = run_program(inet, static_cast<std::uint32_t>(bodies.size()), program);
      host.cpu.sleep(kAfterwards);
      inet.complete_sent();
      host.cpu.sync();
      left_[n].received_frames = inet.input().frames();
      left_[n].frames_lost = before - static_cast<std::int64_t>(inet.pool().free_count());
    });
  testbed.run();
}

void SocketBench::expect_clean() const {
  for (const Left& one : left_) {
    EXPECT_EQ(one.received_frames, 0u);
    EXPECT_EQ(one.frames_lost, 0);
  }
}

int make_socket(int type) {
  const int fd = inet_socket(AF_INET, type, 0);
  EXPECT_GE(fd, INET_FIRST_DESCRIPTOR);
  return fd;
}

int bind_to(int fd, std::uint16_t port) {
  const sockaddr_in own = inet_node_address(inet_node(), port);
  return inet_bind(fd, reinterpret_cast<const sockaddr*>(&own), sizeof own);
}

int connect_to(int fd, int node, std::uint16_t port) {
  const sockaddr_in peer = inet_node_address(node, port);
  return inet_connect(fd, reinterpret_cast<const sockaddr*>(&peer), sizeof peer);
}

int listening() {
  const int fd = make_socket(SOCK_STREAM);
  EXPECT_EQ(bind_to(fd, kPort), 0);
  EXPECT_EQ(inet_listen(fd, 5), 0);
  return fd;
}

int connected(int node) {
  const int fd = make_socket(SOCK_STREAM);
  int result = connect_to(fd, node, kPort);
  for (int tries = 0; result != 0 && errno == ECONNREFUSED && tries < 100; ++tries) {
    inet_sleep_us(1000);
    result = connect_to(fd, node, kPort);
  }
  EXPECT_EQ(result, 0) << errno;
  return fd;
}

int accepted(int listener) {
  const int fd = inet_accept(listener, nullptr, nullptr);
  EXPECT_GE(fd, INET_FIRST_DESCRIPTOR) << errno;
  return fd;
}

void set_timeout(int fd, int option, std::int64_t us) {
  const timeval time = {us / 1'000'000, us % 1'000'000};
  EXPECT_EQ(inet_setsockopt(fd, SOL_SOCKET, option, &time, sizeof time), 0);
}

std::string text(std::size_t length) {
  std::string all(length, ' ');
  for (std::size_t n = 0; n < length; ++n) all[n] = static_cast<char>(n * 7 + n / 256);
  return all;
}

std::size_t read_all(int fd) {
  std::string room(8192, ' ');
  std::size_t all = 0;
  while (true) {
    const ssize_t came = inet_recv(fd, room.data(), room.size(), 0);
    if (came <= 0) return all;
    all += static_cast<std::size_t>(came);
  }
}

}  // namespace flybar::inet
