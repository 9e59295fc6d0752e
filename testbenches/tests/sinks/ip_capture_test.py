#!/usr/bin/python3
"""What tshark, without a plugin, says of the IP packets in a capture of netperf: ip_capture_test.py FLYBAR"""
import collections
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

FLYBAR = ""
ADDRESSES = [bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])]  # of the nodes
UNDER_WAY = 4  # packets, at most
OFF = "sums of TCP and UDP are off"
GOOD = "1"  # the field *.checksum.status
COMPLETE = "31"  # of a TCP stream: SYN, SYN-ACK, ACK, data, FIN; and no RST
SUMS = [word for name in ("ip", "tcp", "udp") for word in ("-o", f"{name}.check_checksum:TRUE")]
# What a capture of one end without losses has none of.
FAULTS = ["_ws.malformed", "tcp.analysis.retransmission", "tcp.analysis.lost_segment", "tcp.analysis.ack_lost_segment",
          "tcp.analysis.out_of_order", "tcp.analysis.duplicate_ack", "ip.fragment.error", "tcp.segment.error"]
FIELDS = ["frame.comment", "ip.checksum.status", "tcp.checksum.status", "tcp.len", "tcp.completeness", "udp.length",
          "udp.checksum.status", *FAULTS]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


class End:
    """What one node has seen."""

    def __init__(self, capture, node):
        file = capture.with_name(f"{node}.pcapng")
        run("tshark", "-r", capture, "-Y", f'frame.interface_name == "system.{node}.ip"', "-w", file)
        words = [word for name in FIELDS for word in ("-e", name)]
        run("tcpdump", "-nr", file)  # as every reader of libpcap
        # Two passes, since a packet does not tell whether its stream will be complete.
        lines = run("tshark", "-2", "-r", file, *SUMS, "-T", "fields", *words).splitlines()
        self.packets = [dict(zip(FIELDS, line.split("\t"))) for line in lines]
        self.bytes = collections.defaultdict(list)  # of each packet in order, by the sender's address
        for data in self.blocks(file.read_bytes()):
            self.bytes[data[12:16]].append(data)

    @staticmethod
    def blocks(data):
        """The packets of a pcapng."""
        at = 0
        while at < len(data):
            kind, length = struct.unpack_from("<II", data, at)
            if kind == 6:
                captured = struct.unpack_from("<I", data, at + 20)[0]
                yield data[at + 28:at + 28 + captured]
            at += length

    def all(self, *names):
        """Their values in all packets."""
        return {tuple(packet[name] for name in names) for packet in self.packets}


class IpCapture:
    """What holds for every run; a subclass says which."""

    SETTINGS = ()
    LEAST = 0  # packets each way

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            capture = pathlib.Path(folder) / "both.pcapng"
            words = [word for setting in cls.SETTINGS for word in ("--set", setting)]
            run(FLYBAR, "run", "netperf", "--platform", "alcor-miata", "--quiet", *words, "--trace", capture)
            capture = capture.with_name("both.ip.pcapng")
            cls.ends = [End(capture, node) for node in ("node0", "node1")]

    def test_no_packet_is_malformed_lost_or_sent_again(self):
        for end in self.ends:
            self.assertEqual(end.all(*FAULTS), {("",) * len(FAULTS)})

    def test_both_ends_see_the_same_bytes(self):
        """In the same order. The last packets may be under way when the run ends."""
        for sender, address in enumerate(ADDRESSES):
            sent, came = self.ends[sender].bytes[address], self.ends[1 - sender].bytes[address]
            self.assertGreater(len(came), self.LEAST)
            self.assertIn(len(sent) - len(came), range(UNDER_WAY + 1))
            self.assertTrue(sent[:len(came)] == came)

    def test_sums_of_headers_are_right(self):
        for end in self.ends:
            self.assertEqual(end.all("ip.checksum.status"), {(GOOD,)})


class TcpCapture(IpCapture):
    SETTINGS = ("amount=512 KB", "socket_buffer=128 KB")
    LEAST = 32

    def test_the_stream_is_complete(self):
        for end in self.ends:
            with_data = {each["tcp.completeness"] for each in end.packets if each["tcp.len"] not in ("", "0")}
            self.assertEqual(with_data, {COMPLETE})


class TcpWithoutSums(TcpCapture, unittest.TestCase):
    def test_a_comment_says_that_sums_are_off(self):
        for end in self.ends:
            self.assertEqual(end.all("frame.comment"), {(OFF,)})


class TcpWithSums(TcpCapture, unittest.TestCase):
    SETTINGS = (*TcpCapture.SETTINGS, "checksum=software", "align=12 B")

    def test_sums_are_right(self):
        for end in self.ends:
            self.assertEqual(end.all("tcp.checksum.status", "frame.comment"), {(GOOD, "")})


class UdpWithSums(IpCapture, unittest.TestCase):
    SETTINGS = ("test=udp-rr", "transactions=10", "request=20000 B", "response=3 B", "checksum=software")
    LEAST = 9

    def test_datagrams_are_joined_and_their_sums_are_right(self):
        """All fragments but the last of a datagram have no header of UDP for tshark."""
        for end in self.ends:
            self.assertEqual(end.all("udp.length", "udp.checksum.status") - {("", "")}, {("11", GOOD), ("20008", GOOD)})


if __name__ == "__main__":
    FLYBAR = sys.argv.pop(1)
    unittest.main()
