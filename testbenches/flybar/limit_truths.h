/// Systems whose limit is known, because the resource that limits them was made so.
#pragma once

#include <array>

namespace flybar::program {

struct LimitTruth {
  const char* name;      ///< of the case
  const char* run;       ///< experiment and platform or system
  const char* settings;  ///< "KEY=VALUE; KEY=VALUE"
  const char* result;    ///< that tells how fast it is
  const char* limit;     ///< begin of what the run says
  const char* relief;    ///< settings that make that resource twice as fast
  double gain;           ///< %, least: what they bring
  const char* rival;     ///< settings that make another resource twice as fast
};

/// A rival's gain is at most half that of the relief: see the test. Commands are short, which
/// changes shares by some percent and no limit.
inline constexpr std::array kLimitTruths = {
    // A bridge that takes DMA writes at half rate.
    LimitTruth{"Stream", "stream", "messages=200", "bandwidth", "PCI bus of node0, saturated",
               "pci.clock=66.67 MHz", 50, "lanai.clock=66.67 MHz"},
    LimitTruth{"StreamStoreAndForward", "stream", "messages=200; mcp.mode=store-and-forward",
               "bandwidth", "PCI bus of node0, saturated", "pci.clock=66.67 MHz", 50,
               "lanai.clock=66.67 MHz"},
    LimitTruth{"Pairs", "pairs", "messages=50", "bandwidth", "PCI bus of node",
               "pci.clock=66.67 MHz", 50, "link.rate=320 MB/s"},
    LimitTruth{"Incast", "incast", "messages=50", "bandwidth", "PCI bus of node0, saturated",
               "pci.clock=66.67 MHz", 50, "link.rate=320 MB/s"},
    LimitTruth{"AllToAll", "all-to-all", "messages=30", "bandwidth", "PCI bus of node",
               "pci.clock=66.67 MHz", 15, "link.rate=320 MB/s"},
    LimitTruth{"PmWithASlowBus", "pm-bandwidth --platform rwc-pentium-pro", "pci.clock=16.667 MHz",
               "bandwidth", "PCI bus of node0, saturated", "pci.clock=33.333 MHz", 15,
               "link.rate=320 MB/s"},
    // A bridge that keeps up: the card does not.
    LimitTruth{"StreamOfAlcor", "stream --platform alcor-miata", "messages=200", "bandwidth",
               "card processor (firmware) of node1, saturated", "lanai.clock=66.67 MHz", 5,
               "pci.clock=66.67 MHz"},
    LimitTruth{"StreamOfPentium", "stream --platform pentium-ii-440lx", "messages=200", "bandwidth",
               "card processor (firmware) of node", "lanai.clock=66.67 MHz", 5,
               "pci.clock=66.67 MHz"},
    LimitTruth{"StreamOnAFastBus", "stream", "messages=200; pci.clock=66.67 MHz", "bandwidth",
               "card processor (firmware) of node1, saturated", "lanai.clock=66.67 MHz", 5,
               "link.rate=320 MB/s"},
    LimitTruth{"IncastOfAlcor", "incast --platform alcor-miata", "messages=50", "bandwidth",
               "card processor (firmware) of node0, saturated", "lanai.clock=66.67 MHz", 8,
               "pci.clock=66.67 MHz"},
    LimitTruth{"ShortMessages", "stream", "payload=64 B; messages=300", "bandwidth",
               "card processor (firmware) of node1", "lanai.clock=66.67 MHz", 60,
               "host.clock=532 MHz"},
    LimitTruth{"MessagesOf256B", "stream --platform alcor-miata", "payload=256 B; messages=300",
               "bandwidth", "card processor (firmware) of node1", "lanai.clock=66.67 MHz", 60,
               "pci.clock=66.67 MHz"},
    LimitTruth{"PmBandwidth", "pm-bandwidth --platform rwc-pentium-pro", "", "bandwidth",
               "card processor (firmware) of node0, saturated", "lanai.clock=66.67 MHz", 3,
               "pci.clock=66.67 MHz"},
    LimitTruth{"PmShortMessages", "pm-bandwidth --platform rwc-pentium-pro", "payload=64 B",
               "bandwidth", "card processor (firmware) of node0", "lanai.clock=66.67 MHz", 60,
               "pci.clock=66.67 MHz"},
    LimitTruth{"MpiBandwidth", "mpi-bandwidth --platform rwc-pentium-pro", "", "bandwidth",
               "card processor (firmware) of node0", "lanai.clock=66.67 MHz", 14,
               "pci.clock=66.67 MHz"},
    // Data phases of 64 bit take all that the SRAM has in a clock.
    LimitTruth{"WideBusOfAlcor", "stream --platform alcor-miata", "messages=200; pci.width=64 bit",
               "bandwidth", "SRAM of node1", "lanai.sram_width=64 bit", 50, "link.rate=320 MB/s"},
    LimitTruth{"WideBus", "stream", "messages=200; pci.width=64 bit", "bandwidth", "SRAM of node1",
               "lanai.sram_width=64 bit", 50, "pci.clock=66.67 MHz"},
    // A slow link.
    LimitTruth{"SlowLink", "stream", "messages=100; link.rate=20 MB/s", "bandwidth",
               "cable node 1 -> switch 0 port 1, saturated", "link.rate=40 MB/s", 70,
               "pci.clock=66.67 MHz"},
    LimitTruth{"SlowLinkOfAlcor", "stream --platform alcor-miata",
               "messages=100; link.rate=40 MB/s", "bandwidth",
               "cable node 1 -> switch 0 port 1, saturated", "link.rate=80 MB/s", 60,
               "lanai.clock=66.67 MHz"},
    LimitTruth{"SlowLinkToOne", "incast", "messages=50; link.rate=40 MB/s", "bandwidth",
               "cable switch 0 port 0 -> node 0, saturated", "link.rate=80 MB/s", 35,
               "pci.clock=66.67 MHz"},
    LimitTruth{"SlowLinkOfPm", "pm-bandwidth --platform rwc-pentium-pro", "link.rate=40 MB/s",
               "bandwidth", "cable node 0 -> switch 0 port 0, saturated", "link.rate=80 MB/s", 60,
               "pci.clock=66.67 MHz"},
    // Four senders share a cable, which their packets enter at one word in a clock of the card.
    LimitTruth{"Trunk", "pairs --system chain-of-switches", "messages=50", "bandwidth",
               "cable switch 0 port 7 -> switch 1 port 7, saturated", "lanai.link_words=2", 15,
               "pci.clock=66.67 MHz"},
    LimitTruth{"SlowTrunk", "pairs --system chain-of-switches", "messages=50; link.rate=80 MB/s",
               "bandwidth", "cable switch 0 port 7 -> switch 1 port 7, saturated",
               "link.rate=160 MB/s", 40, "pci.clock=66.67 MHz"},
    // Hosts that copy and write.
    LimitTruth{"FileRead", "file-read --platform alcor-miata", "file=600", "bandwidth",
               "host CPU of node0, saturated",
               "client.host.clock=1000 MHz; client.host.copy_rate=424 MB/s; "
               "client.host.read_rate=820 MB/s; client.gms.touch_rate=608 MB/s",
               5, "pci.clock=66.67 MHz"},
    LimitTruth{"FileWrite", "file-write --platform alcor-miata", "file=600", "bandwidth",
               "host CPU of node0, saturated",
               "server.host.clock=532 MHz; server.host.copy_rate=160 MB/s; "
               "server.host.write_rate=186 MB/s; server.gms.touch_rate=360 MB/s",
               20, "lanai.clock=66.67 MHz"},
    LimitTruth{"SenderThatWrites", "stream",
               "messages=50; sender_writes=all; host.write_rate=20 MB/s", "bandwidth",
               "host CPU of node1, saturated", "host.write_rate=40 MB/s", 60,
               "pci.clock=66.67 MHz"},
    // TCP: as streams of messages are, but for copies and for sums.
    LimitTruth{"TcpStream", "netperf --platform alcor-miata", "amount=2 MB; socket_buffer=256 KB",
               "throughput", "card processor (firmware) of node1, saturated",
               "lanai.clock=66.67 MHz", 5, "pci.clock=66.67 MHz"},
    LimitTruth{"TcpStreamToAlcor", "netperf --platform alcor-miata",
               "amount=2 MB; socket_buffer=256 KB; direction=client-to-server", "throughput",
               "PCI bus of node1, saturated", "pci.clock=66.67 MHz", 25, "lanai.clock=66.67 MHz"},
    LimitTruth{"TcpStreamOverASlowLink", "netperf --platform alcor-miata",
               "amount=2 MB; socket_buffer=256 KB; link.rate=40 MB/s", "throughput",
               "cable node 1 -> switch 0 port 1, saturated", "link.rate=80 MB/s", 60,
               "pci.clock=66.67 MHz"},
    LimitTruth{"TcpStreamWithCopies", "netperf --platform alcor-miata",
               "amount=2 MB; socket_buffer=256 KB; copy=both", "throughput",
               "host CPU of node1, saturated",
               "server.host.clock=532 MHz; server.host.copy_rate=160 MB/s", 40,
               "lanai.clock=66.67 MHz"},
    // Times: what messages wait for longest.
    LimitTruth{"OneWay", "one-way", "round_trips=20", "latency",
               "PCI bus, for which messages wait longest: DMA into the host", "pci.clock=66.67 MHz",
               30, "lanai.clock=66.67 MHz"},
    LimitTruth{"OneWayStoreAndForward", "one-way", "round_trips=20; mcp.mode=store-and-forward",
               "latency", "PCI bus, for which messages wait longest: DMA into the host",
               "pci.clock=66.67 MHz", 20, "lanai.clock=66.67 MHz"},
    LimitTruth{"OneWayOverASlowLink", "one-way", "round_trips=20; link.rate=20 MB/s", "latency",
               "cable, for which messages wait longest: link", "link.rate=40 MB/s", 50,
               "pci.clock=66.67 MHz"},
    LimitTruth{"ShortOneWay", "one-way", "round_trips=20; payload=16 B", "latency",
               "card processor (firmware), for which messages wait longest",
               "lanai.clock=66.67 MHz", 20, "pci.clock=66.67 MHz"},
    LimitTruth{"DemandFetch", "demand-fetch", "", "latency",
               "PCI bus, for which messages wait longest", "pci.clock=66.67 MHz", 20,
               "lanai.clock=66.67 MHz"},
    LimitTruth{"PagesInReplies", "rpc", "reply=cont; payload=8 KB; calls=60", "latency",
               "PCI bus, for which messages wait longest", "pci.clock=66.67 MHz", 20,
               "lanai.clock=66.67 MHz"},
    LimitTruth{"Calls", "rpc --platform alcor-miata", "reply=cont", "latency",
               "card processor (firmware), for which messages wait longest",
               "lanai.clock=66.67 MHz", 15, "pci.clock=66.67 MHz"},
    LimitTruth{"PmLatency", "pm-latency --platform rwc-pentium-pro", "", "latency",
               "card processor (firmware), for which messages wait longest: firmware",
               "lanai.clock=66.67 MHz", 50, "pci.clock=66.67 MHz"},
    LimitTruth{"MpiLatency", "mpi-latency --platform rwc-pentium-pro", "", "latency",
               "card processor (firmware), for which messages wait longest: firmware",
               "lanai.clock=66.67 MHz", 25, "pci.clock=66.67 MHz"},
    // Hosts that lose packets, for which the timers of TCP wait.
    LimitTruth{"SmallPacketsOfTcp", "netperf --platform pentium-ii-440lx",
               "ip.mtu=576 B; amount=2 MB; ip.input_queue=16", "throughput",
               "retransmission timers of TCP", "ip.input_queue=512", 100, "lanai.clock=66.67 MHz"},
};

}  // namespace flybar::program
