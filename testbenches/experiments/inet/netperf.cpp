#include "testbenches/experiments/inet/netperf.h"

#include <algorithm>

#include "models/common/quantity.h"
#include "models/host/params.h"
#include "models/inet/inet_params.h"
#include "models/inet/ip/headers.h"
#include "testbenches/experiments/inet/beside/beside.h"
#include "testbenches/experiments/inet/inet_options.h"
#include "testbenches/experiments/inet/netperf_notes.h"
#include "testbenches/experiments/inet/round_trips.h"
#include "testbenches/experiments/inet/stream.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/stacks/inet/inet_checks.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"

namespace flybar::experiments {

namespace {

/// A datagram of more packets than the interface queue holds is refused for ever.
void check_queue(const char* key, std::size_t size, Transport transport,
                 const cluster::SystemParams& system, std::vector<Fault>& faults) {
  for (std::size_t n = 0; n < 2; ++n) {
    const auto& ip = system.node(n).get<inet::InetParams>().ip;
    const Bytes mtu = mtu_of(transport, system, n);
    const std::size_t packets =
        inet::packets_of(inet::kUdpHeader + size, static_cast<std::size_t>(mtu.count));
    if (packets <= static_cast<std::size_t>(ip.interface_queue)) continue;
    faults.push_back({key, std::to_string(size) + " B, " + std::to_string(packets) + " packets",
                      "datagrams of at most ip.interface_queue packets",
                      "raise ip.interface_queue, or send less at once"});
    return;
  }
}

}  // namespace

void Netperf::describe(Parameters& options) {
  using S = NetperfSetup;
  options.add_choice("test", setup_.test,
                     {{"tcp-stream", S::Test::kTcpStream},
                      {"udp-stream", S::Test::kUdpStream},
                      {"tcp-rr", S::Test::kTcpRr},
                      {"udp-rr", S::Test::kUdpRr}},
                     {"A stream, or round trips of a request and its response.", "choice"});
  options.add_choice("direction", setup_.direction,
                     {{"server-to-client", S::Direction::kServerToClient},
                      {"client-to-server", S::Direction::kClientToServer}},
                     {"Of a stream.", "the published stream goes from the Alcor to the Miata"});
  add_ip_transport(options, setup_.transport);
  add_copy(options, setup_.copy);
  add_checksum(options, setup_);
  options.add_choice(
      "sender_writes", setup_.writes, {{"none", S::Writes::kNone}, {"all", S::Writes::kAll}},
      {"What of a buffer the sender writes before it sends it.", "netperf writes nothing"});
  options.add_choice(
      "beside", setup_.beside,
      {{"none", S::Beside::kNone}, {"rpc", S::Beside::kRpc}, {"file-read", S::Beside::kFileRead}},
      {"What else the client does through the same card: calls to the server's "
       "kernel, one after the other, or reading a file in its memory.",
       "choice"});
  describe_buffers(options);
  describe_amounts(options);
}

void Netperf::describe_buffers(Parameters& options) {
  const Limits<Bytes> size{Bytes(0), Bytes(16 * 1024 * 1024)};
  options.add(
      "send_size", setup_.send_size, size,
      {"Bytes of one send call of a stream; 0: 1 MB of TCP, 8 KB of UDP.", "1 MB as published"});
  options.add("receive_size", setup_.receive_size, size,
              {"Bytes that one receive call asks for; 0: as many.", "1 MB as published"});
  options.add("socket_buffer", setup_.socket_buffer,
              {inet::Stack::kLeastSocketBuffer, Bytes(16 * 1024 * 1024)},
              {"Of each socket, for sending and for receiving.", "1 MB as published"});
  options.add("align", setup_.align, {Bytes(0), Bytes(65535)},
              {"Where in a page the buffers of both programs begin.", "netperf's begin with one"});
}

void Netperf::describe_amounts(Parameters& options) {
  const Limits<Bytes> message{Bytes(1), Bytes(1024 * 1024)};
  options.add("request", setup_.request, message, {"Bytes of a request.", "netperf's default"});
  options.add("response", setup_.response, message, {"Bytes of a response.", "netperf's default"});
  options.add("amount", setup_.amount, {Bytes(1), Bytes(std::int64_t{1} << 40)},
              {"Bytes of a stream that are measured. Twice the socket buffer comes before them, "
               "and as much "
               "behind them, so that all buffers are full.",
               "steady state"});
  options.add("transactions", setup_.transactions, {1, 10'000'000},
              {"Round trips that are measured, after some.", "steady state"});
}

/// Refuses an amount of fewer than 6 packets, or of less than 48 KB in packets of a fixed size: a
/// reader gets the stream in pieces, and so the rate of a shorter one would be off by more than 2
/// %.
void Netperf::check_amount(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  constexpr std::int64_t kFewestPackets = 6;
  const Bytes mtu = mtu_of(setup_.transport, system, setup_.sender());
  constexpr Bytes kFewestBytes(48 * 1024);
  const Bytes packets(kFewestPackets * mtu.count);
  const bool fixed = setup_.transport != Transport::kIpTrapeze;
  const Bytes least = fixed ? std::max(packets, kFewestBytes) : packets;
  if (!setup_.streams() || setup_.amount >= least) return;
  faults.push_back({"amount", quantity::print(setup_.amount) + " is no stream",
                    quantity::print(least) + " or more, 6 packets of " + mtu_key(setup_.transport),
                    "raise it, or take test=tcp-rr for single messages"});
}

void Netperf::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_inet(setup_.transport, 2, setup_.socket_buffer, system, faults);
  if (faults.empty()) check_amount(system, faults);
  if (faults.empty()) check_memory(system, faults);
  if (faults.empty()) check_beside(setup_.beside, setup_.transport, system, faults);
  if (setup_.tcp()) return;
  const auto check_datagram = [&](const char* key, std::size_t size) {
    constexpr std::size_t kMost = inet::Datagrams::kMost;
    const auto most = std::min(kMost, static_cast<std::size_t>(setup_.socket_buffer.count));
    if (size > most)
      faults.push_back({key, std::to_string(size) + " B",
                        "at most " + std::to_string(most) + " B, a datagram within socket_buffer",
                        "send less at once, or use TCP"});
    else
      check_queue(key, size, setup_.transport, system, faults);
  };
  if (setup_.streams()) {
    check_datagram("send_size", setup_.size(setup_.send_size));
  } else {
    check_datagram("request", static_cast<std::size_t>(setup_.request.count));
    check_datagram("response", static_cast<std::size_t>(setup_.response.count));
  }
}

