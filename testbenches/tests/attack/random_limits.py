"""Whether what `limit` names first helps most, of systems chosen at random: random_limits.py PROGRAM [--systems N] [--seed N]

Of each system every parameter that a part declares as its relief is made twice as fast. The one that is named first must
bring no more than 2 % less than the best, or the line must say that no single parameter brings much. Prints each system
that is wrong, with its seed. Ends with 1 if more than one in twelve is: what a run tells of its waits is an estimate.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys

EQUAL = 2  # %
TRAPEZE = ["alphastation-500", "alcor-miata", "pentium-ii-440lx", "pentium-ii-450"]
PM = ["rwc-pentium-pro"]
FILES = ["alcor-miata"]  # platforms whose frames fit the payload
EXPERIMENTS = [
    ("stream", TRAPEZE, {"messages": "80"}), ("one-way", TRAPEZE, {"round_trips": "8"}), ("rpc", TRAPEZE, {"calls": "30"}),
    ("incast", TRAPEZE, {"messages": "25"}), ("pairs", TRAPEZE, {"messages": "25"}), ("all-to-all", TRAPEZE, {"messages": "12"}),
    ("demand-fetch", TRAPEZE, {}), ("file-read", FILES, {"file": "600"}), ("file-write", FILES, {"file": "600"}),
    ("netperf", TRAPEZE, {"amount": "2 MB", "socket_buffer": "128 KB"}),
    ("pm-bandwidth", PM, {}), ("pm-latency", PM, {}), ("mpi-latency", PM, {}), ("mpi-bandwidth", PM, {})]
ANYWHERE = {
    "pci.clock": ["16.667 MHz", "25 MHz", "50 MHz", "66.667 MHz"],
    "lanai.clock": ["16.667 MHz", "25 MHz", "50 MHz", "66.667 MHz"],
    "link.rate": ["40 MB/s", "80 MB/s", "320 MB/s"],
    "host.clock": ["100 MHz", "200 MHz", "400 MHz", "500 MHz"]}
SIZES = ["64 B", "512 B", "2 KB", "4 KB", "8 KB"]
WITHOUT_PAYLOAD = ("file-read", "file-write", "netperf")
TIMES = ("ps", "ns", "us", "ms", "s")


def system(seed):
    """Experiment, platform and settings."""
    draw = random.Random(seed)
    name, platforms, settings = draw.choice(EXPERIMENTS)
    settings, platform = dict(settings), draw.choice(platforms)

    def maybe(key, values, chance=0.35):
        if draw.random() < chance:
            settings[key] = draw.choice(values)
    for key, values in ANYWHERE.items():
        maybe(key, values)
    maybe("lanai.sram_width", ["64 bit"], 0.15)
    maybe("pci.width", ["64 bit"], 0.15)
    if name in ("stream", "one-way", "demand-fetch"):
        maybe("notify", ["interrupt"])
    if name not in WITHOUT_PAYLOAD:
        maybe("payload", SIZES, 0.6)
    if name == "netperf":
        maybe("copy", ["both", "receive", "send"], 0.5)
    if platforms is not PM:
        maybe("mcp.mode", ["store-and-forward", "static"], 0.2)
        maybe("mcp.interrupts", ["coalesced"], 0.15)
    return name, platform, settings


def run(program, name, platform, settings):
    """The record, or nothing if the system is refused."""
    command = [program, "run", name, "--platform", platform, "--json", "-", "--quiet"]
    for key, value in settings.items():
        command += ["--set", f"{key}={value}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False,
                           env=dict(os.environ, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1"))
    return json.loads(ended.stdout) if ended.returncode == 0 else None


def twice_as_fast(value):
    """Half of a time, twice of what is none."""
    number, unit = re.fullmatch(r"([\d.]+) ?(.*)", value).groups()
    return f"{float(number) * (0.5 if unit in TIMES else 2):.6g} {unit}".strip()


def single_reliefs(record):
    """Pairs of parameters ("a together with b") are left out."""
    named = [*record["reliefs"], record["limited_by"]["faster_with"]]
    return sorted({phrase for relief in named for phrase in relief.split(", ") if phrase and " " not in phrase})


def speed(record):
    result = next(iter(record["results"].values()))
    return 1 / result["value"] if result["unit"] == "us" else result["value"]


def judge(program, seed):
    """Seed, "right", "none helps", "refused" or "WRONG", and a line about it."""
    name, platform, settings = system(seed)
    before = run(program, name, platform, settings)
    if before is None:
        return seed, "refused", ""
    gains = {}
    for key in single_reliefs(before):
        keys = [own for own in before["parameters"] if own == key or own.endswith("." + key)]
        faster = {own: twice_as_fast(before["parameters"][own]) for own in keys}
        after = run(program, name, platform, {**settings, **faster})
        if after is not None:
            gains[key] = 100 * (speed(after) / speed(before) - 1)
    first = before["limited_by"]["faster_with"].split(", ")[0]
    best = max(gains.values(), default=0)
    if first in gains and gains[first] >= best - EQUAL:
        return seed, "right", ""
    told = ", ".join(f"{key} {gain:.1f} %" for key, gain in sorted(gains.items(), key=lambda item: -item[1])[:3])
    verdict = "none helps" if "no single parameter" in before["limit"] else "WRONG"
    return seed, verdict, f"{name} on {platform} {settings}: limit: {before['limit']}\n  {told}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--systems", type=int, default=12)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("FLYBAR_TEST_SEED", "1")), help="of the first; the others follow")
    options = parser.parse_args()
    count = {"right": 0, "none helps": 0, "refused": 0, "WRONG": 0}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for seed, verdict, line in pool.map(lambda s: judge(options.program, s), range(options.seed, options.seed + options.systems)):
            count[verdict] += 1
            if verdict == "WRONG":
                print(f"FLYBAR_TEST_SEED={seed} {line}", flush=True)
    print(", ".join(f"{verdict} {number}" for verdict, number in count.items()))
    asked = options.systems - count["refused"]
    return 1 if asked == 0 or 12 * count["WRONG"] > asked else 0


if __name__ == "__main__":
    sys.exit(main())
