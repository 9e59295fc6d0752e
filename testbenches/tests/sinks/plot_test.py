"""What scripts/plot promises: pictures that depend only on their data, and faults in four parts."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
from common.fault import Fault  # noqa: E402
from plotting import call, curves, data, dma, heatmap, page, parts, processes, ratio, size, style, thresholds, traffic, utilisation  # noqa: E402

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
SIZES = """payload,mcp.mode,bandwidth MB/s,error
64 B,eager,5,
8 KB,eager,58,
64 B,static,4,
8 KB,static,,failed
"""
RATIO = """mcp.mode,payload,link.rate,latency us,error
store-and-forward,8 KB,100 MB/s,300,
eager,8 KB,100 MB/s,100,
store-and-forward,8 KB,1.6 Gb/s,200,
eager,8 KB,1.6 Gb/s,100,
"""
PROCESSES = {"breakdown": {"time of processes": [
    {"process": "rank 0", "all us": 3000, "computing %": 100, "waiting %": 0},
    {"process": "rank 1", "all us": 1000, "computing %": 0, "waiting %": 100}]}}
TRAFFIC = {"breakdown": {"who sent to whom": [{"from and to": "0 > 1", "messages": 2.0, "KB": 8.0},
                                              {"from and to": "2 > 0", "messages": 1.0, "KB": 2.0}]}}
RECORD = {"breakdown": {
    "what messages waited for": [{"resource": "link", "mean us": 40.0, "share %": 40.0},
                                 {"resource": "DMA into the host", "mean us": 60.0, "share %": 60.0}],
    "utilisation": [{"node": "node0", "CPU %": 100.0, "PCI bus %": 57.4, "retries": 3.0, "SRAM waits %": 0.0}]}}
CURVES = """nodes,pci.width,request_p99 us,error
2,32 bit,351,
9,32 bit,1105,
2,64 bit,339,
9,64 bit,,failed
"""
DMA = """direction,bandwidth MB/s,bandwidth_64 MB/s,bandwidth_1024 MB/s,error
host-to-nic,118,44.5,118,
nic-to-host,62,,62,
"""
SPEED = """work,tool,models,instructions,error (%)
one-way,Flybar,all,900000,0.8
one-way,other,packets,1000,-40.5
"""
PARTS = """part     is a     needs         summary
pci      bus                    PCI with its host bridge
lanai    card     pci; myrinet  a card
myrinet  network                cables
"""


ROLES = {"mover": "reads host", "out": "sends", "in": "receives", "output1": "network"}


def activity(track, begin, end, label="pulse", message=0, size=0):
    return {"track": track, "begin_us": begin, "end_us": end, "label": label, "message": message,
            "bytes": size, "role": ROLES.get(track.rpartition(".")[2], "host")}


PAGE = [
    activity("node0.host.send", 100.0, 110.0, "control", 7, 128),
    activity("node0.card.mover", 112.0, 170.0, "read", 0, 8192),
    activity("network.switch0.output1", 172.0, 230.0, "packet", 7, 8192),
    activity("node1.card.in", 173.0, 231.0, "packet", 0, 8192),
    activity("node1.host.receive", 50.0, 300.0, "receive", 5, 8),
    activity("node1.host.receive", 300.0, 310.0, "payload", 7, 8192),
    activity("node1.card.mover", 900.0, 910.0, "write", 0, 8192),
]

def hop(number, sender, receiver, begin, size):
    """A message between hosts from `begin` on, of 20 us and `size` bytes, and what engines do for it."""
    sender, receiver = f"s.{sender}", f"s.{receiver}"
    return [
        activity(f"{sender}.host.send", begin, begin + 1, "send", number, size),
        activity(f"{sender}.card.mover", begin + 2, begin + 4, "read", 0, size),
        activity(f"{sender}.card.out", begin + 5, begin + 9, "send", number, size),
        activity(f"{receiver}.card.in", begin + 6, begin + 10, "receive", number, size),
        activity(f"{receiver}.card.mover", begin + 11, begin + 14, "write", 0, size + 32),
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

    def test_thresholds_are_the_same_each_time(self):
        self.assert_same_picture_twice("thresholds", self.path("s.csv", GRID), "--point", "best=1280,195",
                                       "--level", "whole=308", "--level", "eager=180")

    def test_lines_of_one_threshold_are_the_same_each_time(self):
        self.assert_same_picture_twice("thresholds", self.path("s.csv", ONE), "--level", "whole=308")

    def test_bandwidth_over_size_is_the_same_each_time(self):
        self.assert_same_picture_twice("bandwidth", self.path("s.csv", SIZES), "--level", "published=112")

    def test_sweeps_stand_side_by_side_in_one_picture(self):
        writes = "path,hit_percent,payload,bandwidth MB/s,error\nwrite,25,4 B,0.04,\nwrite,25,1 MB,82,\n"
        drawn = self.path("both.svg")
        done = self.plot("bandwidth", self.path("s.csv", SIZES), self.path("w.csv", writes), "-o", drawn)
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in ("eager", "write, hit_percent 25", "1 MB"):
            self.assertIn(f">{text}<", Path(drawn).read_text())

    def test_traffic_is_the_same_each_time(self):
        self.assert_same_picture_twice("traffic", self.path("r.json", json.dumps(TRAFFIC)))

    def test_processes_are_the_same_each_time(self):
        self.assert_same_picture_twice("processes", "ft=" + self.path("r.json", json.dumps(PROCESSES)))

    def test_shares_of_processes_weigh_by_their_time(self):
        self.assertEqual(processes.shares("run", PROCESSES["breakdown"]),
                         (2000, {"computing": 75, "waiting": 25}))

    def test_a_run_without_processes_is_refused(self):
        done = self.plot("processes", "x=" + self.path("r.json", '{"breakdown": {}}'), "-o", self.path("x.svg"))
        self.assertRegex(done.stderr, r'^plot: .*: no table "time of processes"; allowed: .*; run nas or mpi-alltoall\n$')

    def test_a_process_without_its_time_is_refused(self):
        record = self.path("r.json", '{"breakdown": {"time of processes": [{"process": "rank 0", "computing %": 5}]}}')
        done = self.plot("processes", "x=" + record, "-o", self.path("x.svg"))
        self.assertRegex(done.stderr, r'^plot: x: "time of processes" row 1, all us: "None"; allowed: a number; .*\n$')

    def test_traffic_has_a_line_for_each_sender(self):
        found = traffic.matrix(self.path("r.json", json.dumps(TRAFFIC)), "KB")
        self.assertEqual(found, [[0, 8, 0], [0, 0, 0], [2, 0, 0]])

    def test_a_record_without_processes_has_no_traffic(self):
        with self.assertRaisesRegex(Fault, "MPI"):
            traffic.matrix(self.path("r.json", json.dumps(RECORD)), "KB")

    def test_utilisation_is_the_same_each_time(self):
        self.assert_same_picture_twice("utilisation", "one=" + self.path("r.json", json.dumps(RECORD)))

    def test_a_heat_map_is_the_same_each_time(self):
        self.assert_same_picture_twice("heatmap", self.path("s.csv", GRID))

    def test_curves_are_the_same_each_time(self):
        csv = self.path("c.csv", CURVES)
        self.assert_same_picture_twice("curves", f"a={csv}", f"b={csv}", "--over", "nodes", "--result", "request_p99",
                                       "--name", "wide bus=pci.width 64 bit")

    def test_a_curve_is_a_line_for_each_combination_of_the_other_keys(self):
        title, lines, unit = curves.read_panel("no panel=" + self.path("c.csv", CURVES), "nodes", "request_p99")
        self.assertEqual((title, unit), ("no panel", "us"))
        self.assertEqual(lines, {"pci.width 32 bit": ((2, 9), (351, 1105)), "pci.width 64 bit": ((2,), (339,))})

    def test_curves_over_what_does_not_vary_are_refused(self):
        done = self.plot("curves", self.path("c.csv", CURVES), "--over", "payload", "--result", "request_p99",
                         "-o", self.path("a.svg"))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "payload")

    def test_a_name_of_no_curve_is_refused(self):
        done = self.plot("curves", self.path("c.csv", CURVES), "--over", "nodes", "--result", "request_p99",
                         "--name", "x=pci.width 8 bit", "-o", self.path("a.svg"))
        self.assertEqual(done.returncode, 1)
        self.assertIn('no line "pci.width 8 bit"', done.stderr)

    def test_a_dma_curve_is_the_same_each_time(self):
        self.assert_same_picture_twice("dma", self.path("d.csv", DMA), "--level", "read=128")

    def test_a_ratio_is_the_same_each_time(self):
        self.assert_same_picture_twice("ratio", self.path("r.csv", RATIO), "--bus", "100")

    def test_speed_up_is_against_store_and_forward_at_the_same_link(self):
        lines = ratio.speed_ups(self.path("r.csv", RATIO), 100)
        self.assertEqual(lines, {"eager, 8 KB": ((0.5, 1.0), (2.0, 3.0))})

    def test_a_ratio_without_its_reference_is_refused(self):
        done = self.plot("ratio", self.path("r.csv", RATIO.replace("store-and-forward", "static")), "--bus", "100",
                         "-o", self.path("a.svg"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("no store-and-forward of 8 KB at 100 MB/s", done.stderr)

    def test_a_page_is_the_same_each_time(self):
        trace = self.path("p.timeline.json", json.dumps(PAGE))
        self.assert_same_picture_twice("page", "--page", f"one={trace}", "--page", f"two={trace}",
                                       "--published", "one=177", "--published", "goal=100")

    def test_lanes_of_a_page_hold_what_has_their_role(self):
        shown = page.read_page("one=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        held = {lane[0]: [bar["begin"] for bar in bars] for lane, bars in zip(page.LANES, shown["lanes"]) if bars}
        self.assertEqual(held, {"sender: host": [0.0], "sender: host DMA": [12.0], "switch": [72.0],
                                "receiver: link receive": [73.0], "receiver: host": [0.0, 200.0]})

    def test_a_trace_without_roles_is_refused(self):
        for role in ("", 7, None):
            trace = self.path("p.timeline.json", json.dumps([{**a, "role": role} for a in PAGE]))
            with self.assertRaisesRegex(Fault, "without roles"):
                page.read_trace(trace)

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
        with self.assertRaisesRegex(Fault, "no call with all of its messages"):
            call.choose("c.timeline.json", CALLS[:3], 0)

    def test_a_call_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(Fault, "0 to 0"):
            call.choose("c.timeline.json", CALLS, 1)

    def test_a_png_is_drawn_too(self):
        self.plot("dma", self.path("d.csv", DMA), "-o", self.path("d.png"))
        self.assertTrue(Path(self.path("d.png")).read_bytes().startswith(b"\x89PNG"))

    def test_a_heat_map_has_a_cell_for_each_pair_and_knows_the_best(self):
        grid = heatmap.Grid("s.csv", data.rows(self.path("s.csv", GRID), ()), thresholds.SEND, thresholds.RECEIVE, "latency us")
        self.assertEqual((grid.columns, grid.lines, grid.best), (["64 B", "1 KB"], ["64 B", "1 KB"], ("1 KB", "1 KB")))
        self.assertEqual(grid.values(), [[690.5, 420], [693.5, 205]])

    def test_of_rates_the_most_is_best(self):
        grid = heatmap.Grid("s.csv", data.rows(self.path("s.csv", SIZES), ()), "payload", "mcp.mode", "bandwidth MB/s")
        self.assertEqual(grid.best, ("8 KB", "eager"))

    def test_a_size_between_two_cells_lies_between_them(self):
        self.assertEqual([thresholds.position([64, 128, 256], size) for size in (64, 96, 256, 9999)], [0, 0.5, 2, 2])

    def test_lines_over_size_are_sorted_and_leave_out_what_failed(self):
        lines = data.lines_over(self.path("s.csv", SIZES), size.PAYLOAD, "bandwidth MB/s")
        self.assertEqual(lines, {"mcp.mode eager": ((64, 8192), (5, 58)), "mcp.mode static": ((64,), (4,))})

    def test_a_result_that_is_not_there_is_refused_with_those_that_are(self):
        done = self.plot("latency", self.path("s.csv", SIZES), "-o", self.path("x.svg"))
        self.assertRegex(done.stderr, r"^plot: .*s\.csv: no result latency; allowed: bandwidth MB/s; .*\n$")

    def test_a_sweep_of_one_threshold_gives_a_line_for_each_combination_of_the_rest(self):
        lines = data.lines_over(self.path("results.csv", ONE), thresholds.SEND, "latency us")
        self.assertEqual(lines, {"payload 4 KB": ((64, 1024), (690.5, 205)), "payload 8 KB": ((64,), (700,))})

    def test_a_sweep_of_no_threshold_is_refused_with_what_to_draw_it_with(self):
        path = self.path("results.csv", "payload,latency us,error\n4 KB,690.5,\n")
        done = self.plot("thresholds", path, "-o", self.path("x.svg"))
        self.assertRegex(done.stderr, "a sweep of no threshold; .*flybar report")

    def test_twelve_series_differ_in_shape_or_dash_and_not_in_colour_alone(self):
        looks = {(style.series(i)["marker"], str(style.series(i)["dash"])) for i in range(style.MOST_SERIES)}
        self.assertEqual((style.MOST_SERIES, len(looks)), (12, 12))

    def test_more_lines_than_can_be_told_apart_are_said_in_the_picture(self):
        many = "payload,node,latency us,error\n" + "".join(f"64 B,{i},5,\n" for i in range(13))
        self.plot("latency", self.path("s.csv", many), "-o", self.path("x.svg"))
        drawn, axes = style.figure(4, 4)
        style.draw_lines(axes[0][0], data.lines_over(self.path("s.csv"), size.PAYLOAD, "latency us"))
        self.assertEqual(len(axes[0][0].lines), 12)
        self.assertIn("12 of 13 lines; scripts/plot heatmap", axes[0][0].texts[0].get_text())

    def test_only_what_is_busy_for_a_twentieth_of_the_time_in_some_run_is_drawn(self):
        busy = {"one": [("a", 4.9), ("b", 1.0), ("c", 60.0)], "two": [("a", 4.0), ("b", 5.0)]}
        self.assertEqual(utilisation.parts_that_matter(busy), {"one": [("b", 1.0), ("c", 60.0)], "two": [("b", 5.0)]})

    def test_nodes_that_are_busy_alike_in_every_run_share_a_bar(self):
        busy = {"one": [("a bus", 50.0), ("b bus", 50.5), ("c bus", 50.0), ("a CPU", 9.0)], "two": [("a bus", 20.0), ("b bus", 20.1)]}
        self.assertEqual(utilisation.alike(busy), {"one": [("a, b bus", 50.5), ("c bus", 50.0), ("a CPU", 9.0)],
                                                   "two": [("a, b bus", 20.1)]})

    def test_parts_of_a_node_that_are_never_busy_are_not_drawn(self):
        parts = utilisation.busy_parts(RECORD["breakdown"]["utilisation"])
        self.assertEqual(parts, [("node0 CPU and polling", 100.0), ("node0 PCI bus", 57.4)])

    def test_polling_is_no_bar(self):
        parts = utilisation.busy_parts([{"node": "node0", "CPU %": 3.0, "polling %": 97.0}])
        self.assertEqual(parts, [("node0 CPU", 3.0)])

    def test_the_nodes_of_a_call_have_roles(self):
        _, hops = call.choose("c.timeline.json", CALLS, 0)
        self.assertEqual(call.roles_of(None, call.nodes_of(hops)), ("client", "directory", "holder"))
        self.assertEqual([call.name_of(number, hops) for number in range(3)], ["getpage", "forward", "page"])
        with self.assertRaisesRegex(Fault, "3 names"):
            call.roles_of("client,server", call.nodes_of(hops))

    def test_of_programs_that_contain_others_the_inner_ones_are_drawn(self):
        bars = [{"begin": 0, "length": 300, "label": "program"}, {"begin": 10, "length": 100, "label": "poll"}]
        self.assertEqual([bar["label"] for bar in page.programs_of(bars, 300)], ["poll"])

    def test_programs_too_short_to_be_seen_apart_are_one_bar(self):
        bars = [{"begin": at * 0.5, "length": 0.4, "label": "f"} for at in range(10)]
        bars.append({"begin": 5, "length": 20, "label": "waits"})
        shown = page.programs_of(bars, 300)
        self.assertEqual([bar["label"] for bar in shown], ["", "waits"])
        self.assertAlmostEqual(shown[0]["length"], 4.9)

    def test_gaps_lie_between_bars(self):
        bars = [{"begin": begin, "length": length} for begin, length in ((0, 10), (15, 5), (16, 1), (20.5, 2))]
        self.assertEqual(page.gaps_of(bars), [(10, 5)])

    def test_a_sweep_of_dma_curve_gives_a_line_for_each_row(self):
        lines = dma.read_lines(self.path("results.csv", DMA))
        self.assertEqual(lines, {"direction host-to-nic": ((64, 1024), (44.5, 118)),
                                 "direction nic-to-host": ((1024,), (62,))})

    def test_a_page_lasts_from_its_first_to_its_last_activity(self):
        found = page.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        self.assertEqual((found["name"], found["message"], found["end"]), ("eager", 7, 210.0))

    def test_names_may_begin_with_that_of_the_whole_system(self):
        within = [{**a, "track": "system." + a["track"]} for a in PAGE]
        pages = [page.read_page("eager=" + self.path("p.timeline.json", json.dumps(trace)), None)
                 for trace in (PAGE, within)]
        self.assertEqual(pages[0], pages[1])

    def test_a_page_may_be_shown_with_what_was_before_and_after_it(self):
        found = page.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None, before=10, after=5)
        self.assertEqual(found["end"], 225.0)
        self.assertNotIn("took", found["title"])

    def test_lanes_hold_what_overlaps_the_page_cut_to_it(self):
        found = page.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        lanes = {name: [(bar["begin"], bar["length"]) for bar in bars]
                 for (name, *_), bars in zip(page.LANES, found["lanes"]) if bars}
        self.assertEqual(lanes, {"sender: host": [(0.0, 10.0)], "sender: host DMA": [(12.0, 58.0)], "switch": [(72.0, 58.0)],
                                 "receiver: link receive": [(73.0, 58.0)], "receiver: host": [(0.0, 200.0), (200.0, 10.0)]})

    def test_the_rate_of_a_bar_is_that_of_the_whole_activity(self):
        found = page.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        lanes = {name: bars for (name, *_), bars in zip(page.LANES, found["lanes"])}
        self.assertAlmostEqual(lanes["sender: host DMA"][0]["rate"], 8192 / 58)

    def test_each_level_of_a_cpu_has_a_lane(self):
        levels = {"user": "user", "kernel": "kernel", "soft_interrupt": "software interrupt", "interrupt": "interrupt"}
        works = [{**PAGE[0], "track": f"node0.host.cpu.{level}", "label": level, "message": 0} for level in levels]
        found = page.read_page("a=" + self.path("p.timeline.json", json.dumps(PAGE + works)), None)
        lanes = {name: [bar["label"] for bar in bars] for (name, *_), bars in zip(page.LANES, found["lanes"])}
        self.assertEqual({level: lanes["sender: " + lane] for level, lane in levels.items()},
                         {level: [level] for level in levels})

    def test_a_segment_is_followed_to_its_end_on_the_node_where_it_began(self):
        marks = [activity("node0.host.segments", 95.0, 96.0, "pin", 7, 0), activity("node0.host.segments", 400.0, 401.0, "unpin", 7, 0),
                 activity("node0.host.segments", 200.0, 201.0, "pin", 9, 0), activity("node1.host.segments", 311.0, 315.0, "flip", 7, 0)]
        found = page.read_page("a=" + self.path("p.timeline.json", json.dumps(PAGE + marks)), None)
        lanes = {name: [bar["label"] for bar in bars] for (name, *_), bars in zip(page.LANES, found["lanes"])}
        self.assertEqual((lanes["sender: segment"], lanes["receiver: segment"], found["end"]), (["pin", "unpin"], ["flip"], 306.0))

    def test_marks_without_room_between_them_share_a_text(self):
        bars = [{"label": label, "begin": begin, "length": 1} for label, begin in (("unpin", 90), ("pin", 0), ("acknowledged", 89))]
        groups = page.beside_each_other(bars, 2)
        self.assertEqual([[bar["label"] for bar in group] for group in groups], [["pin"], ["acknowledged", "unpin"]])

    def test_what_is_for_other_messages_is_told(self):
        found = page.read_page("eager=" + self.path("p.timeline.json", json.dumps(PAGE)), None)
        lanes = {name: [bar["other"] for bar in bars] for (name, *_), bars in zip(page.LANES, found["lanes"])}
        self.assertEqual((lanes["receiver: host"], lanes["sender: host DMA"]), ([True, False], [False]))

    def test_a_card_is_joined_to_what_it_needs(self):
        found = parts.read(self.path("parts.txt", PARTS))
        self.assertEqual(parts.needs(found[1]), ["pci", "myrinet"])
        self.assertEqual([part["summary"] for part in found], ["PCI with its host bridge", "a card", "cables"])

    def test_a_bad_list_of_parts_is_refused_in_four_parts(self):
        for text in ("", "part\n", PARTS.splitlines()[0], PARTS.replace("\nmyrinet", "\nring   "),
                     PARTS.replace("network", "carrier")):
            done = self.plot("parts", self.path("parts.txt", text), "-o", self.path("x.svg"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^plot: .*parts\.txt.*: .*; allowed: .*; .*\n$")

    def test_each_tool_stands_once_in_the_legend_of_speed(self):
        out = self.path("x.svg")
        done = self.plot("speed", self.path("speed.csv", SPEED), "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("Flybar: all", "other: packets"):
            self.assertEqual(Path(out).read_text().count(f">{name}<"), 1)

    def test_a_bad_table_of_speed_is_refused_in_four_parts(self):
        for text in ("", SPEED.splitlines()[0], SPEED.replace("1000,", "many,"), SPEED.replace("-40.5", "")):
            done = self.plot("speed", self.path("speed.csv", text), "-o", self.path("x.svg"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^plot: .*speed\.csv.*: .*; allowed: .*; .*\n$")

    def test_bad_input_is_refused_in_four_parts(self):
        for text in ("", "line,size\n", GRID, DMA + "host-to-nic,1,big,1,\n", DMA + "host-to-nic,1,,,\n",
                     DMA + "host-to-nic,,,,failed\n"):
            done = self.plot("dma", self.path("bad.csv", text), "-o", self.path("x.svg"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^plot: .*bad\.csv.*: .*; allowed: .*; .*\n$")

    def test_a_bad_timeline_is_refused_in_four_parts(self):
        for text in ("", "{}", "[]", "[1]", json.dumps(PAGE[1:2])):
            trace = self.path("bad.json", text)
            done = self.plot("page", "--page", "a=" + trace, "-o", self.path("x.svg"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^plot: .*bad\.json.*: .*; allowed: .*; .*\n$")

    def test_an_output_that_cannot_be_written_is_refused(self):
        for name, code in (("nowhere/x.svg", 5), ("x.gif", 1)):
            done = self.plot("dma", self.path("d.csv", DMA), "-o", self.path(name))
            self.assertEqual(done.returncode, code)
            self.assertIn("; allowed: ", done.stderr)

    def test_a_picture_that_fails_leaves_nothing_behind(self):
        done = self.plot("dma", self.path("d.csv", DMA), "-o", self.directory.name + "/d.csv/x.svg")
        self.assertEqual((done.returncode, sorted(p.name for p in Path(self.directory.name).iterdir())), (5, ["d.csv"]))


if __name__ == "__main__":
    unittest.main()
