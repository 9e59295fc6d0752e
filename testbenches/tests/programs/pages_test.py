#!/usr/bin/python3
"""Pages of programs that sockets remap: as fast as the built-in experiment, with right bytes whatever the program writes."""
import json
import pathlib
import subprocess

import running

SOURCE = pathlib.Path(__file__).resolve().parent / "stream.c"
MEGABYTE = 1 << 20


class Pages(running.Case):
    def setUp(self):
        super().setUp()
        subprocess.run(["cc", "-O2", "-Wall", "-Werror", SOURCE, "-o", "stream"], cwd=self.folder, check=True)

    def stream(self, way, megabytes=8, *settings):
        """Of the receiver: bytes, wrong requests, Mb/s."""
        amount = megabytes * MEGABYTE
        said = self.said(*settings, node0=f"./stream - {amount} {way}", node1=f"@1 ms ./stream node0 {amount} {way}")
        words = said[0].split()
        self.assertEqual(int(words[0]), amount)
        return int(words[2]), float(words[4])

    def built_in(self, copy):
        done = subprocess.run([running.FLYBAR, "run", "netperf", "--platform", running.PLATFORM, "--set", "amount=8 MB",
                               "--set", "socket_buffer=64 KB", "--set", "send_size=64 KB", "--set", "receive_size=64 KB",
                               "--set", f"copy={copy}", "--json", "-", "--quiet"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["results"]["throughput"]["value"]

    def test_are_remapped_as_those_of_the_built_in_experiment(self):
        self.assertAlmostEqual(self.stream("remap")[1] / self.built_in("remap"), 1, delta=0.02)

    def test_are_copied_as_those_of_the_built_in_experiment(self):
        self.assertAlmostEqual(self.stream("copy")[1] / self.built_in("both"), 1, delta=0.02)

    def test_that_are_written_while_they_are_on_their_way_go_as_they_were(self):
        wrong, rate = self.stream("write")
        self.assertEqual(wrong, 0)
        self.assertLess(rate, 0.8 * self.stream("remap")[1])

    def test_of_more_memory_than_the_host_has_go_right(self):
        self.assertEqual(self.stream("far", 256)[0], 0)

    def test_take_the_same_time_in_each_run(self):
        one = {"node0": "iperf3 -s -1", "node1": "@1 ms iperf3 -c node0 -n 2M"}
        self.assertEqual(len({self.digest(**one) for _ in range(3)}), 1)

    def test_of_iperf3_are_remapped(self):
        self.run_on("--json", "run.json", node0="iperf3 -s -1", node1="@1 ms iperf3 -c node0 -n 8M -J > iperf.json")
        rate = json.loads(self.file("iperf.json"))["end"]["sum_received"]["bits_per_second"] / 1e6
        self.assertAlmostEqual(rate / self.built_in("remap"), 1, delta=0.02)


if __name__ == "__main__":
    running.main()
