#!/usr/bin/python3
"""What a run leaves that is interrupted or killed, read by the formats' own readers:
stopped_runs_test.py FLYBAR SOURCES [KILLS]"""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

FLYBAR, SOURCES, KILLS = "", pathlib.Path(), 2
RUN = ("run", "one-way", "--set", "round_trips=1000000", "--set", "payload=64 B", "--quiet")
MANY = ("run", "all-to-all", "--set", "nodes=16", "--set", "messages=1000", "--set", "payload=64 B", "--threads", "2",
        "--quiet")
NAMES = ("a.vcd", "a.fst", "a.pcapng", "a.pftrace", "a.timeline.json", "a.callgrind")
LEAST = 20  # messages


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, check=False, **options)
    assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stderr.decode()}"
    return done.stdout.decode()


def count_vcd(text):
    """Of the changes of all signals; times never go back, and each identifier is declared."""
    head, body = text.split("$enddefinitions $end\n")
    known = {line.split()[3] for line in head.splitlines() if line.startswith("$var")}
    times = [int(time) for time in re.findall(r"^#(\d+)$", body, re.MULTILINE)]
    assert times == sorted(times) and body.endswith("\n")
    assert set(re.findall(r"^(?:[01]|[bs].* )(\S+)$", body, re.MULTILINE)) <= known
    return body.count("\n") - len(times)


def count_packets(file):
    times = [float(line) for line in run("tshark", "-r", file, "-T", "fields", "-e", "frame.time_epoch").split()]
    assert times == sorted(times)
    run("tcpdump", "-nr", file)
    assert re.search(rf"Number of packets: *{len(times)}\n", run("capinfos", "-Mc", file))
    return len(times)


def count_slices(file):
    """Begins and ends of slices that match on each track."""
    proto = SOURCES / "testbenches/tests/sinks"
    with file.open("rb") as trace:
        text = run("protoc", "--decode=flybar.Trace", f"-I{proto}", proto / "trace.proto", stdin=trace)
    begins, ends = text.count("type: SLICE_BEGIN"), text.count("type: SLICE_END")
    assert begins == ends
    return begins


def count_rows(text):
    rows = text.splitlines()
    assert text.endswith("\n") and len({row.count(",") for row in rows}) == 1
    return len(rows)


READERS = {
    "a.vcd": lambda file: count_vcd(file.read_text()),
    "a.fst": lambda file: count_vcd(run("fst2vcd", file)),
    "a.pcapng": count_packets,
    "a.pftrace": count_slices,
    "a.timeline.json": lambda file: len(json.loads(file.read_text())),
    "a.system.node0.lanai.cpu.callgrind": lambda file: len(run("callgrind_annotate", file).splitlines()) * LEAST,
}


def copies(process):
    """The process that waits beside it, if there is one at this moment."""
    try:
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return {child for child in children if pathlib.Path(f"/proc/{child}/comm").read_text() == "trace-keeper\n"}
    except (FileNotFoundError, ProcessLookupError):
        return set()


def wait_for_copy(process, but=frozenset()):
    while not copies(process) - but:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)


