/// Systems whose limit is known, because the resource that limits them was made so.
#pragma once

#include <array>

namespace flybar::program {

struct LimitTruth {
  const char* name;         ///< of the case
  const char* run;          ///< experiment and platform or system
  const char* settings;     ///< "KEY=VALUE; KEY=VALUE"
  const char* result;       ///< that tells how fast it is
  const char* limit;        ///< begin of what the run says
  bool none_helps = false;  ///< it says that no single parameter brings much
};

/// Commands are short, which changes shares by some percent and no limit.
inline constexpr std::array kLimitTruths = {
    // A bridge that takes DMA writes at half rate.
    LimitTruth{"Stream", "stream", "messages=200", "bandwidth", "PCI bus of node0, saturated"},
    LimitTruth{"StreamStoreAndForward", "stream", "messages=200; mcp.mode=store-and-forward",
               "bandwidth", "PCI bus of node0, saturated"},
    LimitTruth{"Pairs", "pairs", "messages=50", "bandwidth", "PCI bus of node"},
    LimitTruth{"Incast", "incast", "messages=50", "bandwidth", "PCI bus of node0, saturated"},
    LimitTruth{"AllToAll", "all-to-all", "messages=30", "bandwidth", "PCI bus of node"},
    LimitTruth{"PmWithASlowBus", "pm-bandwidth --platform rwc-pentium-pro", "pci.clock=16.667 MHz",
               "bandwidth", "PCI bus of node0, saturated"},
    // A library that copies each message, and one that does not.
    LimitTruth{"Myriapi", "myriapi-bandwidth", "messages=200", "bandwidth",
               "host CPU of node1, saturated"},
    LimitTruth{"MyriapiWithoutCopies", "myriapi-bandwidth", "messages=200; copies=0", "bandwidth",
               "PCI bus of node0, saturated"},
    LimitTruth{"MyriapiLatency", "myriapi-latency", "round_trips=8", "latency",
               "PCI bus, for which messages wait longest"},
    // A bridge that keeps up: the card does not.
    LimitTruth{"StreamOfAlcor", "stream --platform alcor-miata", "messages=200", "bandwidth",
               "card processor (firmware) of node1, saturated"},
    LimitTruth{"StreamOfPentium", "stream --platform pentium-ii-440lx", "messages=200", "bandwidth",
               "card processor (firmware) of node"},
    LimitTruth{"StreamOnAFastBus", "stream", "messages=200; pci.clock=66.67 MHz", "bandwidth",
               "card processor (firmware) of node1, saturated"},
    LimitTruth{"IncastOfAlcor", "incast --platform alcor-miata", "messages=50", "bandwidth",
               "card processor (firmware) of node0, saturated"},
    LimitTruth{"ShortMessages", "stream", "payload=64 B; messages=300", "bandwidth",
               "card processor (firmware) of node1"},
    LimitTruth{"MessagesOf256B", "stream --platform alcor-miata", "payload=256 B; messages=300",
               "bandwidth", "card processor (firmware) of node1"},
    LimitTruth{"PmBandwidth", "pm-bandwidth --platform rwc-pentium-pro", "", "bandwidth",
               "card processor (firmware) of node0, saturated"},
    LimitTruth{"PmShortMessages", "pm-bandwidth --platform rwc-pentium-pro", "payload=64 B",
               "bandwidth", "card processor (firmware) of node0"},
    LimitTruth{"MpiBandwidth", "mpi-bandwidth --platform rwc-pentium-pro", "", "bandwidth",
               "card processor (firmware) of node0"},
    // Data phases of 64 bit take all that the SRAM has in a clock.
    LimitTruth{"WideBusOfAlcor", "stream --platform alcor-miata", "messages=200; pci.width=64 bit",
               "bandwidth", "SRAM of node1"},
    LimitTruth{"WideBus", "stream", "messages=200; pci.width=64 bit", "bandwidth", "SRAM of node1"},
    // A slow link.
    LimitTruth{"SlowLink", "stream", "messages=100; link.rate=20 MB/s", "bandwidth",
               "cable node 1 -> switch 0 port 1, saturated"},
    LimitTruth{"SlowLinkOfAlcor", "stream --platform alcor-miata",
               "messages=100; link.rate=40 MB/s", "bandwidth",
               "cable node 1 -> switch 0 port 1, saturated"},
    LimitTruth{"SlowLinkToOne", "incast", "messages=50; link.rate=40 MB/s", "bandwidth",
               "cable switch 0 port 0 -> node 0, saturated"},
    LimitTruth{"SlowLinkOfPm", "pm-bandwidth --platform rwc-pentium-pro", "link.rate=40 MB/s",
               "bandwidth", "cable node 0 -> switch 0 port 0, saturated"},
    // Four senders share a cable, which their packets enter at one word in a clock of the card.
    LimitTruth{"Trunk", "pairs --system chain-of-switches", "messages=50", "bandwidth",
               "cable switch 0 port 7 -> switch 1 port 7, saturated"},
    LimitTruth{"SlowTrunk", "pairs --system chain-of-switches", "messages=50; link.rate=80 MB/s",
               "bandwidth", "cable switch 0 port 7 -> switch 1 port 7, saturated"},
    // A switch that holds packets behind others that wait for the same output.
    LimitTruth{"SwitchThatBlocks", "all-to-all --platform pentium-ii-440lx",
               "messages=40; lanai.clock=50 MHz; link.rate=80 MB/s", "bandwidth", "cable node "},
    // Hosts that copy and write.
    LimitTruth{"FileRead", "file-read --platform alcor-miata", "file=600", "bandwidth",
               "host CPU of node0, saturated"},
    LimitTruth{"FileWrite", "file-write --platform alcor-miata", "file=600", "bandwidth",
               "host CPU of node0, saturated"},
    LimitTruth{"NfsRead", "nfs-read", "file=2 MB; nfs.read_ahead=4", "bandwidth",
               "host CPU of node0, saturated"},
    LimitTruth{"SenderThatWrites", "stream",
               "messages=50; sender_writes=all; host.write_rate=20 MB/s", "bandwidth",
               "host CPU of node1, saturated"},
    // A link hardly slower than the cards, so that a faster one waits for them.
    LimitTruth{"LinkHardlySlowerThanCards", "file-read --platform alcor-miata",
               "file=600; host.clock=500 MHz; lanai.clock=25 MHz; link.rate=80 MB/s; "
               "mcp.mode=store-and-forward",
               "bandwidth", "cable switch 0 port 0 -> node 0, saturated", true},
    // TCP: as streams of messages are, but for copies and for sums.
    LimitTruth{"TcpStream", "netperf --platform alcor-miata", "amount=2 MB; socket_buffer=256 KB",
               "throughput", "card processor (firmware) of node1, saturated"},
    LimitTruth{"TcpStreamToAlcor", "netperf --platform alcor-miata",
               "amount=2 MB; socket_buffer=256 KB; direction=client-to-server", "throughput",
               "PCI bus of node1, saturated"},
    LimitTruth{"TcpStreamOverASlowLink", "netperf --platform alcor-miata",
               "amount=2 MB; socket_buffer=256 KB; link.rate=40 MB/s", "throughput",
               "cable node 1 -> switch 0 port 1, saturated"},
    LimitTruth{"TcpStreamWithCopies", "netperf --platform alcor-miata",
               "amount=2 MB; socket_buffer=256 KB; copy=both", "throughput",
               "host CPU of node1, saturated"},
    // Times: what messages wait for longest.
    LimitTruth{"OneWay", "one-way", "round_trips=20", "latency",
               "PCI bus, for which messages wait longest: DMA into the host"},
    LimitTruth{"OneWayStoreAndForward", "one-way", "round_trips=20; mcp.mode=store-and-forward",
               "latency", "PCI bus, for which messages wait longest: DMA into the host"},
    LimitTruth{"OneWayOverASlowLink", "one-way", "round_trips=20; link.rate=20 MB/s", "latency",
               "cable, for which messages wait longest: link"},
    LimitTruth{"ShortOneWay", "one-way", "round_trips=20; payload=16 B", "latency",
               "card processor (firmware), for which messages wait longest"},
    LimitTruth{"DemandFetch", "demand-fetch", "", "latency",
               "PCI bus, for which messages wait longest"},
    LimitTruth{"PagesInReplies", "rpc", "reply=cont; payload=8 KB; calls=60", "latency",
               "PCI bus, for which messages wait longest"},
    // Requests without payload are a part of the time.
    LimitTruth{"ShortPages", "demand-fetch --platform pentium-ii-450",
               "lanai.clock=50 MHz; payload=2 KB", "latency",
               "card processor (firmware), for which messages wait longest"},
    // Messages wait for a link to which the cards give words more slowly than it moves them.
    LimitTruth{"LinkFasterThanCards", "one-way --platform pentium-ii-440lx",
               "round_trips=8; pci.width=64 bit", "latency",
               "card processor (firmware), for which messages wait longest"},
    LimitTruth{"Calls", "rpc --platform alcor-miata", "reply=cont", "latency",
               "card processor (firmware), for which messages wait longest"},
    LimitTruth{"PmLatency", "pm-latency --platform rwc-pentium-pro", "", "latency",
               "card processor (firmware), for which messages wait longest: firmware"},
    LimitTruth{"MpiLatency", "mpi-latency --platform rwc-pentium-pro", "", "latency",
               "card processor (firmware), for which messages wait longest: firmware"},
    // Interrupts: what passes until the host is told of a message is the firmware's, but for the
    // CPU.
    LimitTruth{"InterruptsOfCalls", "rpc", "calls=60", "latency",
               "card processor (firmware), for which messages wait longest"},
    LimitTruth{
        "InterruptsForSmallMessages", "one-way", "notify=interrupt; payload=0 B; round_trips=20",
        "latency",
        "card processor (firmware), for which messages wait longest: firmware and host: delivery"},
    LimitTruth{"CoalescedInterrupts", "rpc",
               "mcp.interrupts=coalesced; mcp.coalesce_delay=20 us; calls=60", "latency",
               "interrupt coalescing, for which messages wait longest"},
    // Programs that compute more than they send.
    LimitTruth{"ProgramThatComputes", "nas --platform rwc-pentium-pro",
               "nodes=8; library=zero-copy", "rate", "host CPU of node"},
    LimitTruth{"RoundTripsOfUdp", "netperf --platform alcor-miata", "test=udp-rr; transactions=40",
               "rate", "host CPU of node", true},
    // Hosts that lose packets, for which the timers of TCP wait.
    LimitTruth{"SmallPacketsOfTcp", "netperf --platform pentium-ii-440lx",
               "ip.mtu=576 B; amount=2 MB; ip.input_queue=16", "throughput",
               "retransmission timers of TCP"},
};

}  // namespace flybar::program
