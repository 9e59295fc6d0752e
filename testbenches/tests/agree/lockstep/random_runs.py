#!/usr/bin/env python3
"""Random legal command lines, each run fast and clock by clock: the same result, and no fault of the program.

    testbenches/tests/agree/lockstep/random_runs.py build/release/flybar --runs 40 --seed 1
    testbenches/tests/agree/lockstep/random_runs.py build/release/flybar --runs 0 --lines testbenches/tests/agree/lockstep/lines.txt

Each run draws an experiment, a platform or a system, and a few of their parameters, and gives them values within
what "flybar params" allows. A line that the program refuses is drawn again. A difference is printed as the two
commands that show it, and kept in the file of --keep, which --lines reads; then the exit code is 1.
"""
import argparse
import json
import math
import os
import random
import re
import shlex
import subprocess
import sys

# Options that keep a run short: every clock is stepped as well.
SHORT = {
    "one-way": {"round_trips": (1, 6)},
    "demand-fetch": {"round_trips": (1, 6)},
    "stream": {"messages": (2, 60)},
    "incast": {"senders": (1, 23), "messages": (1, 80)},
    "all-to-all": {"nodes": (2, 12), "messages": (1, 20)},
    "pairs": {"pairs": (1, 8), "messages": (1, 40)},
    "rpc": {"calls": (1, 20)},
    "file-read": {"file": (8, 24), "servers": (1, 3)},
    "file-write": {"file": (8, 24), "servers": (1, 3)},
    "dma-curve": {"repeat": (1, 10)},
    "netperf": {"test": ["tcp-stream", "tcp-stream", "udp-stream", "tcp-rr", "udp-rr"], "amount": ["1 B", "5 KB", "100 KB"],
                "transactions": (1, 6), "socket_buffer": ["4 KB", "16 KB", "64 KB"], "request": ["1 B", "4 KB"],
                "response": ["1 B", "300 B", "40000 B"]},
    "netperf-many": {"nodes": (2, 6), "amount": ["1 B", "4 KB", "30 KB"], "socket_buffer": ["8 KB", "64 KB"]},
    "replay": {"workload": ["sort", "query"], "operations": (1, 40), "think": ["0", "0.01"],
               "memory": ["disk", "network", "network", "both"], "servers": (1, 4)},
    "myriapi-latency": {"round_trips": (1, 6), "copies": ["0", "1", "2"]},
    "myriapi-bandwidth": {"messages": (2, 40), "copies": ["0", "1", "2"]},
    "pm-latency": {"round_trips": (1, 10)},
    "pm-bandwidth": {"transfers": (1, 40)},
    "mpi-latency": {"round_trips": (1, 6), "payload": ["0 B", "4 B", "1 KB", "8 KB", "20 KB", "64 KB"]},
    "mpi-bandwidth": {"messages": (1, 5), "payload": ["1 B", "4 KB", "20 KB", "64 KB"]},
    "mpi-alltoall": {"nodes": (2, 8), "rounds": (1, 2), "payload": ["1 B", "64 B", "512 B", "4 KB", "20 KB"]},
}
ON_PM = ("pm-", "mpi-")
PLATFORMS = ["alphastation-500", "alphastation-500", "alcor-miata", "pentium-ii-440lx"]
MANY = {"incast", "all-to-all", "pairs"}
ON_SYSTEMS = MANY | {"netperf-many"}
SYSTEMS = ["incast-4", "chain-of-switches", "mixed", "long-trunks", "two-cards", "two-cards"]
# What Trapeze on real cards uses is drawn more often than the rest.
OFTEN = ["payload", "mcp.mode", "mcp.send_threshold", "mcp.receive_threshold", "mcp.ipt", "mcp.interrupts",
         "link.rate", "link.length", "lanai.clock", "lanai.link_words", "lanai.sram_width", "pci.width", "pci.clock",
         "lanai.accesses_per_clock", "network.shape", "network.bisection", "switch.ports", "notify"]
