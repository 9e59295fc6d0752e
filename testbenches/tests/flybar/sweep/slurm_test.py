"""Sweeps on a Slurm cluster of two virtual nodes: slurm_test.py FLYBAR FLYBAR_SELF_TEST. Ends with 77, which CTest shows
as skipped, where there can be no cluster."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import cluster  # noqa: E402
import kills  # noqa: E402

SELF_TEST = os.path.abspath(sys.argv.pop())
FLYBAR = os.path.abspath(sys.argv.pop())
KILLS = 50 if "FLYBAR_LONG" in os.environ else 3
LONGEST = 6  # seconds until a kill
SIXTEEN = ("sweep", "self-test", "--vary", "payload=0 B..240 B:16 B", "--no-cache")


class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cluster.Cluster().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.__exit__()

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)

    def run_flybar(self, *words, program=SELF_TEST):
        return subprocess.run([program, *words], cwd=self.place, env=self.cluster.environment, capture_output=True,
                              text=True)

    def test_tables_are_the_same_bytes_as_without_a_cluster(self):
        sweep = ("sweep", "one-way", "--vary", "payload=64 B,4 KB,8 KB", "--vary", "mcp.mode=static,eager", "--set",
                 "round_trips=2", "--no-cache")
        self.run_flybar(*sweep, "-o", "local", program=FLYBAR)
        done = self.run_flybar(*sweep, "-o", "slurm", "--engine", "slurm", "--chunk", "2", program=FLYBAR)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(kills.tables(self.place / "slurm"), kills.tables(self.place / "local"))

    def test_failed_points_are_rows_with_the_same_reason(self):
        sweep = ("sweep", "self-test", "--vary", "ending=done,failed,broken", "--no-cache")
        self.run_flybar(*sweep, "-o", "local")
        done = self.run_flybar(*sweep, "-o", "slurm", "--engine", "slurm")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(kills.tables(self.place / "slurm"), kills.tables(self.place / "local"))

    def test_only_what_is_missing_is_submitted_again(self):
        self.run_flybar(*SIXTEEN, "-o", "out", "--engine", "slurm")
        points = sorted((self.place / "out/points").iterdir())
        before = [point.stat().st_mtime_ns for point in points]
        points[3].unlink()
        done = self.run_flybar(*SIXTEEN, "-o", "out", "--engine", "slurm")
        self.assertIn("(15 were done before)", done.stdout, done.stderr)
        changed = [old != point.stat().st_mtime_ns for old, point in zip(before, points)]
        self.assertEqual([number for number, other in enumerate(changed) if other], [3])

    def test_kills_lose_double_and_alter_nothing(self):
        chance = kills.make_chance(self)
        whole = self.place / "whole"
        self.run_flybar(*SIXTEEN, "-o", str(whole))
        made = kills.killed_sweeps([SELF_TEST, *SIXTEEN, "--engine", "slurm", "--chunk", "4"], str(self.place / "killed"),
                                   KILLS, chance, self.cluster.environment, LONGEST,
                                   lambda: kills.processes_of(self.place))
        for directory in made:
            self.assertEqual(kills.tables(directory), kills.tables(whole))
            self.assertEqual(kills.records(directory), kills.records(whole))
        self.assertEqual(self.cluster.jobs(), [])


if cluster.lacks():
    print(f"no cluster here: {cluster.lacks()}")
    sys.exit(77)
unittest.main()
