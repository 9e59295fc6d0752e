"""Runs programs on modelled hosts, in a folder of its own; says so where the machine does not let it."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FLYBAR = sys.argv.pop()
PLATFORM = "alcor-miata"
FAILED = 8  # the exit code of the simulator if a program failed
PAGE = bytes((n * n // 7) & 255 for n in range(200_000))


def command(*settings, nodes):
    words = [FLYBAR, "run", "programs", "--platform", PLATFORM]
    for node, program in nodes.items():
        words += ["--set", f"{node}={program}"]
    return words + list(settings)


class Case(unittest.TestCase):
    around = []  # a command that runs the simulator

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)
        self.folder.chmod(0o777)  # servers that give up the rights of root read and write here, too
        (self.folder / "page.bin").write_bytes(PAGE)

    def start(self, *settings, **nodes):
        return subprocess.run(self.around + command(*settings, nodes=nodes), cwd=self.folder, capture_output=True, text=True,
                              errors="replace", timeout=120)

    def run_on(self, *settings, may_fail=False, **nodes):
        """What the programs have written, a list of (node, ms, line)."""
        done = self.start(*settings, **nodes)
        self.assertIn(done.returncode, [0, FAILED] if may_fail else [0], done.stdout + done.stderr)
        lines = []
        for line in done.stdout.splitlines():
            head, _, text = line.partition(": ")
            words = head.split()
            if len(words) == 3 and words[0].startswith("node") and words[2] == "ms":
                lines.append((words[0], float(words[1]), text))
        return lines

    def said(self, *settings, **nodes):
        return [text for _, _, text in self.run_on(*settings, **nodes)]

    def record(self, *settings, fails=False, **nodes):
        done = self.start("--json", "-", "--quiet", *settings, **nodes)
        self.assertEqual(done.returncode, FAILED if fails else 0, done.stderr)
        return json.loads(done.stdout)

    def digest(self, *settings, **nodes):
        return self.record(*settings, **nodes)["results"]["digest"]["value"]

    def file(self, name):
        return (self.folder / name).read_bytes()


def main():
    done = subprocess.run(command("--quiet", nodes={"node0": "true"}), capture_output=True, text=True)
    if "programs: " in done.stderr and "hands over system calls" in done.stderr:
        print(f"programs left out: {done.stderr}")
        return
    if os.environ.get("FLYBAR_TEST_PATTERN"):
        sys.argv += ["-k", os.environ["FLYBAR_TEST_PATTERN"]]
    unittest.main(module="__main__")