class Run:
    """One that would take hours; ends with the test. It tells its messages, so that it is known how far it is."""

    def __init__(self, *more, traces=NAMES, messages="-", job=RUN):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        words = [word for name in traces for word in ("--trace", name)]
        self.process = subprocess.Popen([FLYBAR, *job, *words, "--messages", messages, *more], cwd=self.path, text=True,
                                        env={**os.environ, "FLYBAR_THREADS_ALWAYS": "1"},
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.rest = threading.Thread(target=self.process.stdout.read)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.stderr.read()
        self.process.wait()
        if self.rest.is_alive():
            self.rest.join()
        self.process.stdout.close()
        self.process.stderr.close()
        self.folder.cleanup()

    def wait_until_kept(self):
        """There is a copy that knows of LEAST messages."""
        for _ in range(LEAST):
            assert self.process.stdout.readline(), self.process.stderr.read()
        self.rest.start()
        wait_for_copy(self.process, copies(self.process))

    def end(self, number):
        """The code, and what it tells. Whoever writes the files has the error output open."""
        self.process.send_signal(number)
        told = self.process.stderr.read()
        return self.process.wait(), told

    def left(self):
        return {file.name for file in self.path.iterdir()}

    def check(self):
        """All files are there, are whole, and hold what has happened."""
        left = self.left()
        assert all(name.startswith("stopped-") for name in left), left
        for name, count in READERS.items():
            assert count(self.path / f"stopped-{name}") >= LEAST, name


class StoppedRuns(unittest.TestCase):
    def check_interrupt(self, number, code):
        with Run("--json", "a.json") as stopped:
            stopped.wait_until_kept()
            ended, told = stopped.end(number)
            self.assertEqual(ended, code)
            self.assertIn("what happened until the run stopped is in stopped-a.vcd, stopped-a.fst", told)
            stopped.check()

    def test_sigint_leaves_whole_files(self):
        self.check_interrupt(signal.SIGINT, 130)

    def test_sigterm_leaves_whole_files(self):
        self.check_interrupt(signal.SIGTERM, 143)

    def test_sighup_leaves_whole_files(self):
        self.check_interrupt(signal.SIGHUP, 129)

    def test_sigkill_leaves_whole_files(self):
        """At any moment, also while a copy takes the place of another."""
        for _ in range(KILLS):
            with Run("--json", "a.json") as killed:
                killed.wait_until_kept()
                time.sleep(random.uniform(0, 1.5))
                ended, told = killed.end(signal.SIGKILL)
                self.assertEqual(ended, -signal.SIGKILL)
                self.assertIn("the run was killed; ", told)
                killed.check()

    def test_a_run_of_several_threads_leaves_whole_files(self):
        for number in (signal.SIGINT, signal.SIGKILL):
            with Run("--json", "a.json", job=MANY) as stopped:
                stopped.wait_until_kept()
                stopped.end(number)
                stopped.check()

    def test_messages_are_kept_as_traces_are(self):
        for number in (signal.SIGINT, signal.SIGKILL):
            with Run("--json", "a.json", traces=(), messages="a.csv") as stopped:
                while not any(file.stat().st_size for file in stopped.path.glob("a.csv.*.partial")):
                    time.sleep(0.01)
                wait_for_copy(stopped.process, copies(stopped.process))
                stopped.end(number)
                self.assertEqual(stopped.left(), {"stopped-a.csv"})
                self.assertGreaterEqual(count_rows((stopped.path / "stopped-a.csv").read_text()), LEAST)

    def test_sigint_leaves_the_profile_of_a_program_that_runs_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "count.c").write_text("volatile unsigned n; int main(void) { for (;;) ++n; }\n")
            for source in (SOURCES / "firmware/common/crt0.c", "count.c"):
                run("clang-14", "--target=lanai", "-O2", "-ffreestanding", "-fno-builtin", "-mcmodel=small",
                    f"-I{SOURCES}", "-c", source, cwd=folder)
            alone = subprocess.Popen([FLYBAR, "exec", "crt0.o", "count.o", "--max-cycles", "100000000000000", "--profile",
                                      "a.callgrind"], cwd=folder, text=True, stderr=subprocess.PIPE)
            wait_for_copy(alone)
            alone.send_signal(signal.SIGINT)
            with alone.stderr:
                told = alone.stderr.read()
            alone.wait()
            self.assertEqual(alone.returncode, 130, told)
            self.assertEqual([name for name in os.listdir(folder) if "callgrind" in name], ["stopped-a.callgrind"])
            self.assertIn("Cycles", run("callgrind_annotate", pathlib.Path(folder) / "stopped-a.callgrind"))

    def test_a_second_interrupt_ends_at_once_and_leaves_nothing(self):
        with Run() as stopped:
            stopped.wait_until_kept()
            os.kill(stopped.process.pid, signal.SIGSTOP)  # so that both are there when it goes on
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
                os.kill(stopped.process.pid, number)
            self.assertIn(stopped.process.wait(), (130, 143))
            self.assertEqual(stopped.left(), set())

    def test_a_reader_that_goes_away_leaves_no_unfinished_file(self):
        for traces in ((), ("a.vcd",)):
            with Run("--json", "a.json", traces=traces) as piped:
                piped.process.stdout.readline()
                piped.process.stdout.close()
                piped.process.wait()
                self.assertIn(piped.process.returncode, (-signal.SIGPIPE, 128 + signal.SIGPIPE))
                self.assertEqual(piped.left(), {"stopped-a.vcd", "stopped-a.vcd.gtkw"} if traces else set())

    def test_runs_that_write_the_same_file_at_once_all_succeed(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [FLYBAR, "run", "one-way", "--set", "round_trips=3", "--quiet", "--json", "same.json",
                       "--trace", "same.vcd"]
            runs = [subprocess.Popen(command, cwd=folder) for _ in range(4)]
            self.assertEqual([each.wait() for each in runs], [0] * 4)
            self.assertEqual(set(os.listdir(folder)), {"same.json", "same.vcd", "same.vcd.gtkw"})

    def test_a_run_that_ends_is_the_same_with_and_without_copies(self):
        """The second one is stopped until a copy is due."""
        command = [FLYBAR, "run", "one-way", "--set", "round_trips=300", "--quiet", "--trace", "a.pftrace"]
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "a.pftrace"
            run(*command, cwd=folder)
            first = trace.read_bytes()
            again = subprocess.Popen(command, cwd=folder)
            time.sleep(0.1)
            again.send_signal(signal.SIGSTOP)
            time.sleep(1)
            again.send_signal(signal.SIGCONT)
            self.assertEqual(again.wait(), 0)
            self.assertEqual(trace.read_bytes(), first)


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[3].isdigit():
        KILLS = int(sys.argv.pop(3))
    SOURCES = pathlib.Path(sys.argv.pop(2)).resolve()
    FLYBAR = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
