#!/usr/bin/python3
"""Programs that go wrong, and a simulator that is killed: nobody else suffers, and nothing is left behind."""
import os
import pathlib
import random
import signal
import subprocess
import time
import uuid

import running


def left_behind(mark):
    """Processes of this machine that have the mark on their command line."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "cmdline").read_text(errors="replace"):
                found.append(process.name)
        except OSError:
            pass
    return found


class Wrong(running.Case):
    """The server goes on, whatever happens to its client."""

    def others_go_on(self, client, code):
        record = self.record(node0="nc -l 5000 > got", node1=client, node2="@300 ms printf hello | nc -N node0 5000",
                             fails=True)
        codes = {row["program"]: row["exit code"] for row in record["breakdown"]["programs"]}
        self.assertEqual(codes, {"node0": 0, "node1": code, "node2": 0})
        self.assertEqual(self.file("got"), b"hello")

    def test_a_fault(self):
        self.others_go_on("kill -SEGV $$", 139)

    def test_killed(self):
        self.others_go_on("kill -KILL $$", 137)

    def test_a_bad_pointer(self):
        self.others_go_on("python3 -c 'import ctypes; print(ctypes.CDLL(None).write(1, 8, 100)); "
                          "exit(ctypes.CDLL(None).write(1, 8, 100) + 5)'", 4)

    def test_five_hundred_children(self):
        self.others_go_on("for i in $(seq 500); do (exit 0); done; exit 3", 3)

    def test_nine_hundred_descriptors(self):
        self.others_go_on("python3 -c 'import socket; s = [socket.socket() for n in range(900)]; exit(len(s) - 895)'", 5)

    def test_eight_gigabytes_of_memory(self):
        self.others_go_on("python3 -c 'import mmap; m = mmap.mmap(-1, 8 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); "
                          "m[0] = 1; exit(m[0] + 5)'", 6)

    def test_one_that_leaves_a_child_behind(self):
        mark = uuid.uuid4().hex
        self.others_go_on(f"(exec -a {mark} sleep 1000) & exit 7" if os.path.realpath("/bin/sh").endswith("bash")
                          else f"python3 -c 'import time; time.sleep(1000)' {mark} & exit 7", 7)
        self.assertEqual(left_behind(mark), [])


class Traced(running.Case):
    def test_a_run_of_which_a_copy_keeps_the_traces_ends(self):
        # A copy is made at least once a second; it holds what the run has open.
        self.run_on("--trace", "packets.pcapng", node0="nc -l 5000; python3 -c 'sum(range(60_000_000))'; nc -l 5001",
                    node1="@1 ms echo a | nc -N node0 5000; until echo b | nc -N node0 5001; do sleep 1; done")
        self.assertGreater(len(self.file("packets.pcapng")), 1000)


class Killed(running.Case):
    KILLS = int(os.environ.get("FLYBAR_KILLS", "8"))

    def test_nothing_is_left(self):
        dice = random.Random(1)
        for n in range(self.KILLS):
            mark = uuid.uuid4().hex
            nodes = {"node0": f"python3 -m http.server 80 --directory . {mark} 2>&1; python3 -c 'import time; time.sleep(1)' {mark} &",
                     "node1": f"for i in $(seq 200); do python3 -c 'print(1)' {mark}; done"}
            with subprocess.Popen(running.command("--quiet", nodes=nodes), cwd=self.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as simulator:
                time.sleep(dice.uniform(0.02, 0.6))
                simulator.send_signal(dice.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
                simulator.wait(20)
            for _ in range(100):
                if not left_behind(mark):
                    break
                time.sleep(0.05)
            self.assertEqual(left_behind(mark), [], f"after kill {n}")


if __name__ == "__main__":
    running.main()
