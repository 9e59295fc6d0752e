"""What scripts/analysis/parts.toml says that a run does not read changes nothing: parts_test.py FLYBAR SCRIPTS.

Each experiment runs with the parameters as they are, and with all that are left out far from that."""
import json
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
SCRIPTS, FLYBAR = sys.argv.pop(), sys.argv.pop()
sys.path.insert(0, SCRIPTS)
from analysis import parts  # noqa: E402
from common import quantity  # noqa: E402

RUNS = {
    "dma-curve": "", "one-way": "--set round_trips=2", "demand-fetch": "--set round_trips=2", "stream": "--set messages=20",
    "incast": "--set messages=2", "all-to-all": "--set messages=1", "pairs": "--set messages=2", "rpc": "--set calls=2",
    "file-read": "--set file=100", "file-write": "--set file=100", "pm-latency": "--set round_trips=2",
    "pm-bandwidth": "--set transfers=30", "pm-pin": "",
    "mpi-latency": "--set round_trips=2", "mpi-bandwidth": "--set messages=2", "mpi-alltoall": "--set nodes=2 --set rounds=1",
}


def platform_of(experiment):
    return "rwc-pentium-pro" if experiment.startswith(("pm", "mpi")) else "alphastation-500"


def flybar(*words):
    return json.loads(subprocess.run([FLYBAR, *words, "--json", "-"], check=True, capture_output=True, text=True).stdout)


def moved(row):
    """Another value of what the parameter says; None if it has no numbers, or is at the end of its range."""
    now, ends = quantity.parse(row["value"]), row["allowed"].split(" .. ")
    if not now or len(ends) != 2 or now[1] == 0 or now[0] == "size":
        return None
    low, high = (quantity.parse(end)[1] for end in ends)
    value = now[1] / 2 if now[1] / 2 >= low else min(2 * now[1], high)
    return quantity.show(now[0], value, now[0] in ("cycles", "number"))


class Parts(unittest.TestCase):
    def test_what_is_left_out_changes_nothing(self):
        for experiment, few in RUNS.items():
            platform = platform_of(experiment)
            settings = []
            for row in flybar("params", platform)["parameters"]:
                if row["confidence"] in ("I", "G") and not parts.is_read(row["name"], experiment) and moved(row):
                    settings += ["--set", f"{row['name']}={moved(row)}"]
            with self.subTest(experiment):
                run = ("run", experiment, "--platform", platform, *few.split())
                self.assertGreater(len(settings), 0)
                self.assertEqual(flybar(*run)["results"], flybar(*run, *settings)["results"])

    def test_experiment_of_ones_own_may_read_all(self):
        self.assertTrue(parts.is_read("mpi.software", "my-own"))
        self.assertFalse(parts.is_read("mpi.software", "one-way"))
        self.assertFalse(parts.is_read("client.mpi.software", "one-way"))
        self.assertFalse(parts.is_read("receiver.mpi.software", "one-way"))  # nodes of a system file


unittest.main()
