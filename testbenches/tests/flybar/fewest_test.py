#!/usr/bin/python3
"""Every experiment with the fewest repetitions that it allows, on every platform: fewest_test.py FLYBAR

Each run ends with results that can be, or is refused in four parts. Each choice of an experiment is run as well."""
import json
import re
import subprocess
import sys
import unittest

FLYBAR = sys.argv.pop()
# Options that say how much is measured.
AMOUNTS = ("round_trips", "messages", "calls", "transfers", "repeat", "rounds", "operations", "transactions", "amount",
           "file", "faults")
# Experiments that measure a fixed amount.
FIXED = {"programs": {"node0": "true", "file": ""}, "pm-pin": {}, "pm-crossover": {}, "mpi-crossover": {"from": "1 KB", "to": "2 KB"}, "nas": {"nodes": "1"}}
NEEDED = {"replay": {"workload": "sort"}, "incast": {"senders": "2"}, "mpi-alltoall": {"nodes": "2"}}
# Of these all nodes receive at once; of the others one.
ALL_RECEIVE = ("all-to-all", "pairs", "netperf-many", "mpi-alltoall")
LEFT_OUT = [("netperf", {"test": "udp-stream"})]
ROUNDING = 1e-6
FOUR_PARTS = re.compile(r"^\S.*: .+; allowed: .+; .+$", re.MULTILINE | re.DOTALL)


def rows_of(*words):
    """The parameters, without the name of the experiment before them."""
    text = subprocess.run([FLYBAR, "params", *words, "--json", "-"], check=True, capture_output=True, text=True).stdout
    return [{**row, "name": row["name"].split(": ")[-1], "own": row["name"].startswith(words[0] + ": ")}
            for row in json.loads(text)["parameters"]]


def listed(kind):
    text = subprocess.run([FLYBAR, "list", kind], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in text.splitlines()[1:] if line]


EXPERIMENTS, PLATFORMS = listed("experiments"), listed("platforms")
OPTIONS = {name: [row for row in rows_of(name) if row["own"]] for name in EXPERIMENTS}


def fewest(experiment, test=""):
    """Of netperf only what its test reads."""
    unread = "amount" if test.endswith("-rr") else "transactions"
    return {row["name"]: row["allowed"].split(" .. ")[0] for row in OPTIONS[experiment]
            if row["name"] in AMOUNTS and not (experiment == "netperf" and row["name"] == unread)}


def settings_of(experiment, choice):
    return {**fewest(experiment, choice.get("test", "")), **FIXED.get(experiment, {}), **NEEDED.get(experiment, {}), **choice}


def choices(experiment):
    """One setting for each value of each option that has a list of them."""
    for row in OPTIONS[experiment]:
        if " .. " not in row["allowed"] and ", " in row["allowed"] and row["name"] not in AMOUNTS:
            for value in row["allowed"].split(", "):
                yield {row["name"]: value}


def run(experiment, platform, settings):
    words = [FLYBAR, "run", experiment, "--platform", platform, "--quiet", "--json", "-"]
    for key, value in settings.items():
        words += ["--set", f"{key}={value}"]
    ended = subprocess.run(words, capture_output=True, text=True)
    return " ".join(words), ended


def run_or_raise(experiment, platform, settings):
    """With what a refusal says is the fewest, if it refuses so few."""
    command, ended = run(experiment, platform, settings)
    for name in AMOUNTS:
        more = re.search(rf"^{name}: .*; allowed: (\S+(?: [KM]?B)?) (?:\.\.|or more)", ended.stderr, re.MULTILINE)
        if ended.returncode == 3 and more:
            return run(experiment, platform, {**settings, name: more[1]})
    return command, ended


def in_units(text):
    number, unit = re.fullmatch(r"([\d.]+) ?(.*)", text).groups()
    return float(number) * {"MB/s": 1, "MHz": 1, "bit": 1 / 8}[unit]


def most_of(platform):
    """MB/s that link and bus carry to one node, of the nodes of the platform that are fastest."""
    values = {}
    for row in rows_of(platform):
        key = row["name"].removeprefix("client.").removeprefix("server.")
        if key in ("link.rate", "pci.clock", "pci.width"):
            values[key] = max(values.get(key, 0), in_units(row["value"]))
    return min(values["link.rate"], values["pci.clock"] * values["pci.width"])


MOST = {platform: most_of(platform) for platform in PLATFORMS}


def impossible_shares(record):
    found = [(table, row, key, value) for table, rows in record.get("breakdown", {}).items() for row in rows
             for key, value in row.items() if key.endswith("%")]
    found += [("results", {}, name, one["value"]) for name, one in record["results"].items() if one["unit"] == "%"]
    if record.get("limited_by"):
        found.append(("limited_by", record["limited_by"], "percent", record["limited_by"]["percent"]))
    return [one for one in found if one[3] is None or not -ROUNDING <= one[3] <= 100 + ROUNDING]


def impossible_rates(record, most):
    found = []
    without_payload = record["parameters"].get("payload") == "0 B"
    for name, one in record["results"].items():
        if name == "bandwidth" and without_payload:
            continue
        if one["value"] is None or (one["unit"] in ("MB/s", "Mb/s", "/s") and one["value"] <= 0):
            found.append((name, one))
        elif one["unit"] in ("MB/s", "Mb/s") and not name.startswith("sent_"):
            if one["value"] / (8 if one["unit"] == "Mb/s" else 1) > most * (1 + ROUNDING):
                found.append((name, one, f"at most {most} MB/s"))
    return found


class Fewest(unittest.TestCase):
    def check(self, experiment, platform, settings):
        if any(experiment == left and more.items() <= settings.items() for left, more in LEFT_OUT):
            return False
        command, ended = run_or_raise(experiment, platform, settings)
        with self.subTest(command):
            if ended.returncode == 3:
                self.assertRegex(ended.stderr, FOUR_PARTS)
                return False
            self.assertEqual(ended.returncode, 0, ended.stderr)
            record = json.loads(ended.stdout)
            nodes = len(record.get("breakdown", {}).get("utilisation", [])) if experiment in ALL_RECEIVE else 1
            self.assertEqual(impossible_shares(record), [])
            self.assertEqual(impossible_rates(record, nodes * MOST[platform]), [])
        return True

    def test_every_experiment_is_known(self):
        for experiment in EXPERIMENTS:
            with self.subTest(experiment):
                self.assertNotEqual(fewest(experiment) or FIXED.get(experiment), None)

    def test_every_experiment_on_every_platform(self):
        for experiment in EXPERIMENTS:
            ran = [self.check(experiment, platform, settings_of(experiment, {})) for platform in PLATFORMS]
            self.assertTrue(any(ran), experiment)

    def test_every_choice(self):
        for experiment in EXPERIMENTS:
            platform = "rwc-pentium-pro" if experiment.startswith(("pm-", "mpi-", "nas")) else "alcor-miata"
            for choice in choices(experiment):
                if choice.get("class", "S") == "S":
                    self.check(experiment, platform, settings_of(experiment, choice))


unittest.main()
