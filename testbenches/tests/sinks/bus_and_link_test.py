#!/usr/bin/python3
"""The wires of bus and link in a waveform of a run, read back with fst2vcd, keep the rules of PCI and show the
packets that the capture has: bus_and_link_test.py FLYBAR"""
import bisect
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CLOCK = 30_000  # ps
BYTE = 6_250
PAGE = 8192
READ, WRITE = 6, 7  # PCI bus commands
FLYBAR = ""


class Vcd:
    """Values of each signal over time; numbers, or texts."""

    def __init__(self, text):
        self.times, self.values = {}, {}
        scopes, names, now = [], {}, 0
        for line in text.splitlines():
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                scopes.append(words[2])
            elif words[0] == "$upscope":
                scopes.pop()
            elif words[0] == "$var":
                name = ".".join(scopes + [words[4]])
                names[words[3]] = name
                self.times[name], self.values[name] = [], []
            elif words[0].startswith("#"):
                now = int(words[0][1:])
            elif words[0][0] in "01" and len(words) == 1 and words[0][1:] in names:
                self.add(names[words[0][1:]], now, int(words[0][0]))
            elif words[0][0] == "b":
                self.add(names[words[1]], now, int(words[0][1:].replace("x", "0"), 2))
        self.end = now

    def add(self, name, at, value):
        self.times[name].append(at)
        self.values[name].append(value)

    def before(self, name, at):
        """As a flip-flop sees it that is clocked at `at`."""
        i = bisect.bisect_left(self.times[name], at)
        return self.values[name][i - 1] if i else None


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Bus:
    """What the wires of one bus show at every clock edge."""

    WIRES = ["FRAME#", "IRDY#", "DEVSEL#", "TRDY#", "STOP#", "AD", "C_BE#", "host.GNT#", "lanai.GNT#",
             "host.REQ#", "lanai.REQ#"]

    def __init__(self, vcd, node):
        self.edges = []
        for at in range(CLOCK, vcd.end, CLOCK):
            wires = {w: vcd.before(f"system.{node}.pci.{w}", at) for w in self.WIRES}
            self.edges.append((at, wires))

    def pairs(self):
        return zip(self.edges, self.edges[1:])

    def transactions(self):
        """(master, command, address, words) of each transaction that moved data."""
        found = []
        for (_, before), (_, now) in self.pairs():
            if before["FRAME#"] and not now["FRAME#"]:
                master = "host" if not before["host.GNT#"] else "lanai"
                found.append((master, now["C_BE#"], now["AD"], []))
            elif not now["IRDY#"] and not now["TRDY#"]:
                found[-1][3].append(now["AD"])
        return [it for it in found if it[3]]

    def first_page(self, wanted):
        """The page that the card moved first: its bursts begin at addresses of pages."""
        memory, base = {}, None
        for master, command, address, words in self.transactions():
            if master != "lanai" or command != wanted:
                continue
            if base is None and address % PAGE == 0 and len(words) > 4:
                base = address
            for i, word in enumerate(words):
                memory.setdefault(address + 4 * i, word)
        return b"".join(memory[at].to_bytes(4, "little") for at in range(base, base + PAGE, 4))


def link_bytes(vcd, name):
    """Every byte that passed."""
    passed = bytearray()
    times, values = vcd.times[name + ".valid"], vcd.values[name + ".valid"]
    for begin, value, end in zip(times, values, times[1:] + [vcd.end]):
        if value:
            passed += bytes(vcd.before(name + ".byte", at + 1) for at in range(begin, end, BYTE))
    return bytes(passed)


def captured(file, port):
    """The bytes of all packets at a port."""
    names = run(["tshark", "-r", file, "-T", "fields", "-e", "frame.interface_name"]).split("\n")
    packets = run(["tshark", "-r", file, "-x"]).strip("\n").split("\n\n")
    hexes = [b"".join(bytes.fromhex(line[6:53]) for line in packet.splitlines()
                      if re.match(r"[0-9a-f]{4}  ", line)) for packet in packets]
    return b"".join(data for name, data in zip(names, hexes) if name.endswith(port))


class BusAndLink(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        wave = str(pathlib.Path(cls.folder.name) / "w.fst")
        cls.capture = str(pathlib.Path(cls.folder.name) / "p.pcapng")
        run([FLYBAR, "run", "one-way", "--set", "round_trips=1", "--quiet", "--trace", wave, "--trace", cls.capture])
        cls.vcd = Vcd(run(["fst2vcd", wave]))
        cls.buses = {node: Bus(cls.vcd, node) for node in ["node0", "node1"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def each_edge(self):
        for node, bus in self.buses.items():
            for (_, before), (at, now) in bus.pairs():
                yield f"{node} at {at} ps", before, now

    def test_frame_is_released_only_while_the_initiator_is_ready(self):
        for where, before, now in self.each_edge():
            if not before["FRAME#"] and now["FRAME#"]:
                self.assertEqual(now["IRDY#"], 0, where)

    def test_a_transaction_begins_on_an_idle_bus_that_was_granted(self):
        begins = 0
        for where, before, now in self.each_edge():
            if before["FRAME#"] and not now["FRAME#"]:
                begins += 1
                self.assertEqual(before["IRDY#"], 1, where)
                self.assertIn(0, (before["host.GNT#"], before["lanai.GNT#"]), where)
        self.assertGreater(begins, 1000)

    def test_one_master_has_the_grant(self):
        for where, _, now in self.each_edge():
            self.assertIn(1, (now["host.GNT#"], now["lanai.GNT#"]), where)

    def test_a_target_answers_only_after_it_has_claimed_the_transaction(self):
        for where, _, now in self.each_edge():
            if not now["TRDY#"] or not now["STOP#"]:
                self.assertEqual(now["DEVSEL#"], 0, where)
            if not now["DEVSEL#"]:
                self.assertIn(0, (now["FRAME#"], now["IRDY#"]), where)

    def test_a_target_that_stops_goes_on_until_frame_is_released(self):
        for where, before, now in self.each_edge():
            if not before["STOP#"] and now["STOP#"]:
                self.assertEqual(before["FRAME#"], 1, where)

    def test_the_page_crosses_both_buses_as_the_link_has_it(self):
        fetched = self.buses["node0"].first_page(READ)
        self.assertEqual(len(fetched), PAGE)
        self.assertTrue(fetched in link_bytes(self.vcd, "system.network.node0.out"))
        self.assertTrue(fetched == self.buses["node1"].first_page(WRITE))

    def test_the_bytes_of_a_link_are_those_of_its_packets(self):
        for node in ["node0", "node1"]:
            sent = captured(self.capture, node + ".lanai.link_out")
            self.assertGreater(len(sent), PAGE)
            self.assertEqual(link_bytes(self.vcd, f"system.network.{node}.out"), sent)
            arrived = captured(self.capture, node + ".lanai.link_in")
            self.assertEqual(link_bytes(self.vcd, f"system.network.{node}.in"), arrived)

    def test_the_slack_of_a_switch_fills_and_drains(self):
        fill = self.vcd.values["system.network.node0.out.slack"]
        self.assertGreater(max(fill), 0)
        self.assertEqual(fill[-1], 0)


if __name__ == "__main__":
    FLYBAR = sys.argv.pop(1)
    unittest.main()