# Their values make a run long, or need a file.
NEVER = re.compile(r"^(gms|disk|gmsnet|host\.memory|host\.frame|host\.free|link\.dead|nas)|_seed$|timeout$|give_up$"
                   r"|retry$|patience|pause$|sizes$|^step$|^from$|^to$")
RATES = ["40 MB/s", "80 MB/s", "128 MB/s", "160 MB/s", "320 MB/s", "640 MB/s", "1000 MB/s", "1250 MB/s"]
CLOCKS = ["16 MHz", "25 MHz", "33.33 MHz", "40 MHz", "50 MHz", "66.67 MHz"]
FAILED, ENDED_EARLY = 4, 7  # exit codes: the simulated system failed; injected faults ended the run
SCALES = {"B": 1, "KB": 1024, "MB": 1024 ** 2, "ns": 1, "us": 1000, "ms": 10 ** 6, "s": 10 ** 9}


def parameters(flybar, *where):
    text = subprocess.run([flybar, "params", *where, "--json", "-"], capture_output=True, text=True, check=True).stdout
    return json.loads(text)["parameters"]


def quantity(text):
    match = re.fullmatch(r"([\d.]+) ?(\S*)", text.strip())
    return (float(match[1]), match[2]) if match else None


def between(rng, low, high):
    """A value of the range, small ones as often as large ones; both ends on purpose."""
    at, unit = quantity(low)
    end, end_unit = quantity(high)
    at, end = at * SCALES.get(unit, 1), end * SCALES.get(end_unit, 1)
    value = rng.choice([at, end]) if rng.random() < 0.1 else math.exp(rng.uniform(math.log(at + 1), math.log(end + 1))) - 1
    base = {"KB": "B", "MB": "B", "us": "ns", "ms": "ns", "s": "ns"}.get(unit, unit)
    if base in ("B", "ns", "cycles", "") and "." not in low + high:
        value = round(value)
        if base == "B" and rng.random() < 0.9:
            value -= value % 4
        return f"{value} {base}".strip()
    return f"{value:.2f} {base}".strip()


def draw_value(rng, parameter):
    name, allowed = parameter["name"].split(": ")[-1], parameter["allowed"]
    if name == "link.rate":
        return rng.choice(RATES)
    if name.endswith(".clock") and name != "host.clock":
        return rng.choice(CLOCKS)
    if " .. " in allowed:
        low, high = allowed.split(",")[0].split(" .. ")
        return between(rng, low, high) if quantity(low) and quantity(high) else None
    return rng.choice([choice.strip() for choice in allowed.split(",")])


def settings_of(rng, table, options):
    chosen = {}
    for name, allowed in options.items():
        chosen[name] = str(rng.randint(*allowed)) if isinstance(allowed, tuple) else rng.choice(allowed)
    drawable = {p["name"].split(": ")[-1]: p for p in table if not NEVER.search(p["name"].split(": ")[-1])}
    often = [name for name in OFTEN if name in drawable]
    names = rng.sample(often, min(len(often), rng.randint(0, 4)))
    names += rng.sample(sorted(drawable), rng.choice([0, 0, 1, 2, 4]))
    for name in names:
        if name not in chosen and (value := draw_value(rng, drawable[name])) is not None:
            chosen[name] = value
    return chosen


class Lines:
    """Draws command lines, each with a seed of its own."""

    def __init__(self, flybar):
        self.flybar = flybar
        self.tables = {}

    def table(self, experiment, platform):
        key = (experiment, platform)
        if key not in self.tables:
            own = [p for p in parameters(self.flybar, experiment) if ": " in p["name"]]
            shared = [p for p in parameters(self.flybar, platform) if ": " not in p["name"]]
            self.tables[key] = own + shared
        return self.tables[key]

    def draw(self, rng):
        experiment = rng.choice([e for e in SHORT for _ in range(3 if e in MANY else 1)])
        pm = experiment.startswith(ON_PM)
        platform = "rwc-pentium-pro" if pm else rng.choice(PLATFORMS)
        where = ["--platform", platform]
        options = dict(SHORT[experiment])
        if experiment in ON_SYSTEMS and rng.random() < 0.25:
            where = ["--system", rng.choice(SYSTEMS)]
            options = {name: allowed for name, allowed in options.items() if name not in ("senders", "nodes", "pairs")}
        line = ["run", experiment, *where]
        for name, value in settings_of(rng, self.table(experiment, platform), options).items():
            line += ["--set", f"{name}={value}"]
        return line


