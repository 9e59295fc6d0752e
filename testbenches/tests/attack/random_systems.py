#!/usr/bin/env python3
"""Random systems and work on them: the same bytes with one thread as with several, in both steppings.

    testbenches/tests/attack/random_systems.py build/release/flybar --runs 20 --seed 1

Draws an experiment, nodes, switches, messages, faults and outputs. Compares the results as JSON, the rows of
messages and the traces of a run with one thread with those of 2, 3 and 7 threads in the same stepping, and the
results of both steppings. What differs is printed as the command that shows it; then the exit code is 1, as it is
if threads have shared less than 90 % of what they could.
"""
import argparse
import filecmp
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

THREADS = ["2", "3", "7"]
LEAST_SHARED = 0.9
MOST_CLOCKS = 1_000_000  # of all cards, where they are stepped one by one
# Threads also of small systems, and while other programs use the processors.
ENVIRONMENT = {**os.environ, "FLYBAR_THREADS_ALWAYS": "1"}


def network(rng):
    settings = {"network.shape": rng.choice(["tree", "clos", "clos", "one"]), "switch.ports": rng.randint(4, 16),
                "link.length": f"{rng.choice([4, 10, 25])} m"}
    if settings["network.shape"] == "clos" and rng.random() < 0.3:
        settings["network.bisection"] = "half"
    return settings


def faults(rng):
    """Mostly none."""
    if rng.random() < 0.7:
        return {}
    rate = rng.choice([{"link.byte_errors": "0.00001"}, {"link.lost_tails": "0.01"}])
    return {**rate, "link.fault_seed": rng.randint(1, 1000), "switch.timeout": "1 ms"}


def size(rng, most):
    return f"{4 * rng.randint(1, rng.choice([8, 64, most // 4]))} B"


