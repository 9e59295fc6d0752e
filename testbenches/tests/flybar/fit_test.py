#!/usr/bin/python3
"""Tests of scripts/fit against a program whose answers are known."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FIT = Path(sys.argv.pop(1))
sys.path.insert(0, str(FIT.parent))
from fitting.model import Knob  # noqa: E402
from fitting.solver import Solver  # noqa: E402

# Latencies 100 + knob and 50 + 2 * knob + other; published 130 and 120: knob 30, other 10.
PROGRAM = r'''#!/usr/bin/python3
import json, sys
PARAMETERS = [
    {"name": "a.knob", "value": "10 ns", "unit": "ns", "allowed": "0 ns .. 0.1 us",
     "confidence": "G", "source": "guess"},
    {"name": "a.other", "value": "2 cycles", "unit": "cycles", "allowed": "1 cycle .. 40 cycles",
     "confidence": "I", "source": "derived"},
    {"name": "a.known", "value": "10 ns", "unit": "ns", "allowed": "0 ns .. 0.1 us",
     "confidence": "D", "source": "book"},
    {"name": "a.mode", "value": "x", "unit": "", "allowed": "x, y", "confidence": "G",
     "source": "guess"}]
if sys.argv[1] == "params":
    print(json.dumps({"parameters": PARAMETERS}))
    sys.exit(0)
values = {p["name"]: float(p["value"].split()[0]) for p in PARAMETERS[:2]}
only = []
for option, value in zip(sys.argv, sys.argv[1:]):
    if option == "--set":
        key, _, text = value.partition("=")
        values[key] = float(text.split()[0])
    if option == "--only":
        only.append(value)
knob, other = values["a.knob"], values["a.other"]
models = {"R1": 100 + knob, "R2": 50 + 2 * knob + other, "R3": 3 * knob, "P1": 7}
published = {"R1": 130, "R2": 120, "R3": 90, "P1": 7}
UNCOVERED = {"id": "U1", "role": "calibration", "standing": "not covered"}
print(json.dumps({"numbers": [
    UNCOVERED if row == "U1" else
    {"id": row, "quantity": "latency", "unit": "us", "published": published[row],
     "role": "parameter" if row == "P1" else "calibration", "standing": "predicted",
     "model": models[row], "error_percent": (models[row] / published[row] - 1) * 100}
    for row in only]}))
'''


class FitTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = Path(self.folder.name) / "flybar"
        self.program.write_text(PROGRAM)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)
        self.page = Path(self.folder.name) / "fit.md"

    def tearDown(self):
        self.folder.cleanup()

    def fit(self, *arguments):
        return subprocess.run(
            [FIT, "--program", self.program, "--page", self.page, *arguments],
            capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})

    def test_finds_the_knobs_that_meet_every_row(self):
        done = self.fit("--row", "R1", "--row", "R2", "--row", "R3", "--knob", "a.knob", "--knob",
                        "a.other")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout,
                         "# Made by scripts/fit; docs/fit.md tells how.\n"
                         '[a]\nknob = "30 ns"\nother = "10 cycles"\n\n'
                         '[fit]\nkeys = ["a.knob", "a.other"]\nrows = ["R1", "R2", "R3"]\n')

    def test_page_tells_command_knobs_and_steps(self):
        self.fit("--row", "R1", "--row", "R3", "--knob", "a.knob")
        page = self.page.read_text()
        self.assertTrue(page.startswith("# What was fitted\n"))
        self.assertIn("\n## alphastation-500\n", page)
        self.assertIn("`scripts/fit --row R1 --row R3 --knob a.knob --platform alphastation-500 "
                      "--rounds 6`", page)
        self.assertIn("| a.knob | 10 ns | 30 ns | 0 ns .. 100 ns | G | guess |", page)
        self.assertIn("| R1 | latency | 130 us | 110.00 | 130.00 | +0.00 % |", page)
        self.assertIn("| start | 10 ns |", page)

    def test_only_the_section_of_the_platform_is_written_anew(self):
        self.page.write_text("# Fits\n\n## one\n\nof one\n\n## two\n\nof two\n\n## three\n\nof three\n")
        self.fit("--row", "R1", "--row", "R3", "--knob", "a.knob", "--platform", "two")
        page = self.page.read_text()
        self.assertEqual([line for line in page.splitlines() if line.startswith("#")], ["# Fits", "## one", "## two", "## three"])
        self.assertIn("## one\n\nof one\n\n## two\n\nWritten by `scripts/fit", page)
        self.assertTrue(page.endswith("\n\n## three\n\nof three\n"))
        self.assertNotIn("of two", page)

    def test_stays_within_given_limits(self):
        done = self.fit("--row", "R1", "--row", "R3", "--knob", "a.knob=0 ns..20 ns")
        self.assertIn('knob = "20 ns"', done.stdout)

    def test_stays_within_limits_that_are_finer_than_a_step(self):
        done = self.fit("--row", "R1", "--row", "R3", "--knob", "a.knob=0 ns..20.6 ns")
        self.assertIn('knob = "20.6 ns"', done.stdout)

    def test_as_many_knobs_as_rows_are_refused(self):
        done = self.fit("--row", "R1", "--knob", "a.knob")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr,
                         "scripts/fit: --knob: 1 knobs for 1 rows; allowed: fewer knobs than rows; "
                         "take fewer knobs: such a fit would prove nothing\n")

    def test_as_many_knobs_as_rows_are_taken_if_the_rows_shall_set_them(self):
        done = self.fit("--determined", "--row", "R1", "--knob", "a.knob")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.fit("--determined", "--row", "R1", "--knob", "a.knob", "--knob", "a.other")
        self.assertEqual(done.returncode, 3)

    def test_documented_parameter_is_refused(self):
        done = self.fit("--row", "R1", "--row", "R2", "--knob", "a.known")
        self.assertEqual(done.returncode, 3)
        self.assertIn("a.known: its confidence is D; allowed: knobs of confidence I or G",
                      done.stderr)

    def test_row_that_is_no_calibration_is_refused(self):
        done = self.fit("--row", "R1", "--row", "P1", "--knob", "a.knob")
        self.assertEqual(done.returncode, 3)
        self.assertIn("P1: its role is parameter", done.stderr)
        self.assertFalse(self.page.exists())

    def test_row_that_no_experiment_covers_is_refused(self):
        done = self.fit("--row", "R1", "--row", "U1", "--knob", "a.knob")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr,
                         "scripts/fit: U1: it is not covered; allowed: rows that an experiment "
                         "covers; leave it out\n")

    def test_choice_and_unknown_key_are_refused(self):
        for knob in ("a.mode", "a.knot"):
            done = self.fit("--row", "R1", "--row", "R2", "--knob", knob)
            self.assertEqual(done.returncode, 3, knob)
            self.assertTrue(done.stderr.startswith(f"scripts/fit: {knob}: "), done.stderr)


class Cliff:
    """A model that says nothing of the way to the value that it wants."""

    def __init__(self, wanted):
        self.knobs = [Knob("knob", "ns", 50, 0, 100, "G", "guess")]
        self.wanted = wanted

    def errors(self, values):
        return [0 if values == [self.wanted] else 3]


class SolverTest(unittest.TestCase):
    def test_search_looks_on_both_sides(self):
        for wanted in (46, 54):
            solver = Solver(Cliff(wanted), lambda *step: None)
            self.assertEqual(solver.solve(6), [wanted])


if __name__ == "__main__":
    unittest.main()
