"""What scripts/plot promises: pictures that depend only on their data, and faults in four parts."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
from plotting import call, data, dma, sweep, timeline  # noqa: E402

SWEEP = "line,threshold,latency\nboth,64,280\nboth,8192,308\nboth,1024,200\nsend,64,300\n"
GRID = """mcp.send_threshold,mcp.receive_threshold,latency us,error
64 B,64 B,690.5,
64 B,1 KB,693.5,
1 KB,64 B,420,
1 KB,1 KB,205,
"""
ONE = """payload,mcp.send_threshold,latency us,error
4 KB,64 B,690.5,
4 KB,1 KB,205,
8 KB,64 B,700,
"""
DMA = """direction,bandwidth MB/s,bandwidth_64 MB/s,bandwidth_1024 MB/s,error
host-to-nic,118,44.5,118,
nic-to-host,62,,62,
"""


def activity(track, begin, end, label="pulse", message=0, size=0):
    return {"track": track, "begin_us": begin, "end_us": end, "label": label, "message": message,
            "bytes": size}


PAGE = [
    activity("node0.host.send", 100.0, 110.0, "control", 7, 128),
    activity("node0.lanai.host_dma", 112.0, 170.0, "read", 0, 8192),
    activity("network.switch0.output1", 172.0, 230.0, "packet", 7, 8192),
    activity("node1.lanai.receive_dma", 173.0, 231.0, "packet", 0, 8192),
    activity("node1.host.receive", 50.0, 300.0, "receive", 5, 8),
    activity("node1.host.receive", 300.0, 310.0, "payload", 7, 8192),
    activity("node1.lanai.host_dma", 900.0, 910.0, "write", 0, 8192),
]

def hop(number, sender, receiver, begin, size):
    """A message between hosts from `begin` on, of 20 us and `size` bytes, and what engines do for it."""
    sender, receiver = f"s.{sender}", f"s.{receiver}"
    return [
        activity(f"{sender}.host.send", begin, begin + 1, "send", number, size),
        activity(f"{sender}.lanai.host_dma", begin + 2, begin + 4, "read", 0, size),
        activity(f"{sender}.lanai.send_dma", begin + 5, begin + 9, "send", number, size),
        activity(f"{receiver}.lanai.receive_dma", begin + 6, begin + 10, "receive", number, size),
        activity(f"{receiver}.lanai.host_dma", begin + 11, begin + 14, "write", 0, size + 32),
        activity(f"{receiver}.host.receive", begin + 15, begin + 20, "receive", number, size),
    ]


# A call to node 1; one to node 2, which passes it on, and another to node 1 beside it; one without a page.
CALLS = [
    activity("s.node0.host.call", 0.0, 38.0, "call", 0, 8192), *hop(1, "node0", "node1", 0.0, 32),
    *hop(2, "node1", "node0", 18.0, 8208),
    activity("s.node0.host.call", 100.0, 155.0, "call", 0, 8192), *hop(3, "node0", "node2", 100.0, 32),
    activity("s.node0.host.call", 102.0, 140.0, "call", 0, 8192), *hop(4, "node0", "node1", 102.0, 32),
    *hop(5, "node2", "node1", 118.0, 32), *hop(6, "node1", "node0", 120.0, 8208),
    *hop(7, "node1", "node0", 136.0, 8208),
    activity("s.node0.host.call", 300.0, 310.0, "call", 0, 0),
]


class PlotTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name, text=None):
        path = Path(self.directory.name) / name
        if text is not None:
            path.write_text(text)
        return str(path)

    def plot(self, *arguments):
        return subprocess.run([ROOT / "scripts/plot", *arguments], capture_output=True, text=True)

    def assert_same_picture_twice(self, *arguments):
        pictures = []
        for name in ("a.svg", "b.svg"):
            done = self.plot(*arguments, "-o", self.path(name))
            self.assertEqual(done.returncode, 0, done.stderr)
            pictures.append(Path(self.path(name)).read_bytes())
        self.assertEqual(pictures[0], pictures[1])

    def test_a_sweep_is_the_same_each_time(self):
        self.assert_same_picture_twice("sweep", self.path("s.csv", SWEEP), "--point", "best=1280,195",
                                       "--level", "whole=308")

    def test_a_dma_curve_is_the_same_each_time(self):
        self.assert_same_picture_twice("dma", self.path("d.csv", DMA), "--level", "read=128")

    def test_a_timeline_is_the_same_each_time(self):
        page = self.path("p.timeline.json", json.dumps(PAGE))
        self.assert_same_picture_twice("timeline", "--page", f"one={page}", "--page", f"two={page}")

    def test_a_call_is_the_same_each_time(self):
        self.assert_same_picture_twice("call", self.path("c.timeline.json", json.dumps(CALLS)))

    def test_the_call_with_the_most_nodes_is_shown_in_their_order(self):
        chosen, hops = call.choose("c.timeline.json", CALLS, 0)
        self.assertEqual(chosen["begin_us"], 100.0)
        self.assertEqual(call.nodes_of(hops), ["s.node0", "s.node2", "s.node1"])

    def test_of_calls_at_the_same_time_one_is_drawn(self):
        _, hops = call.choose("c.timeline.json", CALLS, 0)
        self.assertEqual([send["message"] for send, _ in hops], [3, 5, 7])
        begins = {(node, lane.__name__): [a["begin_us"] for a in lane(CALLS, f"s.{node}", hops)]
                  for node in ("node0", "node1") for lane in (call.host, call.host_dma, call.link_out, call.link_in)}
        self.assertEqual(begins, {
            ("node0", "host"): [100.0, 151.0], ("node0", "host_dma"): [102.0, 147.0],
            ("node0", "link_out"): [105.0], ("node0", "link_in"): [142.0],
            ("node1", "host"): [133.0, 136.0], ("node1", "host_dma"): [129.0, 138.0],
            ("node1", "link_out"): [141.0], ("node1", "link_in"): [124.0]})

    def test_control_message_and_page_are_fetched_one_after_the_other(self):
        reads = [activity("", at, at + 1, "read", 0, size)
                 for at, size in ((0, 12), (2, 8192), (4, 12), (6, 8192), (8, 12))]
        self.assertEqual(call.last_moves(reads, "read", 8204, 1, 20), reads[2:4])
        self.assertEqual(call.last_moves(reads[1:4:2], "read", 8204, 1, 20), [reads[3]])

    def test_a_trace_that_has_no_whole_call_is_refused(self):
        with self.assertRaisesRegex(data.BadInput, "no call with all of its messages"):
            call.choose("c.timeline.json", CALLS[:3], 0)

    def test_a_call_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(data.BadInput, "0 to 0"):
            call.choose("c.timeline.json", CALLS, 1)

    def test_a_png_is_drawn_too(self):
        self.plot("dma", self.path("d.csv", DMA), "-o", self.path("d.png"))
        self.assertTrue(Path(self.path("d.png")).read_bytes().startswith(b"\x89PNG"))

    def test_lines_are_sorted_and_keep_their_order(self):
        lines = data.lines(self.path("s.csv", SWEEP), "line", "threshold", "latency")
        self.assertEqual(lines, {"both": ((64, 1024, 8192), (280, 200, 308)), "send": ((64,), (300,))})

    def test_a_sweep_of_both_thresholds_gives_three_lines(self):
        lines = sweep.read_lines(self.path("results.csv", GRID), 1024)
        self.assertEqual(list(lines.values()), [((64, 1024), (690.5, 205)), ((64, 1024), (693.5, 205)),
                                                ((64, 1024), (420, 205))])

    def test_a_sweep_of_one_threshold_gives_a_line_for_each_combination_of_the_rest(self):
        lines = sweep.read_lines(self.path("results.csv", ONE), 1280)
        self.assertEqual(lines, {"payload 4 KB": ((64, 1024), (690.5, 205)), "payload 8 KB": ((64,), (700,))})

    def test_a_sweep_of_one_threshold_alone_is_one_line(self):
        text = "mcp.receive_threshold,latency us,error\n64 B,690.5,\n"
        lines = sweep.read_lines(self.path("results.csv", text), 1280)
        self.assertEqual(lines, {"mcp.receive_threshold": ((64,), (690.5,))})

    def test_a_sweep_of_no_threshold_is_refused_with_what_to_draw_it_with(self):
        path = self.path("results.csv", "payload,latency us,error\n4 KB,690.5,\n")
        with self.assertRaisesRegex(data.BadInput, "a sweep of no threshold; .*flybar report"):
            sweep.read_lines(path, 1280)

    def test_a_sweep_of_dma_curve_gives_a_line_for_each_row(self):
        lines = dma.read_lines(self.path("results.csv", DMA))
        self.assertEqual(lines, {"direction host-to-nic": ((64, 1024), (44.5, 118)),
                                 "direction nic-to-host": ((1024,), (62,))})

    def test_a_sweep_without_the_fixed_threshold_is_refused(self):
        done = self.plot("sweep", self.path("bad.csv", GRID), "-o", self.path("x.svg"))
        self.assertRegex(done.stderr, r"^plot: .*bad\.csv.*: .*; allowed: .*; .*\n$")

    def test_a_page_lasts_from_its_first_to_its_last_activity(self):
        page = timeline.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        self.assertEqual((page["name"], page["end"]), ("eager", 210.0))

    def test_names_may_begin_with_that_of_the_whole_system(self):
        within = [{**a, "track": "system." + a["track"]} for a in PAGE]
        pages = [timeline.read_page("eager=" + self.path("p.timeline.json", json.dumps(trace)), None)
                 for trace in (PAGE, within)]
        self.assertEqual(pages[0], pages[1])

    def test_lanes_hold_what_overlaps_the_page_cut_to_it(self):
        page = timeline.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        self.assertEqual(page["lanes"], [
            [(0.0, 10.0)],
            [(12.0, 58.0)],
            [],
            [(72.0, 58.0)],
            [(73.0, 58.0)],
            [],
            [(0.0, 200.0), (200.0, 10.0)],
        ])

    def test_bad_input_is_refused_in_four_parts(self):
        for text in ("", "line,size\n", GRID, DMA + "host-to-nic,1,big,1,\n", DMA + "host-to-nic,1,,,\n",
                     DMA + "host-to-nic,,,,failed\n"):
            done = self.plot("dma", self.path("bad.csv", text), "-o", self.path("x.svg"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^plot: .*bad\.csv.*: .*; allowed: .*; .*\n$")

    def test_a_bad_timeline_is_refused_in_four_parts(self):
        for text in ("", "{}", "[]", "[1]", json.dumps(PAGE[1:2])):
            page = self.path("bad.json", text)
            done = self.plot("timeline", "--page", "a=" + page, "-o", self.path("x.svg"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^plot: .*bad\.json.*: .*; allowed: .*; .*\n$")

    def test_an_output_that_cannot_be_written_is_refused(self):
        for name in ("nowhere/x.svg", "x.gif"):
            done = self.plot("dma", self.path("d.csv", DMA), "-o", self.path(name))
            self.assertEqual(done.returncode, 1)
            self.assertIn("; allowed: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
