"""Records of every kind of run are as results.schema.json says: schema_test.py FLYBAR"""
import json
import pathlib
import subprocess
import sys
import unittest

import jsonschema

SCHEMA = json.loads((pathlib.Path(__file__).parents[4] / "testbenches/flybar/results/results.schema.json").read_text())
RUNS = (
    "one-way --set round_trips=3",
    "demand-fetch --set round_trips=3",
    "stream --set messages=40 --no-stages",
    "dma-curve",
    "rpc --platform alcor-miata --set calls=3",
    "file-read --platform alcor-miata --set file=200",
    "incast --system mixed --set messages=3",
    "stream --set messages=40 --set link.byte_errors=0.0001",
)


class Schema(unittest.TestCase):
    def record(self, run):
        return json.loads(subprocess.run([FLYBAR, "run", *run.split(), "--json", "-"], check=True,
                                         capture_output=True, text=True).stdout)

    def test_holds_for_every_experiment(self):
        for run in RUNS:
            with self.subTest(run):
                jsonschema.validate(self.record(run), SCHEMA)

    def test_refuses_a_record_without_units(self):
        record = self.record("one-way --set round_trips=1")
        del record["results"]["latency"]["unit"]
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(record, SCHEMA)


FLYBAR = sys.argv.pop()
unittest.main()
