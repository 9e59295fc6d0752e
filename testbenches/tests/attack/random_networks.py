#!/usr/bin/env python3
"""Random networks on which all processes send to all others: they end, and nothing is cut, timed out or refused.

    testbenches/tests/attack/random_networks.py build/release/flybar --runs 20 --seed 1

Draws nodes, switches, cables, buffers, the order of sending, and messages of 1 B to 8 KB, through PM's buffers or as
remote writes. No cable has errors, so no packet may be damaged, sent again after a time-out, or refused for want of
room. What is not so is printed as the command that shows it; then the exit code is 1.
"""
import argparse
import json
import math
import random
import shlex
import shutil
import subprocess
import sys

# Counters of the firmware, and of the cards, that stay 0.
NEVER = {"firmware": ["timeouts", "failed", "refused"], "utilisation": ["damaged"]}


def draw(rng):
    shape = rng.choice(["tree", "clos", "clos", "one"])
    settings = {
        "network.shape": shape,
        "nodes": rng.randint(2, 20 if shape != "tree" else 10),
        "switch.ports": rng.randint(3 if shape == "tree" else 4, 16),
        "payload": f"{round(math.exp(rng.uniform(0, math.log(8192))))} B",
        "rounds": rng.randint(1, 3),
        "library": rng.choice(["buffered", "zero-copy"]),
        "mpi.alltoall": rng.choice(["rank-order", "rotated", "pairwise"]),
        "mpi.eager_limit": rng.choice(["8 KB", "8 KB", "1 KB", "64 B"]),
        "link.length": f"{rng.choice([4, 10, 25])} m",
        "pm.buffers": rng.randint(2, 4),
        "pm.ack_after": rng.choice([1, 4, 4, 16]),
        "pm.sending": rng.choice(["immediate", "whole"]),
        "pm.rest": f"{rng.choice([1, 20, 200])} us",
    }
    if shape == "clos" and rng.random() < 0.3:
        settings["network.bisection"] = "half"
    return ["run", "mpi-alltoall", "--platform", "rwc-pentium-pro",
            *(word for name, value in settings.items() for word in ("--set", f"{name}={value}"))]


def complaint(flybar, line):
    """What is wrong with this run; None if nothing is, an empty text if its settings do not fit together."""
    ended = subprocess.run([flybar, *line, "--quiet", "--json", "-"], capture_output=True, text=True)
    if ended.returncode == 3:
        return ""
    if ended.returncode != 0:
        return f"ended with {ended.returncode}\n{ended.stderr}"
    breakdown = json.loads(ended.stdout)["breakdown"]
    for table, columns in NEVER.items():
        for row in breakdown[table]:
            for column in columns:
                if row[column] != 0:
                    return f"{row['node']}: {row[column]:g} {column}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flybar")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first run; the others follow")
    arguments = parser.parse_args()
    if not shutil.which(arguments.flybar):
        parser.error(f'no program "{arguments.flybar}"; build the target flybar, or check the path')
    wrong = refused = 0
    for seed in range(arguments.seed, arguments.seed + arguments.runs):
        rng = random.Random(seed)
        found = ""
        while found == "":
            line = draw(rng)
            found = complaint(arguments.flybar, line)
            refused += found == ""
        if found is not None:
            wrong += 1
            print(f"seed {seed}: {found}\n  {shlex.join([arguments.flybar, *line])}", flush=True)
    print(f"seeds {arguments.seed} to {arguments.seed + arguments.runs - 1}: {wrong} wrong; {refused} refused")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
