"""Points are run by `flybar sweep`, which knows what has been run before."""
import csv
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from common.fault import Refused

FAILED, STOPPED = 4, 7  # exit codes of a sweep of which some points failed, or were stopped by injected faults


class Evaluator:
    """Runs points, each a dictionary of key and text, in one sweep at a time."""

    def __init__(self, program, experiment, fixed, engine):
        self.program, self.experiment, self.fixed, self.engine = program, experiment, fixed, engine
        self.units = {}
        self.known = {}  # rows by point

    def run(self, points, directory=None):
        """A row for each point: {"status", "error", "results": {name: value}, ...}. New points go to one sweep, whose
        directory is kept if it is named."""
        wanted = list(dict.fromkeys(self.name(point) for point in points))
        new = [dict(name) for name in wanted if directory or name not in self.known]
        if new:
            scratch = tempfile.mkdtemp(prefix="flybar-analysis.")
            try:
                rows = self.sweep(new, Path(scratch), directory or str(Path(scratch) / "sweep"))
            finally:
                shutil.rmtree(scratch, ignore_errors=True)
            self.known.update((self.name(point), row) for point, row in zip(new, rows))
        return [self.known[self.name(point)] for point in points]

    @staticmethod
    def name(point):
        return tuple(point.items())

    def sweep(self, points, scratch, directory):
        design = scratch / "points.csv"
        with design.open("w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(points[0])
            writer.writerows(point.values() for point in points)
        command = [self.program, "sweep", self.experiment, *self.fixed, *self.engine, "-o", directory]
        if points[0]:
            command += ["--points", str(design)]
        # Progress goes to the terminal; an error of the sweep is ours.
        errors = scratch / "errors"
        with errors.open("w") as err:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=err)
        if done.returncode not in (0, FAILED, STOPPED):
            # The user knows no file of points.
            told = errors.read_text(encoding="utf-8").replace(str(design), "--over or --each")
            raise Refused(told, done.returncode)
        return [self.row(json.loads(line))
                for line in (Path(directory) / "results.jsonl").read_text(encoding="utf-8").splitlines()]

    def row(self, line):
        for name, result in line["results"].items():
            self.units.setdefault(name, result["unit"])
        line["results"] = {name: result["value"] for name, result in line["results"].items()}
        return line
