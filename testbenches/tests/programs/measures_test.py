#!/usr/bin/python3
"""What users ask of programs: several on a node, how long they compute, how long their requests take, which calls they make."""
import os
import pathlib
import re
import shutil
import subprocess

import running
from running import FLYBAR

SOURCES = pathlib.Path(__file__).resolve().parents[3]
COMPUTES = """
#include <stdio.h>
#include <time.h>
#include "models/process/program/flybar.h"
static long long us(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000LL + t.tv_nsec / 1000; }
int main(void) {
  long long begin = us();
  volatile unsigned sum = 0;
  for (unsigned n = 0; n < 100000; ++n) sum += n;
  long long middle = us();
  int told = flybar_compute(3000000);
  printf("%lld %lld %d\\n", middle - begin, us() - middle, told);
}
"""
SPINS = """
#include <pthread.h>
#include <stdio.h>
static volatile int ready;
static void* wait_for_it(void* none) { while (!ready) continue; return none; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, wait_for_it, 0);
  for (volatile int n = 0; n < 100000; ++n) continue;
  ready = 1;
  pthread_join(other, 0);
  puts("done");
}
"""
ECHO = """
import socket, sys
s = socket.create_server(("", 7))
c = s.accept()[0]
while data := c.recv(100):
    c.sendall(data)
"""
CLOSES = """
import socket
s = socket.create_server(("", 7))
s.accept()[0].recv(100)
"""
ASK_AND_CLOSE = """
import socket
c = socket.create_connection(("node0", 7))
c.sendmsg([b"x"])
c.recvmsg(100)
"""
ASK = """
import socket, time
c = socket.create_connection(("node0", 7))
for n in range(10):
    c.sendall(b"x" * 50)
    c.recv(100)
"""


class Nodes(running.Case):
    def test_several_programs_of_a_node_run_beside_each_other(self):
        lines = self.run_on(**{"node0": "sleep 1; echo a", "node0.1": "sleep 0.5; echo b", "node1": "true"})
        self.assertEqual([(program, text) for program, _, text in lines], [("node0.1", "b"), ("node0", "a")])

    def test_the_run_waits_for_the_last_of_them(self):
        record = self.record(**{"node0": "true", "node0.3": "sleep 2"})
        self.assertGreater(record["results"]["time"]["value"], 2e6)

    def test_they_reach_each_other_by_the_address_of_the_node(self):
        said = self.said(**{"node0": "nc -l 5000", "node0.1": "@100 ms echo hello | nc -N node0 5000"})
        self.assertEqual(said, ["hello"])

    def test_a_file_says_what_runs_where(self):
        (self.folder / "in").write_text("given\n")
        (self.folder / "place").mkdir()
        (self.folder / "all.toml").write_text(
            'programs = [{node = 0, run = "sleep 100", stays = true},\n'
            '  {node = 1, run = "cat; pwd; echo $WHO", start = "20 ms", directory = "place", input = "in", environment = ["WHO=me"]},\n'
            '  {node = 1, run = "hostname"}]\n')
        lines = self.run_on("--set", "file=all.toml")
        self.assertEqual(lines[0][0], "node1.1")
        self.assertEqual([text for _, _, text in lines[1:]], ["given", str(self.folder / "place"), "me"])
        self.assertGreater(lines[1][1], 20)

    def test_output_is_in_the_record(self):
        record = self.record(node0="echo a; sleep 1; echo b")
        self.assertEqual([(line["program"], line["text"]) for line in record["output"]], [("node0", "a"), ("node0", "b")])
        self.assertAlmostEqual(record["output"][1]["at_us"] - record["output"][0]["at_us"], 1e6, delta=1e3)

    def output(self, **nodes):
        return [line["text"] for line in self.record(**nodes)["output"]]

    def test_a_line_without_end_is_told_at_the_end_of_the_run(self):
        self.assertEqual(self.output(node0="printf a; printf b >&2"), ["ab"])
        self.assertEqual(self.output(node0="printf a; sleep 100 &", node1="sleep 1"), ["a"])

    def test_a_line_without_end_is_told_of_a_run_that_fails(self):
        done = self.start(node0="printf a; mkfifo f; cat f")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn(": a\n", done.stdout)

    def test_a_line_is_told_in_parts_of_64_kb(self):
        said = self.output(node0="for n in 65536 65537; do head -c $n /dev/zero | tr '\\0' x; echo; done; echo b")
        self.assertEqual([len(line) for line in said], [65536, 65536, 1, 1])

    def test_a_record_keeps_some_megabytes_of_output(self):
        record = self.record(node0="head -c 100000000 /dev/zero")
        self.assertEqual(sum(len(line["text"]) for line in record["output"]), 61 * 65536)
        self.assertTrue(any("lines of output" in note for note in record["notes"]), record["notes"])

    def test_few_descriptors_are_enough(self):
        self.around = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
        self.assertEqual(self.said(node0="echo a"), ["a"])

    def test_a_server_that_fails_is_told(self):
        record = self.record(fails=True, node0="exit 3 &", node1="sleep 1")
        self.assertIn("node0", record["failure"])


