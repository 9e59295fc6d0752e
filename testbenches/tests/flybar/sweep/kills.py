"""Sweeps that are killed at random instants, for tests: nothing may be lost, doubled or altered."""
import json
import os
import pathlib
import random
import signal
import subprocess
import time

TABLES = ("results.csv", "results.jsonl", "results.sqlite", "plan.csv", "results.csv-metadata.json")


def seed():
    return int(os.environ.get("FLYBAR_TEST_SEED", time.time_ns() % 1_000_000))


def records(directory):
    """What each point's file holds, without the time that it took."""
    found = {}
    for file in (pathlib.Path(directory) / "points").iterdir():
        record = json.loads(file.read_text())
        record.pop("wall_seconds")
        found[file.name] = record
    return found


def tables(directory):
    return {name: (pathlib.Path(directory) / name).read_bytes() for name in TABLES}


def processes_of(directory):
    """Chunks that run for a sweep in this directory."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
        except (OSError, UnicodeDecodeError):
            continue
        if "chunk" in words and any(word.startswith(str(directory)) for word in words):
            found.append(int(entry.name))
    return found


def killed_sweeps(command, directory, kills, chance, environment, longest, victims=lambda: []):
    """Starts the sweep and kills it, or one of its helpers, after some time, `kills` times; when it has come to its end,
    the next kills meet a new one. Answers the directories, of which the last is complete."""
    made, number = [], 0
    while kills > 0 or not made:
        place = f"{directory}-{number}"
        number += 1
        made.append(place)
        while True:
            sweep = subprocess.Popen([*command, "-o", place], env=environment, start_new_session=True,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                errors = sweep.communicate(timeout=chance.uniform(0, longest) if kills > 0 else None)[1]
                if sweep.returncode == 0:
                    break
                raise AssertionError(f"the sweep ended with {sweep.returncode}: {errors}")
            except subprocess.TimeoutExpired:
                kills -= 1
            helpers = victims()
            if helpers and chance.random() < 0.5:
                os.kill(chance.choice(helpers), signal.SIGKILL)
                errors = sweep.communicate()[1]
                if sweep.returncode == 0:
                    break
                raise AssertionError(f"the sweep ended with {sweep.returncode}: {errors}")
            if chance.random() < 0.5:
                os.kill(sweep.pid, signal.SIGKILL)  # its children are left alone
            else:
                os.killpg(sweep.pid, signal.SIGKILL)
            sweep.communicate()
    return made


def make_chance(test):
    number = seed()
    test.addCleanup(lambda: print(f"FLYBAR_TEST_SEED={number}"))
    return random.Random(number)
