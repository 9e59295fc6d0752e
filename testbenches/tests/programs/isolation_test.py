#!/usr/bin/python3
"""Programs that go wrong, and a simulator that is killed: nobody else suffers, and nothing is left behind."""
import os
import pathlib
import random
import signal
import subprocess
import sys
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


class ManyChildren(running.Case):
    """More than the simulator could keep a descriptor each of."""

    around = ["sh", "-c", "ulimit -n 600; exec \"$@\"", "sh"]
    FORK = "for n in range(800):\n  if os.fork() == 0: os._exit(0)\n  time.sleep(0.001)\n"

    def ends(self, program):
        self.assertEqual(self.said(node0=program + "; echo $?"), ["0"])

    def test_are_waited_for(self):
        self.ends("for i in $(seq 800); do (exit 0); done")

    def test_are_asked_after(self):
        self.ends("python3 -c 'import os, signal, time\ndef ended(*_):\n  try:\n    while os.waitpid(-1, os.WNOHANG)[0]: pass\n"
                  f"  except ChildProcessError: pass\nsignal.signal(signal.SIGCHLD, ended)\n{self.FORK}'")

    def test_are_forgotten_at_once(self):
        self.ends(f"python3 -c 'import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n{self.FORK}'")

    def test_of_parents_that_have_gone(self):
        self.ends("for i in $(seq 400); do (sleep 0.01 & exit 0); done; sleep 1")


class Container(running.Case):
    """On a machine that refuses what Docker's own profile does."""

    around = [sys.executable, str(pathlib.Path(__file__).parent / "container.py")]
    NGINX = ("worker_processes 2; daemon off; pid pid; error_log stderr; events {{}}\n"
             "http {{ access_log off; sendfile on; {} server {{ listen 80; root {}; }} }}\n")

    def twice(self, **nodes):
        self.assertEqual(self.digest(**nodes), self.digest(**nodes))
        return self.start(**nodes)

    def test_what_varies_is_told_in_a_line(self):
        lines = self.start(node0="true", node1="true").stderr.splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("PIDs and random addresses of this machine", lines[0])

    def test_a_file_is_sent(self):
        for server in "busybox httpd -f -p 80 -h . &", "python3 -m http.server 80 &":
            self.twice(node0=server, node1="@200 ms curl -s -o got http://node0/page.bin")
            self.assertEqual(self.file("got"), (self.folder / "page.bin").read_bytes())

    def test_the_place_in_a_file_moves(self):
        done = self.twice(node0="nc -l 5000 > got", node1="@100 ms python3 -c 'import os, socket\n"
                                "s = socket.create_connection((\"node0\", 5000))\nf = os.open(\"page.bin\", os.O_RDONLY)\nos.lseek(f, 100, 0)\n"
                                "print(os.sendfile(s.fileno(), f, None, 1000), os.lseek(f, 0, 1), os.get_inheritable(f))'")
        self.assertIn("1000 1100 False", done.stdout)
        self.assertEqual(self.file("got"), (self.folder / "page.bin").read_bytes()[100:1100])

    def test_nginx_with_two_workers(self):
        temporary = " ".join(f"{kind}_temp_path t;" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "logs").mkdir()
        (self.folder / "conf").write_text(self.NGINX.format(temporary, self.folder))
        done = self.twice(node0=f"nginx -p {self.folder} -c conf &", node1="@20 ms curl -s -o got http://node0/page.bin")
        self.assertEqual(self.file("got"), (self.folder / "page.bin").read_bytes())
        self.assertNotIn("alert", done.stdout)

    def test_iperf3(self):
        """It names a file by the address of a variable: mkstemp()."""
        done = self.start(node0="iperf3 -s -1", node1="@1 ms iperf3 -c node0 -n 2M")
        self.assertIn("2.00 MBytes", done.stdout)

    def test_descriptors_are_passed(self):
        done = self.twice(node0="python3 -c 'import os, socket\na, b = socket.socketpair()\nr, w = os.pipe()\nf = os.open(\"page.bin\", os.O_RDONLY)\n"
                                "socket.send_fds(a, [b\"x\"], [w, f])\nos.close(w)\n_, (v, g), _, _ = socket.recv_fds(b, 9, 2)\n"
                                "os.write(v, os.read(g, 3))\nos.close(v)\nprint(os.read(r, 9) == open(\"page.bin\", \"rb\").read(3), os.read(r, 9))'")
        self.assertIn("True b\'\'", done.stdout)


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