def outcome(flybar, line, step):
    """Exit code, and what the run says; None if it takes too long to compare."""
    try:
        ended = subprocess.run([flybar, *line, "--step", step, "--quiet", "--json", "-"], capture_output=True, text=True,
                               timeout=120)
    except subprocess.TimeoutExpired:
        return None
    if ended.returncode != 0:
        return ended.returncode, ended.stderr
    record = json.loads(ended.stdout)
    return 0, {key: value for key, value in record.items() if key not in ("wall_seconds",)}


def shell(flybar, line, step):
    words = [f'"{word}"' if " " in word else word for word in line]
    return " ".join([flybar, *words, "--step", step])


def differences(one, other, where=""):
    """Where two results differ, with both values."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(key, one.get(key), other.get(key)) for key in sorted(set(one) | set(other))]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = zip(range(len(one)), one, other)
    else:
        return [] if one == other else [f"{where}: {str(one)[:300]} | {str(other)[:300]}"]
    return [text for key, a, b in pairs for text in differences(a, b, f"{where}/{key}")]


def agree(flybar, line, fast, name, counts):
    """True if both ways of stepping agree on a line, or if one takes too long to say."""
    slow = outcome(flybar, line, "every-clock") if fast else None
    if fast is None or slow is None:
        counts["too long"] += 1
        return True
    counts[f"ended with {fast[0]}"] = counts.get(f"ended with {fast[0]}", 0) + 1
    if fast == slow and (fast[0] in (0, ENDED_EARLY) or (fast[0] == FAILED and "correct the model" not in fast[1])):
        return True
    print(f"{name}: the two differ, or are a fault of the program")
    for step, result in (("fast", fast), ("every-clock", slow)):
        print(" ", shell(flybar, line, step), "\n    ended with", result[0], "" if result[0] == 0 else result[1][:300])
    print("   ", "\n    ".join(differences(fast[1], slow[1])[:5]))
    return False


def agree_on_seed(flybar, lines, seed, counts):
    rng = random.Random(seed)
    for _ in range(200):
        line = lines.draw(rng)
        fast = outcome(flybar, line, "fast")
        if fast is None or fast[0] not in (2, 3):
            break
        counts["refused"] += 1
    return line, agree(flybar, line, fast, f"seed {seed}", counts)


def kept_lines(file):
    return [shlex.split(line) for line in open(file) if line.strip() and not line.startswith("#")]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("flybar")
    arguments.add_argument("--runs", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1, help="of the first run; the others follow")
    arguments.add_argument("--lines", help="a file of command lines that are run before")
    arguments.add_argument("--keep", type=argparse.FileType("a"), help="a file to which the command lines that fail are added")
    chosen = arguments.parse_args()
    if not os.access(chosen.flybar, os.X_OK):
        arguments.error(f"{chosen.flybar} is no program; allowed: the program flybar; build it first")
    lines, counts = Lines(chosen.flybar), {"refused": 0, "too long": 0}
    failed = 0

    def count(line, agrees):
        nonlocal failed
        failed += not agrees
        if not agrees and chosen.keep:
            print(shlex.join(line), file=chosen.keep, flush=True)

    for line in kept_lines(chosen.lines) if chosen.lines else []:
        count(line, agree(chosen.flybar, line, outcome(chosen.flybar, line, "fast"), " ".join(line), counts))
    for seed in range(chosen.seed, chosen.seed + chosen.runs):
        count(*agree_on_seed(chosen.flybar, lines, seed, counts))
    print(f"seeds {chosen.seed} to {chosen.seed + chosen.runs - 1}: {failed} failed;",
          ", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