class Computing(running.Case):
    def compile(self, source, *compiler):
        (self.folder / "program.c").write_text(source)
        subprocess.run([*compiler, "-O1", "-pthread", f"-I{SOURCES}", "program.c", "-o", "program"], cwd=self.folder, check=True)

    def times(self, way):
        return [int(word) for word in self.said("--set", f"computing={way}", node0="./program")[0].split()]

    def test_a_compiler_that_does_not_link_is_given_no_library(self):
        (self.folder / "program.c").write_text("int main(void) { return 0; }")
        for compiler in filter(shutil.which, ["cc", "clang"]):
            for words in [["-c", "program.c"], ["-Werror", "program.o", "-o", "program"]]:
                done = subprocess.run([self.flybar_cc(), "-Werror", *words], cwd=self.folder, capture_output=True, text=True,
                                      env={**os.environ, "FLYBAR_CC": compiler}, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def flybar_cc(self):
        return str(pathlib.Path(FLYBAR).parent / "flybar-cc")

    def test_it_takes_no_time(self):
        self.compile(COMPUTES, self.flybar_cc())
        self.assertEqual(self.times("none"), [0, 0, 0])

    def test_it_takes_what_is_declared(self):
        self.compile(COMPUTES, "cc")
        self.assertEqual(self.times("declared"), [0, 3000, 0])

    def test_it_takes_the_time_of_its_blocks(self):
        self.compile(COMPUTES, self.flybar_cc())
        loop, declared, _ = self.times("blocks")
        self.assertAlmostEqual(loop, 100_000 * 0.019, delta=5)
        self.assertEqual(declared, 0)

    def test_blocks_are_counted_in_a_child_as_in_its_parent(self):
        self.compile(COMPUTES.replace("long long begin", "if (fork() == 0) return main(); long long begin").replace(
            "int main(void) {", "int main(void) { static int deep; if (deep++ > 1) return 0;"), self.flybar_cc())
        record = self.record("--set", "computing=blocks", node0="./program; sleep 1")
        loops = [int(line["text"].split()[0]) for line in record["output"]]
        self.assertEqual(len(loops), 2)
        for loop in loops:
            self.assertGreaterEqual(loop, 1900)

    def test_the_same_blocks_take_the_same_time(self):
        self.compile(COMPUTES, self.flybar_cc())
        digests = {self.digest("--set", "computing=blocks", node0="./program") for _ in range(3)}
        self.assertEqual(len(digests), 1)

    def test_a_thread_that_looks_at_memory_lets_others_run(self):
        self.compile(SPINS, self.flybar_cc())
        self.assertEqual(self.said("--set", "computing=blocks", node0="./program"), ["done"])

    def test_measured_time_is_said_not_to_be_reproducible(self):
        self.compile(COMPUTES, "cc")
        record = self.record("--set", "computing=measured", "--set", "slower=100", node0="./program")
        self.assertTrue(any("not reproducible" in note for note in record["notes"]))
        self.assertGreater(int(record["output"][0]["text"].split()[0]), 1000)

    def test_without_counters_of_the_processor_it_is_refused(self):
        done = self.start("--set", "computing=counted", node0="true")
        if done.returncode != 0:
            self.assertEqual(done.returncode, 3)
            self.assertRegex(done.stderr, "computing: counted, but .+; allowed: .+; .+")

    def test_a_compiler_that_is_not_there_is_named(self):
        done = subprocess.run([self.flybar_cc(), "x.c"], env={"PATH": "/usr/bin:/bin", "FLYBAR_CC": "nosuchcc -m64"},
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, 'no compiler "nosuchcc"; allowed: .+; .+')

    def test_without_files_the_compiler_answers(self):
        done = subprocess.run([self.flybar_cc()], capture_output=True, text=True)
        self.assertIn("no input files", done.stderr)
        self.assertEqual(subprocess.run([self.flybar_cc(), "-v"], capture_output=True).returncode, 0)

    def test_a_program_of_flybar_cc_runs_on_this_machine(self):
        self.compile(COMPUTES, self.flybar_cc())
        done = subprocess.run(["./program"], cwd=self.folder, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split()[2], "-1")

    def test_the_limit_names_the_program_that_takes_most(self):
        self.compile(COMPUTES, "cc")
        record = self.record("--set", "computing=declared", node0="./program")
        self.assertRegex(record["limit"], r"host CPU of node0.*of its programs program takes most, 3\.[0-9] ms")

    def test_time_of_programs_is_in_a_table(self):
        self.compile(COMPUTES, "cc")
        rows = self.record("--set", "computing=declared", node0="./program")["breakdown"]["time of programs"]
        mine = next(row for row in rows if row["node and program"] == "node0 program")
        self.assertEqual(mine["computing us"], 3000)
        self.assertGreater(mine["CPU us"], 3000)


class Connections(running.Case):
    def test_each_is_a_row_of_who_began_it(self):
        record = self.record(node0="nc -l 5000 > got", node1="@1 ms nc -N node0 5000 < page.bin")
        row, = record["breakdown"]["connections"]
        self.assertRegex(row["from and to"], r"^node1:\d+ > node0:5000$")
        self.assertEqual((row["bytes sent"], row["bytes received"], row["retransmissions"]), (200_000, 0, 0))
        self.assertGreater(row["segments sent"], 200_000 / 8192)
        self.assertGreater(row["round trip us"], 50)
        self.assertGreater(row["end us"], row["begin us"])

    def test_over_a_cable_that_loses_packets_have_retransmissions(self):
        record = self.record("--set", "link.lost_tails=0.02", node0="nc -l 5000 > got",
                             node1="@1 ms nc -N node0 5000 < page.bin")
        self.assertEqual(self.file("got"), running.PAGE)
        self.assertGreater(record["breakdown"]["connections"][0]["retransmissions"], 0)


class Requests(running.Case):
    def ask(self, rule):
        (self.folder / "echo.py").write_text(ECHO)
        (self.folder / "ask.py").write_text(ASK)
        return self.record("--set", f"requests={rule}", node0="exec /usr/bin/python3 echo.py &", node1="@100 ms exec /usr/bin/python3 ask.py")

    def test_each_send_that_is_answered_is_one(self):
        record = self.ask("node1: send .. receive")
        results = record["results"]
        self.assertEqual(results["requests"]["value"], 10)
        self.assertGreater(results["request_p50"]["value"], 50)
        self.assertLess(results["request_p999"]["value"], 2000)
        self.assertTrue(any("computing takes no modelled time" in note for note in record["notes"]))

    def test_calls_can_be_named(self):
        self.assertEqual(self.ask("sendto .. recvfrom")["results"]["requests"]["value"], 10 + 9)

    def test_kinds_and_names_stand_beside_each_other(self):
        self.assertEqual(self.ask("node1: connect|send .. receive|close")["results"]["requests"]["value"], 10)

    def test_the_end_of_a_stream_answers_no_request(self):
        (self.folder / "serve.py").write_text(CLOSES)
        (self.folder / "ask.py").write_text(ASK_AND_CLOSE)
        record = self.record("--set", "requests=node1: send .. receive", node0="python3 serve.py", node1="@100 ms python3 ask.py")
        self.assertEqual(record["results"]["requests"]["value"], 0)

    def test_the_last_of_several_answers_can_be_the_end(self):
        first = self.ask("node1: connect .. receive")["results"]
        last = self.ask("node1: connect .. last receive")["results"]
        self.assertEqual((first["requests"]["value"], last["requests"]["value"]), (1, 1))
        self.assertGreater(last["request_max"]["value"], 5 * first["request_max"]["value"])

    def test_programs_of_another_name_make_none(self):
        record = self.ask("curl: send .. receive")
        self.assertEqual(record["results"]["requests"]["value"], 0)
        self.assertIn("no call of the run is a request by the rule of requests", record["notes"])

    def test_a_rule_does_not_change_the_run(self):
        self.assertEqual(self.ask("send .. receive")["results"]["digest"], self.ask("")["results"]["digest"])


class Calls(running.Case):
    def calls(self, **nodes):
        self.run_on("--calls", "calls.txt", **nodes)
        return self.file("calls.txt").decode().splitlines()

    def test_each_call_is_a_line_with_its_instant(self):
        lines = self.calls(node0="echo hello | cat")
        form = re.compile(r"^\d+\.\d{3} us node0 \w*\[\d+\] \w+\(.*\) = .+ <\d+\.\d{3} us>$")
        self.assertEqual([line for line in lines if not form.match(line)], [])
        self.assertTrue(any('write(1, "hello\\n", 6) = 6' in line for line in lines))
        self.assertTrue(any('cat[' in line and 'read(0, "hello\\n", 131072) = 6' in line for line in lines))

    def test_the_same_run_lists_the_same_calls(self):
        nodes = {"node0": "nc -l 5000", "node1": "@10 ms echo hello | nc -N node0 5000"}
        self.assertEqual(self.calls(**nodes), self.calls(**nodes))

    def test_errors_have_their_names(self):
        lines = self.calls(node0="nc -w 1 node1 5000; true")
        self.assertTrue(any("ECONNREFUSED" in line or "EINPROGRESS" in line for line in lines))

    def test_experiments_without_programs_have_none(self):
        done = subprocess.run([FLYBAR, "run", "one-way", "--calls", "x"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "--calls: .+; allowed: .+; .+")


if __name__ == "__main__":
    running.main()
