#include "testbenches/experiments/inet/round_trips.h"

#include <algorithm>
#include <cerrno>

#include "models/common/error.h"

namespace flybar::experiments {

using inet::Connection;
using inet::Datagrams;
using inet::Listener;

namespace {

constexpr std::int64_t kBefore = 20;  ///< round trips that do not count

}  // namespace

class NetperfRoundTrips::Talk {
 public:
  Talk(NetperfBench& bench, std::size_t node, BufferRing& ring, const Content& content)
      : bench_(bench), inet_(bench.hosts.inet(node)), node_(node), ring_(ring), content_(content) {
    ring_.fill(content_, 0);
    ring_.fill(content_, 1);
  }

  void open() {
    if (!bench_.setup.tcp()) return open_port();
    if (node_ == NetperfBench::kServer) {
      listener_.emplace(inet_);
      if (const int error = listener_->listen(NetperfBench::kPort, 1))
        bench_.refuse("listen", -error);
      connection_ = listener_->accept(kStuck);
      if (!connection_) bench_.refuse("accept", -ETIMEDOUT);
    } else {
      connection_ = bench_.connect(node_);
    }
    connection_->set_options({.no_delay = true});
  }

  void send(Bytes length) {
    const auto size = static_cast<std::size_t>(length.count);
    const auto policy = bench_.policy(node_);
    const Time begin = inet_.cpu().now();
    const auto sent = connection_ ? connection_->send(policy, ring_.buffer(0), size, kStuck)
                                  : port_->send(policy, ring_.buffer(0), size, peer_);
    if (sent != length.count) bench_.refuse("send", sent, inet_.cpu().now() - begin);
  }

  void receive(Bytes length) {
    const auto size = static_cast<std::size_t>(length.count);
    const auto policy = bench_.policy(node_);
    for (std::size_t done = 0; done < size;) {
      const inet::UserArea area = ring_.buffer(1) + done;
      const auto came = connection_ ? connection_->receive(policy, area, size - done, kStuck)
                                    : port_->receive(policy, area, size - done, kStuck, &peer_);
      if (came <= 0) bench_.refuse("receive", came);
      ring_.check(content_, 1, done, static_cast<std::size_t>(came), done, {size, 1});
      done += static_cast<std::size_t>(came);
    }
  }

  void close(inet::CopyCounters& sent, inet::CopyCounters& received) {
    if (connection_) {
      sent = connection_->counters().sent;
      received = connection_->counters().received;
      connection_->close();
      if (listener_) listener_->close();
      return;
    }
    sent = port_->counters().sent;
    received = port_->counters().received;
    port_->close();
  }

 private:
  void open_port() {
    port_.emplace(inet_);
    peer_ = {NetperfBench::kServer, NetperfBench::kPort};
    if (node_ == NetperfBench::kServer)
      port_->bind(NetperfBench::kPort);
    else
      inet_.cpu().sleep(kListenPause);
  }

  NetperfBench& bench_;
  inet::Inet& inet_;
  const std::size_t node_;
  BufferRing& ring_;
  const Content& content_;
  std::optional<Listener> listener_;
  std::shared_ptr<Connection> connection_;
  std::optional<Datagrams> port_;
  Datagrams::Peer peer_;
};

NetperfRoundTrips::NetperfRoundTrips(const Context& context, const NetperfSetup& setup)
    : bench_(context, setup),
      client_("client", bench_.hosts.inet(NetperfBench::kClient),
              {2, static_cast<std::size_t>(std::max(setup.request, setup.response).count),
               static_cast<std::size_t>(setup.align.count)}),
      server_("server", bench_.hosts.inet(NetperfBench::kServer),
              {2, static_cast<std::size_t>(std::max(setup.request, setup.response).count),
               static_cast<std::size_t>(setup.align.count)}) {}

std::int64_t NetperfRoundTrips::all() const {
  return bench_.setup.transactions + kBefore;
}

void NetperfRoundTrips::ask(Talk& talk) {
  host::Cpu& cpu = bench_.hosts.inet(NetperfBench::kClient).cpu();
  for (std::int64_t n = 0; n < all(); ++n) {
    if (n == kBefore) bench_.begin(NetperfBench::kClient);
    const Time begin = cpu.now();
    talk.send(bench_.setup.request);
    talk.receive(bench_.setup.response);
    if (n >= kBefore) latencies_.add(cpu.now() - begin);
    bench_.testbed.progress(n + 1, all());
  }
  bench_.end(NetperfBench::kClient);
}

void NetperfRoundTrips::answer(Talk& talk) {
  for (std::int64_t n = 0; n < all(); ++n) {
    if (n == kBefore) bench_.begin(NetperfBench::kServer);
    talk.receive(bench_.setup.request);
    talk.send(bench_.setup.response);
  }
  bench_.end(NetperfBench::kServer);
}

Results NetperfRoundTrips::run() {
  bench_.run_on(NetperfBench::kServer, [this] {
    inet::CopyCounters ignored;
    Talk talk(bench_, NetperfBench::kServer, server_, content_);
    talk.open();
    answer(talk);
    talk.close(ignored, ignored);
  });
  bench_.run_on(NetperfBench::kClient, [this] {
    Talk talk(bench_, NetperfBench::kClient, client_, content_);
    talk.open();
    ask(talk);
    talk.close(sent_, received_);
  });
  bench_.testbed.run();

  const double us = bench_.costs[NetperfBench::kClient].elapsed();
  const auto done = static_cast<double>(bench_.setup.transactions);
  Results results;
  results.numbers = {{"rate", 1e6 * done / us, "/s"}, {"latency", us / done, "us"}};
  results.histograms.push_back({"round trips", latencies_});
  const double bytes =
      done * static_cast<double>((bench_.setup.request + bench_.setup.response).count);
  bench_.account(results, {bytes, bytes}, sent_, received_, client_.space().copied_on_write());
  return results;
}

}  // namespace flybar::experiments
