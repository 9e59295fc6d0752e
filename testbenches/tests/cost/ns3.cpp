/// The work of `one-way` and `stream` in ns-3: 8 KB datagrams between two nodes with a router
/// between them, over links of Myrinet's rate. ns-3 models packets, queues, UDP and IP; it has no
/// card, no bus, no firmware and no host.
///
///     ns3 one-way|stream MESSAGES
///
/// Prints the one-way latency in us, or the bandwidth in MB/s.
#include <ns3/core-module.h>
#include <ns3/internet-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr std::uint32_t kPayload = 8192;
constexpr std::uint16_t kPort = 9;
constexpr std::uint32_t kQueued = 4;  ///< messages that a sender has on their way

struct Run {
  bool there_and_back;
  std::uint32_t messages;  ///< still to be sent
  std::uint32_t received = 0;
  std::uint32_t first = 0;  ///< received when `since` was taken
  ns3::Time since = {}, last = {};
};

void send(ns3::Ptr<ns3::Socket> socket, Run* run) {
  if (run->messages == 0) return;
  --run->messages;
  socket->Send(ns3::Create<ns3::Packet>(kPayload));
}

void take(Run* run, ns3::Ptr<ns3::Socket> peer, ns3::Ptr<ns3::Socket> socket) {
  while (socket->Recv()) {
    ++run->received;
    run->last = ns3::Simulator::Now();
    if (run->received == 1) run->since = run->last, run->first = 1;
    send(run->there_and_back ? socket : peer, run);
  }
}

ns3::Ptr<ns3::Socket> open(ns3::Ptr<ns3::Node> node, ns3::Ipv4Address peer) {
  auto socket = ns3::Socket::CreateSocket(node, ns3::UdpSocketFactory::GetTypeId());
  socket->Bind(ns3::InetSocketAddress(ns3::Ipv4Address::GetAny(), kPort));
  socket->Connect(ns3::InetSocketAddress(peer, kPort));
  return socket;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "ns3 one-way|stream MESSAGES\n"), 2;
  Run run{std::string(argv[1]) == "one-way", static_cast<std::uint32_t>(std::atoi(argv[2]))};

  ns3::NodeContainer nodes(3);
  ns3::InternetStackHelper().Install(nodes);
  ns3::PointToPointHelper link;
  link.SetDeviceAttribute("DataRate", ns3::StringValue("1280Mbps"));
  link.SetDeviceAttribute("Mtu", ns3::UintegerValue(9000));
  link.SetChannelAttribute("Delay", ns3::StringValue("25ns"));
  ns3::Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
  addresses.Assign(link.Install(nodes.Get(0), nodes.Get(1)));
  addresses.NewNetwork();
  const auto far = addresses.Assign(link.Install(nodes.Get(1), nodes.Get(2)));
  ns3::Ipv4GlobalRoutingHelper::PopulateRoutingTables();

  auto left = open(nodes.Get(0), far.GetAddress(1));
  auto right = open(nodes.Get(2), "10.0.0.1");
  left->SetRecvCallback(ns3::MakeBoundCallback(&take, &run, left));
  right->SetRecvCallback(ns3::MakeBoundCallback(&take, &run, left));
  const std::uint32_t at_once = run.there_and_back ? 1 : kQueued;
  for (std::uint32_t i = 0; i < at_once; ++i)
    ns3::Simulator::Schedule(ns3::MicroSeconds(1), &send, left, &run);
  ns3::Simulator::Run();

  const double us = (run.last - run.since).GetNanoSeconds() / 1000.0;
  const double each = us / (run.received - run.first);
  std::printf("%.6g\n", run.there_and_back ? each : kPayload / each);
  ns3::Simulator::Destroy();
}