def traffic(rng, nodes):
    name, option = rng.choice([("all-to-all", "nodes"), ("incast", "senders"), ("pairs", "pairs")])
    count = {"nodes": nodes, "senders": nodes - 1, "pairs": max(1, nodes // 2)}[option]
    return name, {option: count, "messages": rng.randint(1, 3), "payload": size(rng, 8192),
                  "mcp.mode": rng.choice(["cut-through", "store-and-forward"]), **faults(rng)}


def between_hosts(rng, nodes):
    return "netperf-many", {"nodes": nodes, "amount": f"{rng.choice([4, 16])} KB",
                            "pattern": rng.choice(["all-to-all", "incast", "pairs"]),
                            "copy": rng.choice(["remap", "both"]), **faults(rng)}


def files(rng, nodes):
    return rng.choice(["file-read", "file-write"]), {"servers": min(nodes - 1, 10), "file": f"{rng.choice([32, 64])} KB"}


def processes(rng, nodes):
    return "mpi-alltoall", {"nodes": nodes, "payload": size(rng, 8192), "rounds": rng.randint(1, 2),
                            "library": rng.choice(["buffered", "zero-copy"]),
                            "mpi.alltoall": rng.choice(["rank-order", "rotated", "pairwise"])}


def kernels(rng, nodes):
    return "nas", {"kernel": rng.choice(["is", "ft"]), "class": "S", "nodes": 4}


def draw(rng, least, most):
    work = rng.choices([traffic, between_hosts, files, processes, kernels], [10, 4, 4, 8, 1])[0]
    name, settings = work(rng, rng.randint(least, most))
    platform = "rwc-pentium-pro" if name in ("mpi-alltoall", "nas") else "alphastation-500"
    settings.update(network(rng))
    return ["run", name, "--platform", platform,
            *(word for key, value in settings.items() for word in ("--set", f"{key}={value}"))]


def outputs(rng, line):
    """Files to write besides the results, by their names. A kernel runs for long: its waveform would fill a disk."""
    if line[1] == "nas":
        return []
    names = rng.sample(["pftrace", "pcapng", "vcd", "timeline.json", "callgrind"], rng.choice([0, 0, 1, 1, 2]))
    traces = [word for name in names for word in ("--trace", "trace." + name)]
    return traces + (["--messages", "messages.csv"] if rng.random() < 0.5 else [])


def run(flybar, line, directory, pieces=None):
    """Exit code; the results are in the directory, without what depends on the machine.

    `pieces` counts the pieces of work that threads could share, and those of which two had a part.
    """
    directory.mkdir()
    ended = subprocess.run([flybar, *line, "--quiet", "--json", "results.json"], cwd=directory, env=ENVIRONMENT,
                           capture_output=True, text=True)
    errors = [line for line in ended.stderr.splitlines() if not re.match("flybar: (threads:|the run uses)", line)]
    (directory / "errors").write_text("\n".join(errors))
    told = re.search(r"^flybar: threads: (\d+) of (\d+) pieces were shared$", ended.stderr, re.MULTILINE)
    if told and pieces is not None:
        pieces["shared"] += int(told[1])
        pieces["all"] += int(told[2])
    results = directory / "results.json"
    if results.exists():
        record = json.loads(results.read_text())
        record.pop("wall_seconds")
        results.write_text(json.dumps(record, indent=1))
    return ended.returncode


def difference(one, other, names=None):
    """The first file that is not the same; None if all are."""
    names = names or sorted({path.name for path in [*one.iterdir(), *other.iterdir()]})
    for name in names:
        a, b = one / name, other / name
        if a.exists() != b.exists() or (a.exists() and not filecmp.cmp(a, b, shallow=False)):
            return name
    return None


def differs_with_threads(flybar, whole, alone, pieces):
    """What does, and with how many; the results of one thread are in the directory `alone`."""
    for threads in THREADS:
        other = alone.with_name(f"{alone.name}-{threads}")
        run(flybar, [*whole, "--threads", threads], other, pieces)
        name = difference(alone, other)
        if name:
            return f"{name} differs with {threads} threads, {alone.name}"
    return None


def clocks(directory):
    """Of all cards; more than any if the run has left no results."""
    results = directory / "results.json"
    return json.loads(results.read_text())["nic_cycles"] if results.exists() else MOST_CLOCKS + 1


def complaint(flybar, line, recorded, place, reference, pieces):
    """What is wrong; None if nothing is, an empty text if the settings do not fit together. With `reference` a short
    run is stepped clock by clock as well."""
    fast, every = place / "fast", place / "every-clock"
    whole = [*line, *recorded]
    if run(flybar, whole, fast) == 3:
        return ""
    found = differs_with_threads(flybar, whole, fast, pieces)
    if found or not reference or clocks(fast) > MOST_CLOCKS:
        return found
    whole += ["--step", "every-clock"]
    run(flybar, whole, every)
    name = difference(fast, every, ["results.json", "messages.csv"])
    return f"{name} differs between steppings" if name else differs_with_threads(flybar, whole, every, pieces)


def range_of(text):
    """The least and the most of "3..15"."""
    found = re.fullmatch(r"(\d+)\.\.(\d+)", text)
    if not found or not 2 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f'"{text}"; allowed: LEAST..MOST with 2 <= LEAST <= MOST; write for example 3..15')
    return int(found[1]), int(found[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flybar", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first run; the others follow")
    parser.add_argument("--nodes", type=range_of, default="3..15", help="of the systems, 2 or more")
    arguments = parser.parse_args()
    if not shutil.which(arguments.flybar):
        parser.error(f'no program "{arguments.flybar}"; build the target flybar, or check the path')
    if arguments.runs < 1:
        parser.error(f"--runs {arguments.runs}: allowed: 1 or more; 20 takes a minute or two")
    least, most = arguments.nodes
    flybar = arguments.flybar.resolve()
    wrong = refused = 0
    pieces = {"shared": 0, "all": 0}
    for seed in range(arguments.seed, arguments.seed + arguments.runs):
        rng = random.Random(seed)
        found = ""
        while found == "":
            line = draw(rng, least, most)
            recorded = outputs(rng, line)
            reference = rng.random() < 0.5
            with tempfile.TemporaryDirectory() as place:
                found = complaint(flybar, line, recorded, pathlib.Path(place), reference, pieces)
            refused += found == ""
        if found is not None:
            wrong += 1
            print(f"seed {seed}: {found}\n  {shlex.join([str(flybar), *line, *recorded])}", flush=True)
    print(f"seeds {arguments.seed} to {arguments.seed + arguments.runs - 1}: {wrong} wrong; {refused} refused; "
          f"{pieces['shared']} of {pieces['all']} pieces shared by threads")
    idle = pieces["shared"] < LEAST_SHARED * pieces["all"] or pieces["all"] == 0
    if idle:
        print(f"threads were to share {LEAST_SHARED:.0%} of the pieces")
    sys.exit(wrong > 0 or idle)


if __name__ == "__main__":
    main()