/// The buffers of the programs are filled before the test. Some frames are for the rings, the
/// kernel's copies and the pool's reserve.
void Netperf::check_memory(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  constexpr std::int64_t kOthers = 128;
  if (!setup_.streams()) return;
  for (const bool sends : {true, false}) {
    const std::size_t n = sends ? setup_.sender() : setup_.receiver();
    const auto& host = system.node(n).get<host::HostParams>();
    const auto size =
        static_cast<std::int64_t>(setup_.size(sends ? setup_.send_size : setup_.receive_size));
    const std::int64_t buffers = sends ? setup_.socket_buffer.count / size + 1 : 2;
    const std::int64_t each = (setup_.align.count + size + host.frame.count - 1) / host.frame.count;
    const std::int64_t needed = buffers * each + host.free_high + kOthers;
    const std::int64_t there = host.memory.count / host.frame.count;
    if (needed > there)
      faults.push_back({"host.memory",
                        quantity::print(host.memory) + " on node " + std::to_string(n) + ": " +
                            std::to_string(there) + " frames",
                        std::to_string(needed) + " frames or more: the program has " +
                            std::to_string(buffers) + " buffers of " + std::to_string(each),
                        "raise it, or lower send_size, receive_size and socket_buffer"});
  }
}

Results Netperf::run(const Context& context) {
  Results results = setup_.streams() ? NetperfStream(context, setup_).run()
                                     : NetperfRoundTrips(context, setup_).run();
  note_unused(setup_, results);
  return results;
}

}  // namespace flybar::experiments
